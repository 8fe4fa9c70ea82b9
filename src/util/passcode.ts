import { HIDDEN } from './secretText.ts';
import { once } from './once.ts';

/** Words for a one-time passcode in several languages; a number near one of them is taken as the passcode. */
const NAMES = [
  String.raw`pass[- ]?codes?|one[- ]time|\botp\b|\bpin\b|\bm?tan\b(?=\W{1,3}\d)|\btoken\b`,
  String.raw`\p{L}{0,24}codes?(?!\p{L})|c[óo]digos?|codice|\bcod(?:ul)?\b|\p{L}{0,24}koodi`,
  String.raw`k[oó]d(?:e|en|et|eks|u|unuz|un|y|em|ja|od)?(?!\p{L})|\p{L}{0,24}(?:kennwort|passwort|password)`,
  'contraseña|mot de passe|senha|wachtwoord|lösenord|hasło|şifre|heslo|salasana|jelszó',
  'код|пароль|пин|κωδικ|קוד|סיסמה|رمز|كود|کد|कोड|ओटीपी|รหัส|mã',
  '验证码|驗證碼|校验码|动态码|动态密码|确认码|確認碼|コード|暗証番号|ワンタイム|認証|確認|인증|코드|비밀번호',
].join('|');
// Created on first use: V8 compiles regular expression literals at module load, 2 ms for these.
const patterns = once(() => ({
  name: new RegExp(NAMES, 'iu'),
  /** Words in messages that often contain a passcode without naming it. */
  occasion: new RegExp(
    String.raw`verif|vérif|confirm|sign[- ]?in|log[- ]?in|authenti|2fa|two[- ]factor|security|bestätig|anmeld|sicherheit|connexion|sécurité|accesso|conferma|подтвер|вход|ログイン|登录|登入|로그인`,
    'iu',
  ),
  /** Other kinds of codes, blanked out before the search. */
  otherCodes: new RegExp(
    String.raw`(?:promo|promotion|discount|coupon|voucher|gift|referral|invite|zip|postal|post|area|error|status|exit|country|dress|qr|bar|source|product|tracking|booking|reservation|order|rabatt|gutschein|aktions|fehler|buchungs|bestell)[- ]?codes?(?!\p{L})|código de (?:descuento|error)|code (?:promo|postal|erreur)`,
    'giu',
  ),
  /** Web and email addresses, whose numbers are ignored. */
  addresses: new RegExp(String.raw`(?:https?://|www\.)\S+|[^\s@<>]{1,64}@[^\s@<>]{1,255}`, 'giu'),
  /** Words directly before a number that mark it as something other than a passcode. */
  otherNumbers: new RegExp(
    String.raw`(?:order|invoice|ticket|account|customer|member|case|policy|contract|model|serial|version|build|phone|mobile|tel|call|ref(?:erence)?|parcel|shipment|room|flight|page|street|booking|reservation|appointment|card|ending(?: in)?|ends (?:in|with)|total|amount|balance|price|reply stop to|bestellung|rechnung|kundennummer|pedido|factura|commande|ordine|endet auf|№|nr|no|#)\.?(?:\s*(?:number|nummer|no|nr|id)\.?)?\s*[:#.]?\s*$`,
    'iu',
  ),
  moneyBefore: new RegExp(String.raw`(?:[$€£¥₹]|(?:usd|eur|gbp|chf|pln|inr)\s)\s?$`, 'iu'),
  unitAfter: new RegExp(
    String.raw`^\s?(?:[€$£¥₹]|(?:usd|eur|gbp|chf|pln|inr|dollars?|euros?|pounds?|zł|kr|km|kg|mb|gb|px|people|users|points|(?:seconds?|minutes?|hours?|days?|sekunden|minuten|stunden|tage|secs?|mins?))(?!\p{L}))`,
    'iu',
  ),
  offerAfter: new RegExp(
    String.raw`^\W{0,3}(?:\p{L}+\W{1,3}){0,3}(?:checkout|\d+\s?% off|off\b|discount|save\b)`,
    'iu',
  ),
  /** The start of a phone number, whose remaining digits are not a passcode. */
  phoneBefore: new RegExp(String.raw`(?:\+|\(|(?<![\d.,])0)\d[\d ()/-]*$`, 'u'),
  /** 4 to 8 digits, optionally grouped, optionally after one or two letters and a hyphen. */
  digits: new RegExp(
    String.raw`(?<![\p{L}\d_.,/+#-]|\d:|(?<!\d)(?!(?:19|20)\d\d[ -])\d{3,}[ -])(?:[A-Z]{1,2}-)?(\d{4}[ -]\d{4}|\d{3}[ -]\d{3,4}|\d{2}(?:[ -]\d\d){2,3}|\d(?: \d){3,7}|\d{4,8})(?![\p{L}\d_%/]|[.,:-]\d|[ -](?!(?:19|20)\d\d(?!\d))\d{3})`,
    'gu',
  ),
  /** Capitals mixed with digits, such as `X7K9Q2` or `ABC-123`; accepted only shortly after a passcode word. */
  mixed: new RegExp(
    String.raw`(?<![\p{L}\d_-])(?=[A-Z-]{0,8}\d)(?=[\d-]{0,8}[A-Z])([A-Z\d]{5,8}|[A-Z\d]{3,4}-[A-Z\d]{3,4})(?![\p{L}\d_-])`,
    'gu',
  ),
}));

