import { isObject } from './isObject.ts';

/** The mask for secret values. */
export const HIDDEN = '••••••';

/** Parts of names whose values are secret more often than not. */
const SUGGESTIVE =
  /pass(?:word|wd|phrase|code)|secret|token|credential|auth|api_?key|private_?key|signature|cookie|session|\b(?:pin|otp|cvv|cvc|iban|ssn|pwd)\b/i;
/** Fields that hold secrets in the records of the service. */
const FIELDS = /^(?:streamUrl|streamToken|secret|apiKey|authorization|checkoutUrl|redirectUrl|credentials)$/i;
/** Names that mean secrets in any value, also in one that must stay readable, such as the evidence of a run. */
const MEMBERS =
  /^(?:pass(?:word|code|phrase|wd)|pwd|otp|pin|secret|client_?secret|api_?key|authorization|cookie|set-cookie|credentials?|(?:\w*[_-])?token|\w*(?:Token|Secret|Password|Passcode|ApiKey)|x-api-key)$/i;

/** True if the name of a property suggests that its value is secret, such as `accessToken`. */
export function looksSecret(name: string): boolean {
  // Separates the words of a name, so that `userPin` has one that `spinner` lacks.
  return SUGGESTIVE.test(name.replaceAll(/(?<=[a-z])(?=[A-Z])|[_.-]/g, ' ')) || SUGGESTIVE.test(name);
}

/** True if a field of a record of the service holds a secret, which may be an address. */
export function isSecretField(name: string): boolean {
  return FIELDS.test(name);
}

/** True if the name of a property says that its value is a secret, whatever it is a part of. */
export function isSecretName(name: string): boolean {
  return MEMBERS.test(name);
}

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
