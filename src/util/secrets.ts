import { isObject } from './isObject.ts';
import { HIDDEN } from './hidden.ts';
import { hideSecretsIn } from './secretText.ts';

/** Fields of records of the service whose whole address is a secret. */
const ADDRESSES = /^(?:streamUrl|checkoutUrl|redirectUrl)$/;

/** Returns a copy of a record for display, with secrets replaced by dots. */
export function withoutSecrets(value: unknown): unknown {
  return hideSecretsIn(withoutAddresses(value));
}

function withoutAddresses(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAddresses);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      ADDRESSES.test(name) && inner != null ? HIDDEN : withoutAddresses(inner),
    ]),
  );
}