/** The maximum distance in characters between a passcode word and digits (NEAR) or mixed characters (BESIDE). */
const NEAR = 60;
const BESIDE = 25;

/**
 * Finds the one-time passcode in the texts of a message, in the given order of preference, such as subject, then body.
 * Returns it without spaces and hyphens, or undefined; ignores years, dates, prices, phone numbers and numbers labeled
 * otherwise.
 */
export function findPasscode(...texts: readonly (string | null | undefined)[]): string | undefined {
  const { name, occasion, addresses, otherCodes } = patterns();
  const readable = texts.map(text =>
    (text ?? '').replaceAll(addresses, blankOut).replaceAll(otherCodes, blankOut),
  );
  const candidates = readable.map(findCandidates);
  for (const ranked of candidates) {
    const [best] = ranked
      .filter(candidate => candidate.distance <= NEAR)
      .toSorted((a, b) => a.distance - b.distance);
    if (best) return best.code;
  }
  // In a message about a passcode, a six-digit number needs no passcode word near it.
  if (!readable.some(text => occasion.test(text) || name.test(text))) return undefined;
  return candidates.flat().find(({ code }) => /^\d{6}$/.test(code))?.code;
}

interface Letter {
  readonly subject?: unknown;
  readonly preview?: unknown;
  /** The body of a text message. */
  readonly text?: unknown;
}

/** Returns the passcode in an email or text message. */
export function passcodeOf({ subject, preview, text }: Letter): string | undefined {
  return findPasscode(...[subject, preview, text].filter(value => typeof value === 'string'));
}

/** Replaces a passcode by dots, however its digits are grouped; the text may be JSON. */
export function hidePasscode(text: string, code: string): string {
  const grouped = code.replaceAll(/(?<=[A-Z\d])(?=[A-Z\d])/g, '[ -]?');
  // In JSON, the letter of an escape such as `\n` is not part of a word.
  const everywhere = new RegExp(`(?:(?<=\\\\[bfnrt])|(?<![\\p{L}\\d]))${grouped}(?![\\p{L}\\d])`, 'gu');
  return text.replaceAll(everywhere, HIDDEN);
}

/** Replaces everything that can be a passcode by dots: numbers, and capitals with digits. */
export function hideLikelyPasscodes(text: string): string {
  return text.replaceAll(/(?=[A-Z -]{0,12}\d)[A-Z\d](?:[ -]?[A-Z\d]){3,}/g, HIDDEN);
}

/** Returns a message with its passcode replaced by dots, however its digits are grouped. */
export function withoutPasscode<Message extends Letter>(message: Message): Message {
  const { subject, preview } = message;
  const code = passcodeOf({ subject, preview });
  if (code === undefined) return message;
  const hide = (text: unknown): unknown => (typeof text === 'string' ? hidePasscode(text, code) : text);
  return { ...message, subject: hide(subject), preview: hide(preview) };
}

interface Candidate {
  readonly code: string;
  /** The distance in characters to the nearest passcode word. */
  readonly distance: number;
}

function findCandidates(text: string): Candidate[] {
  const { digits, mixed, otherNumbers, moneyBefore, phoneBefore, unitAfter, offerAfter } = patterns();
  const found: Candidate[] = [];
  for (const match of text.matchAll(digits)) {
    const { before, after } = textAround(text, match);
    const code = (match[1] ?? '').replaceAll(/[ -]/g, '');
    if (otherNumbers.test(before) || moneyBefore.test(before) || phoneBefore.test(before)) continue;
    if (unitAfter.test(after)) continue;
    if (isDate(code) && !/(?:pin|code|otp)\W*(?:is\W*)?$/i.test(before)) continue;
    // A passcode word after the number may refer to something else, so it ranks lower.
    const distance = Math.min(distanceToLastName(before), distanceToFirstName(after) + 10);
    found.push({ code, distance });
  }
  for (const match of text.matchAll(mixed)) {
    const { before, after } = textAround(text, match);
    const distance = distanceToLastName(before);
    if (distance <= BESIDE && !offerAfter.test(after)) found.push({ code: match[0], distance });
  }
  return found;
}

function textAround(text: string, { 0: matched, index }: RegExpExecArray): { before: string; after: string } {
  const end = index + matched.length;
  return { before: text.slice(Math.max(0, index - NEAR), index), after: text.slice(end, end + NEAR) };
}

function distanceToLastName(before: string): number {
  const last = [...before.matchAll(new RegExp(NAMES, 'giu'))].at(-1);
  return last ? before.length - last.index - last[0].length : Infinity;
}

function distanceToFirstName(after: string): number {
  const at = after.search(patterns().name);
  return at < 0 ? Infinity : at;
}

/** Returns true if digits look like a year, or a date such as 20261121. */
function isDate(code: string): boolean {
  return /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01]))?$/.test(code);
}

// Keeps the length, so that distances stay valid.
function blankOut(words: string): string {
  return '_'.repeat(words.length);
}
