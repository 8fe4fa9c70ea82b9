import { HIDDEN } from './hidden.ts';
import { isObject } from './isObject.ts';
import { nestsDeeperThan, parseJsonOrUndefined } from './jsonText.ts';
import { once } from './once.ts';
import { isPairedSecret, isSecretMember, isSecretName, isSecretParameterName } from './secretNames.ts';

/** Returns the text that is shown in place of a secret. */
export type ShowSecret = (secret: string | number) => string;

const hideIt: ShowSecret = () => HIDDEN;

const MAX_DEPTH = 100;
/** The maximum nesting of assignments in a text. */
const MAX_LEVELS = 4;
/** The length of the shortest user name without a password that is taken for a token, as in `https://TOKEN@host`. */
const SHORTEST_USER = 16;
/** The part of an XPath before `@`, as in `//android.widget.Button[@text="OK"]`. */
const XPATH = /[[(]$/;
/** The length of the shortest value of a parameter `code` that is taken for a key. */
const SHORTEST_CODE = 16;
/** The length of the shortest value without quotes that is taken for a secret, as in `password: abcd`. */
const SHORTEST_BARE = 4;
/** Words before `:` that do not name a user, as in `mailto:ada@example.com`. */
const SCHEMES = /^(?:mailto|sip|sips|tel|sms|xmpp|acct|im)$/i;
/** Members of a secret object that are no secrets. */
const PLAIN_MEMBERS: ReadonlySet<string> = new Set('type kind scheme id name user username'.split(' '));

const patterns = once(() => ({
  /** References to data of a run or to stored credentials; other texts in braces can be secrets. */
  reference: /\{\{\s*[A-Za-z_$][\w$-]*(?:\.[\w$-]+|\[(?:\d+|"[\w .$-]*"|'[\w .$-]*')\])*\s*\}\}/g,
  scheme: /^(?:Bearer|Basic|Token|Digest|Negotiate|ApiKey)\s+/i,
  user: /(?<=\/\/)[^\s/?#"'<>\\]+(?=@)/g,
  bareUser: /(?<![^\s"'=])[^\s:/@"'<>{}]{1,200}:[^\s/@"'<>]{1,200}(?=@[\w.[])/g,
  parameter: /([?&#]|^|;\s?)([\w.~%[\]-]{1,100})=([^&#;\s"'<>\\]+)/g,
  // A name, a separator, and a value up to its quote, or up to the end of the word or line.
  assignment:
    /(?<![\p{L}\p{N}_$.-])((?:\\*["'`])?)([\p{L}\p{N}_$.-]{2,80})\1(\s{0,3}[:=]>?\s{0,3}|(?<=["'`])\s{1,3}(?=\\*["'`])|(?<=["'`])(?=["'`]))(?:(\\*["'`])((?:(?!\4)[^\n])*)|([^\s"'`,;&{}[\]()<>][^\s"'`,;&<>]*(?:[^\S\n]+[^\s"'`,;&<>]+)?))/gu,
  authentication:
    /(?<![\w-])(?:[Bb]earer|[Bb]asic|[Tt]oken|[Nn]egotiate|ApiKey)\s{1,3}(?=[^\s"',;]*(?:\d|[a-z][A-Z]|=))[\w.~+/=-]{8,}/g,
  cookies: /(?<![\w-])((?:set-)?cookie[ \t]{0,3}:[ \t]{0,3})([^\r\n"'`]+)/gi,
  jsonToken: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){0,3}/g,
  privateKey: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:(?!-----END)[^])*(?:-----END [A-Z ]{0,40}-----)?/g,
}));

/** Hides a text that is a secret as a whole, except for references such as `{{credentials.shop.password}}`. */
export function hideSecret(text: string, show: ShowSecret = hideIt): string {
  const { reference, scheme } = patterns();
  const start = scheme.exec(text)?.[0] ?? '';
  let shown = start;
  let at = start.length;
  const hide = (part: string): string => {
    if (part.trim() === '' || part.includes(HIDDEN)) return part;
    return show(part);
  };
  for (const { 0: found, index } of text.matchAll(reference)) {
    if (index < at) continue;
    shown += hide(text.slice(at, index)) + found;
    at = index + found.length;
  }
  return shown + hide(text.slice(at));
}

/**
 * Hides the secrets within a text by their places: in addresses, headers, assignments such as `password=…`, JSON, and
 * private keys. Other texts stay as they are.
 */
export function hideSecretsInText(text: string, show: ShowSecret = hideIt): string {
  if (text.length < 5) return text;
  if (/^\s*(?:\[|\{(?!\{))/.test(text) && !nestsDeeperThan(text, MAX_DEPTH)) {
    const value = parseJsonOrUndefined(text);
    if (typeof value === 'object' && value !== null) {
      const shown = JSON.stringify(hideSecretsIn(value, show));
      return shown === JSON.stringify(value) ? text : shown;
    }
  }
  return hideSecretsInPlainText(text, show);
}

/** Like `hideSecretsInText`, but does not read the text as JSON. */
export function hideSecretsInPlainText(text: string, show: ShowSecret = hideIt): string {
  const { user, bareUser, parameter, authentication, cookies, jsonToken, privateKey } = patterns();
  const hide = (part: string): string => hideSecret(part, show);
  let shown = text;
  if (shown.includes('PRIVATE KEY')) shown = shown.replaceAll(privateKey, hide);
  if (shown.includes('eyJ')) shown = shown.replaceAll(jsonToken, hide);
  if (shown.includes('@')) {
    shown = shown.replaceAll(user, part =>
      part.includes(':') || (part.length >= SHORTEST_USER && !XPATH.test(part)) ? hideUser(part, hide) : part,
    );
    shown = shown.replaceAll(bareUser, part =>
      SCHEMES.test(part.slice(0, part.indexOf(':'))) ? part : hideUser(part, hide),
    );
  }
  // The names of cookies are free, so all of the header is hidden.
  if (shown.includes('='))
    shown = shown.replaceAll(cookies, (whole, start: string, value: string) =>
      value.includes('=') ? start + hide(value) : whole,
    );
  if (shown.includes('='))
    shown = shown.replaceAll(parameter, (whole, before: string, name: string, value: string) =>
      isSecretIn(before, name, value)
        ? `${before}${name}=${hideQuoted(value, secret => hideEncoded(secret, show))}`
        : whole,
    );
  return hideAssignments(shown, hide, MAX_LEVELS).replaceAll(authentication, hide);
}

/** Hides the values of secrets in `name: value`, `name=value`, and `"name": "value"`, also within other values. */
function hideAssignments(text: string, hide: (part: string) => string, levels: number): string {
  if (levels === 0 || !/[:="'`]/.test(text)) return text;
  return text.replaceAll(
    patterns().assignment,
    (
      _whole: string,
      nameQuote: string,
      name: string,
      separator: string,
      quote: string | undefined,
      quoted: string | undefined,
      bare: string | undefined,
    ) => {
      const start = `${nameQuote}${name}${nameQuote}${separator}${quote ?? ''}`;
      if (!isSecretName(name)) return start + hideAssignments(quoted ?? bare ?? '', hide, levels - 1);
      return start + (quoted === undefined ? hideBare(bare ?? '', separator, hide) : hide(quoted));
    },
  );
}

/** Returns a copy of a JSON value without the secrets that names or places show. */
export function hideSecretsIn(value: unknown, show: ShowSecret = hideIt): unknown {
  if (typeof value === 'string') return hideSecretsInText(value, show);
  if (Array.isArray(value)) {
    const pairs = isListOfPairs(value);
    return value.map((item: unknown) => (pairs ? hidePair(item, show) : hideSecretsIn(item, show)));
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, inner]) => [
      hideSecretsInText(name, show),
      isSecretMember(name, inner) || isPairedSecret(entries, name, inner)
        ? hideWhole(inner, show)
        : hideSecretsIn(inner, show),
    ]),
  );
}

/** Returns the values within a value that are secrets by their names or places. */
export function namedSecrets(value: unknown): readonly (string | number)[] {
  const found: (string | number)[] = [];
  hideSecretsIn(value, secret => {
    found.push(secret);
    return HIDDEN;
  });
  return found;
}

/** True for headers as a list such as `[["X-Auth-Token", "…"]]`. */
export function isListOfPairs(items: readonly unknown[]): boolean {
  return items.length > 0 && items.every(item => Array.isArray(item) && item.length === 2);
}

function hidePair(pair: unknown, show: ShowSecret): unknown {
  const [name, value] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
  const isSecret = typeof name === 'string' && isSecretMember(name, value);
  return isSecret ? [name, hideWhole(value, show)] : hideSecretsIn(pair, show);
}

/** Hides all texts and numbers within a secret value. */
function hideWhole(value: unknown, show: ShowSecret): unknown {
  if (typeof value === 'string') return hideSecret(value, show);
  if (typeof value === 'number') return show(value);
  if (Array.isArray(value)) return value.map((item: unknown) => hideWhole(item, show));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isPlainMember(name) ? hideSecretsIn(inner, show) : hideWhole(inner, show),
    ]),
  );
}

/** True for a member of a secret object that tells what the secret is for. */
export function isPlainMember(name: string): boolean {
  return PLAIN_MEMBERS.has(name.toLowerCase());
}

function isSecretIn(before: string, name: string, value: string): boolean {
  const decoded = decode(name);
  if (/^[?&#]$/.test(before))
    return /^code$/i.test(decoded) ? value.length >= SHORTEST_CODE : isSecretParameterName(decoded);
  return isSecretName(decoded);
}

// Only the user of an address stays, as in `https://ada:••••••@example.com`.
function hideUser(part: string, hide: (part: string) => string): string {
  const colon = part.indexOf(':');
  return colon < 0 ? hide(part) : `${part.slice(0, colon + 1)}${hide(part.slice(colon + 1))}`;
}

/** Hides an encoded value; it can also appear decoded elsewhere. */
function hideEncoded(value: string, show: ShowSecret): string {
  const shown = hideSecret(value, show);
  const plain = decode(value);
  if (shown !== value && plain !== value) show(plain);
  return shown;
}

/**
 * Hides a value without quotes: a scheme with its credentials, or one word that is no part of a sentence such as
 * “password: must be a text”.
 */
function hideBare(value: string, separator: string, hide: (part: string) => string): string {
  if (patterns().scheme.test(value)) return hideQuoted(value, hide);
  const [word = '', next] = value.split(/\s+/, 2);
  const isSentence = /:\s+$/.test(separator) && /^\p{L}/u.test(next ?? '') && /^\p{Ll}+$/u.test(word);
  return word.length < SHORTEST_BARE || isSentence
    ? value
    : hideQuoted(word, hide) + value.slice(word.length);
}

/** Hides a value that can end with the closing quotation mark of a sentence, as in `“password=abcd”`. */
function hideQuoted(value: string, hide: (part: string) => string): string {
  const end = value.search(/”[.:!?]?$/);
  return end < 0 ? hide(value) : hide(value.slice(0, end)) + value.slice(end);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
