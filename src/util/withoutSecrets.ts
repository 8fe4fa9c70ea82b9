import { isObject } from './isObject.ts';

const SECRET_FIELDS =
  /^(streamUrl|streamToken|secret|apiKey|authorization|checkoutUrl|redirectUrl|credentials)$/i;

/** A record for people to read, with the values of fields that hold secrets replaced by dots. */
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
