// Character codes of JSON punctuation; in UTF-8, each is a single byte with this value.

export const QUOTE = 34;
export const COMMA = 44;
const COLON = 58;
export const OPEN_LIST = 91;
export const BACKSLASH = 92;
const CLOSE_LIST = 93;
export const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Parses JSON; undefined if the text is not JSON. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const STRING_ENDS: ReadonlySet<number> = new Set([10, 13, QUOTE]);

/** Returns true if brackets outside of strings are nested deeper than a limit; the text need not be valid. */
export function nestsDeeperThan(text: string, levels: number): boolean {
  return findExcess(text, levels, Number.POSITIVE_INFINITY) !== undefined;
}

/**
 * Returns the offset at which a text, which need not be valid JSON, has brackets outside of strings that are nested
 * deeper than `levels`, or more than `values` values.
 */
export function findExcess(
  text: string,
  levels: number,
  values: number,
): { readonly of: 'levels' | 'values'; readonly at: number } | undefined {
  let depth = 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      // An unterminated string ends at the end of its line.
      for (at++; at < text.length && !STRING_ENDS.has(text.charCodeAt(at)); at++) {
        if (text.charCodeAt(at) === BACKSLASH) at++;
      }
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > levels) return { of: 'levels', at };
      if (++count > values) return { of: 'values', at };
    } else if (code === COMMA) {
      if (++count > values) return { of: 'values', at };
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return undefined;
}

/**
 * Returns true if the objects of a JSON text have more than `most` different names of members. Parsers need many times
 * the memory and time of the text for such objects.
 */
export function hasMoreNames(text: string, most: number): boolean {
  const names = new Set<string>();
  for (let start = text.indexOf('"'); start !== -1 && names.size <= most;) {
    const end = endOfText(text, start + 1);
    let after = end + 1;
    while (text.charCodeAt(after) <= SPACE) after++;
    if (text.charCodeAt(after) === COLON) names.add(text.slice(start + 1, end));
    start = text.indexOf('"', after);
  }
  return names.size > most;
}

const SPACE = 32;

// Long texts are searched much faster than each of their characters is checked.
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (first > start && text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}

/** The nesting depth beyond which the output would be mostly spaces. */
const MAX_DEPTH = 100;

/** Indents a JSON text without changing its tokens; undefined if it is not JSON or is nested too deeply. */
export function indentJson(text: string): string | undefined {
  if (parseJsonOrUndefined(text) === undefined) return undefined;
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  const endLine = (): void => {
    lines.push(line);
    line = '  '.repeat(depth);
  };
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[^\s"[\]{},:]+|[[\]{},:]/g) ?? [];
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    const isEmpty = (token === '}' && before === '{') || (token === ']' && before === '[');
    if (token === '}' || token === ']') depth--;
    if ((token === '}' || token === ']') && !isEmpty) endLine();
    line += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth++;
    if (depth > MAX_DEPTH) return undefined;
    const after = tokens[at + 1];
    const opens = (token === '{' && after !== '}') || (token === '[' && after !== ']');
    if (opens || token === ',') endLine();
  }
  return [...lines, line].join('\n');
}
