import { HIDDEN } from '../hidden.ts';
import { once } from '../once.ts';

const patterns = once(() => ({
  /** An address: its scheme and host, and what follows them. */
  address:
    /((?:[a-z][a-z\d+.-]{0,20}:\/\/[^\s/?#<>"'\\]{0,255})|(?<![\w.@-])(?:[\w-]{1,63}\.){1,6}[a-z]{2,24}(?::\d{1,5})?)([/?#][^\s<>"'\\]*)/giu,
  /** A part of a path that is made of words. */
  words: /^(?:[\p{L}_.~-]{0,20}|[\p{L}]{1,20}(?:-[\p{L}]{1,20}){0,8}|\d{1,3}|v\d{1,2})$/u,
  signIn:
    /(?:sign|log)[-_]?(?:in|up|on)|verif|confirm|magic|auth|token|otp|passcode|activat|reset|invit|unlock|session|sso|oauth/i,
}));

/**
 * Returns a text in which addresses that may sign somebody in show only their host: those with a query, a fragment, a part
 * that is no word, or a word such as "verify" in their path.
 */
export function hideLinkSecrets(text: string): string {
  const { address } = patterns();
  return text.replace(address, (whole, host: string, rest: string) =>
    isHarmless(rest) ? whole : `${host}/${HIDDEN}`,
  );
}

function isHarmless(rest: string): boolean {
  const { words, signIn } = patterns();
  const path = rest.replace(/[.,;:!)\]]+$/, '');
  return !/[?#=&%]/.test(path) && !signIn.test(path) && path.split('/').every(part => words.test(part));
}
