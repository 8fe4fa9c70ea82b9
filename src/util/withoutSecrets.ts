import { HIDDEN } from './hidden.ts';
import { isObject } from './isObject.ts';
import { isSecretField } from './secretNames.ts';

/** Returns a copy of a value for display, with the values of secret fields replaced by dots. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretField(name) && inner != null ? HIDDEN : withoutSecrets(inner),
    ]),
  );
}
