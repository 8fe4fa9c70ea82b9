import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from '../../util/jsonText.ts';
import type { TextRange } from './diagnostic.ts';

const SPACE = 32;
const STAR = 42;
const SLASH = 47;
const SEPARATOR = /[\s\ufeff,:[\]{}"/]/;

/**
 * Yields the ranges of the entries in the first `actions` of a flow, found without parsing. Stops at the first entry
 * that has no closing bracket or that touches a number or a word, which is left to the parser.
 */
export function splitEntries(text: string): Generator<TextRange> {
  return splitEntriesBehind(text, findList(text));
}

/** Yields the ranges of the entries in the list after an offset outside of entries. */
export function* splitEntriesBehind(text: string, start: number): Generator<TextRange> {
  for (let at = start; at !== -1 && at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT) {
      const end = findClosingEnd(text, at);
      if (end === -1 || !isSeparated(text, at, end)) return;
      yield { start: at, end };
      at = end;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) return;
    else if (code === OPEN_LIST) at = findClosingEnd(text, at);
    else at = skip(text, at, code);
  }
}

/** Returns the end of the object or list that opens at an offset; -1 if its brackets do not match. */
export function findClosingEnd(text: string, start: number): number {
  const closers: number[] = [];
  for (let at = start; at !== -1 && at < text.length;) {
    const code = text.charCodeAt(at);
    // Most characters outside of strings are white space.
    if (code <= SPACE) {
      at++;
      continue;
    }
    if (code === OPEN_OBJECT) closers.push(CLOSE_OBJECT);
    else if (code === OPEN_LIST) closers.push(CLOSE_LIST);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      if (closers.pop() !== code) return -1;
      if (closers.length === 0) return at + 1;
    }
    at = skip(text, at, code);
  }
  return -1;
}

/** Returns the offset behind the opening bracket of the top-level `actions`; -1 if there is none. */
function findList(text: string): number {
  let at = 0;
  while (at !== -1 && at < text.length && text.charCodeAt(at) !== OPEN_OBJECT) {
    const code = text.charCodeAt(at);
    const next = skip(text, at, code);
    if (code !== SLASH && !isSpace(code)) return -1;
    at = next;
  }
  let key = '';
  let afterColon = false;
  for (at++; at > 0 && at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === CLOSE_OBJECT || code === CLOSE_LIST) return -1;
    if (code === OPEN_LIST && afterColon && key === '"actions"') return at + 1;
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      at = findClosingEnd(text, at);
      continue;
    }
    const next = skip(text, at, code);
    if (code === QUOTE && !afterColon) key = text.slice(at, next);
    else if (code === COLON) afterColon = true;
    else if (code === COMMA) afterColon = false;
    at = next;
  }
  return -1;
}

/**
 * Returns the offset behind the string, comment or character at an offset; -1 for an unterminated string or comment.
 */
function skip(text: string, at: number, code: number): number {
  if (code === QUOTE) return skipText(text, at);
  if (code !== SLASH) return at + 1;
  const next = text.charCodeAt(at + 1);
  if (next === SLASH) {
    const line = text.slice(at).search(/[\r\n]/);
    return line === -1 ? -1 : at + line;
  }
  if (next !== STAR) return at + 1;
  const end = text.indexOf('*/', at + 2);
  return end === -1 ? -1 : end + 2;
}

function skipText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
    else if (code === 10 || code === 13) return -1;
  }
  return -1;
}

/** Returns true unless a range touches a character that would form one token with a number in its place. */
function isSeparated(text: string, start: number, end: number): boolean {
  return SEPARATOR.test(text.charAt(start - 1)) && (end === text.length || SEPARATOR.test(text.charAt(end)));
}

function isSpace(code: number): boolean {
  return code === SPACE || code === 9 || code === 10 || code === 13 || code === 0xfeff;
}
