import { once } from './once.ts';

/** The nouns at the end of a name, as words or parts of one, that say that its value is a secret. */
const NOUNS = [
  'passwords?|passwd|passphrases?|passcodes?|passwort|kennwort|wachtwoord|contraseña|contrasena|senha|пароль',
  'lösenord|hasło|haslo|heslo|salasana|jelszó|jelszo|şifre|motdepasse|密码|密碼|パスワード|비밀번호',
  'secrets?|tokens?|credentials?|authorization|cookies?|signature|(?:^x?|j|php)sess(?:ion)?id|bearer',
  '(?:verification|security|access|recovery|backup|otp|auth|mfa)codes?',
  String.raw`(?:api|access|secret|private|auth|encryption|decryption|signing|master|shared|account|subscription|service|ssh|hmac|webhook|license|deploy|client|app|application|session|server|admin|consumer|functions?)keys?`,
].join('|');
/** Words that are too short to be looked for within others, such as `pin` in “spin”. */
const SHORT: ReadonlySet<string> = new Set(
  'pass pwd pin otp cvv cvc iban ssn auth sas jwt session'.split(' '),
);
/** Words behind such a noun that still name its value, as in `passwordConfirmation`. */
const QUALIFIERS: ReadonlySet<string> = new Set(
  'value text string hash confirm confirmation repeat repeated again new old current previous header encoded plain raw base'.split(
    ' ',
  ),
);

const patterns = once(() => ({
  noun: new RegExp(`(?:${NOUNS})$`, 'u'),
  /** Marks of a place in a list, which are no secrets. */
  place: /(?:next|page|paging|continuation|cursor|sync)tokens?$/u,
  /** Names of parameters of addresses that say nothing elsewhere. */
  parameter: /^(?:key|sig|sign|code|ticket)$/iu,
}));

/**
 * True if the name of a member, header, or parameter says that its value is a secret. Names are compared by words, so
 * `accessToken`, `access_token`, and `X-Access-Token` are the same, and `tokenCount` and `keyboard` are none.
 */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  while (words.length > 1 && QUALIFIERS.has(words.at(-1) ?? '')) words.pop();
  if (SHORT.has(words.at(-1) ?? '')) return true;
  const { noun, place } = patterns();
  const joined = words.slice(-3).join('');
  return noun.test(joined) && !place.test(joined);
}

/** True if the name of a parameter in the query of an address says that its value is a secret. */
export function isSecretParameterName(name: string): boolean {
  return patterns().parameter.test(name) || isSecretName(name);
}

/** True if the value of a member is a secret by the name of the member. Numbers of `tokens` are counts. */
export function isSecretMember(name: string, value: unknown): boolean {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return false;
  if (typeof value === 'number' && /s$/i.test(name)) return false;
  return isSecretName(name);
}

/** The names of members that hold the name of another value, and of those that hold this value. */
const NAMES: ReadonlySet<string> = new Set(
  'name key header headername field parameter param variable property'.split(' '),
);
const VALUES: ReadonlySet<string> = new Set(['value', 'values', 'val', 'headervalue']);

/**
 * True if a member holds the value of a pair with a secret name, as in `{ "name": "password", "value": … }`: a text, a
 * number, or a list of them. `entries` are all members of the object.
 */
export function isPairedSecret(
  entries: readonly (readonly [string, unknown])[],
  name: string,
  value: unknown,
): boolean {
  return (
    VALUES.has(name.toLowerCase()) &&
    (Array.isArray(value) ? value.length > 0 && value.every(isScalar) : isScalar(value)) &&
    entries.some(
      ([other, text]) =>
        typeof text === 'string' && NAMES.has(other.toLowerCase()) && isSecretName(text.slice(0, 200)),
    )
  );
}

function isScalar(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Splits a name at changes of case, digits, and other characters than letters. */
function wordsOf(name: string): string[] {
  return name
    .slice(-200)
    .normalize('NFC')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean);
}
