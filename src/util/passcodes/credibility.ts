import type { CodeCandidate } from './candidates.ts';
import type { Token } from './readTokens.ts';
import { lists } from './wordLists.ts';

/** The word that names a passcode, as seen from the number. */
export interface Link {
  readonly at: number;
  readonly anchor: 'passcode' | 'code';
  readonly points: number;
  readonly isSameSentence: boolean;
  readonly isBefore: boolean;
  /** True if ":" or a word such as "is" stands between. */
  readonly isLinked: boolean;
  /** True if nothing else stands between. */
  readonly isDirect: boolean;
  /** The number of words between. */
  readonly distance: number;
}

/** True if a code of this form is credible so far from its word. */
export function isCredible(
  { code, kind, isGrouped }: CodeCandidate,
  link: Link,
  isOffer: boolean,
  isOwnLine: boolean,
): boolean {
  if (isOffer && link.anchor === 'code' && !(kind === 'digits' && link.isDirect)) return false;
  const isClose = link.isBefore && (link.isDirect || (link.isLinked && link.isSameSentence));
  if (kind === 'digits') {
    if (isDate(code)) return link.isDirect || (!link.isBefore && link.isLinked);
    return code.length <= 8 || isClose || (isOwnLine && link.isBefore);
  }
  const isNamedAfter = !link.isBefore && link.isLinked && link.isSameSentence;
  if (kind === 'letters')
    return (
      (isNamedAfter && /^[A-Z]+$/.test(code)) ||
      isClose ||
      (isOwnLine && link.isBefore) ||
      (isGrouped && link.isSameSentence)
    );
  if (isGrouped && link.isBefore && link.isLinked) return true;
  if (isWordLike(code)) return isClose || (isOwnLine && link.isBefore);
  return (
    isClose || isNamedAfter || (isOwnLine && link.isBefore) || (link.isSameSentence && link.distance <= 14)
  );
}

/** True if digits look like a year, or a date such as 20261121. */
export function isDate(code: string): boolean {
  return /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01]))?$/.test(code);
}

/** True for a word with a number at its end, such as `SAVE20`. */
function isWordLike(code: string): boolean {
  return /^[a-z]{3,}\d{1,4}$/i.test(code);
}

export function isUpperMix(code: string): boolean {
  return /^(?=.*[A-Z])[A-Z\d-]{5,9}$/.test(code) && !isWordLike(code);
}

/** True if letters are more likely a code than a word. */
export function isRandom(code: string, before: Token | undefined): boolean {
  const letters = code.replaceAll('-', '');
  if (lists().noCodes.has(letters.toLowerCase())) return false;
  if (code.includes('-')) return true;
  if (before?.kind === 'mark' && /^["'“„«[【「]$/.test(before.word) && /[A-Z]/.test(code))
    return /[^aeiou]{3}/i.test(code);
  if (/^[A-Z]+$/.test(code)) return /[^AEIOUY]{3}|[^AEIOU]{4}|Q[^U]/.test(code);
  if (/^[A-Z]?[a-z]+$/.test(code)) return /[^aeiouy]{4}|[^aeiou]{5}|q[^u]/.test(code) && /^[a-z]/.test(code);
  return /[a-z][A-Z]/.test(code) && /[^aeiou]{2}/i.test(code);
}
