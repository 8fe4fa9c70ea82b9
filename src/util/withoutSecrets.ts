import { isObject } from './isObject.ts';

const SECRET_FIELDS =
  /^(streamUrl|streamToken|secret|apiKey|authorization|checkoutUrl|redirectUrl|credentials)$/i;

/** Returns a copy of a value for display, with the values of secret fields replaced by dots. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_FIELDS.test(name) && inner != null ? '•••' : withoutSecrets(inner),
    ]),
  );
}
