import { formats } from '../formats.ts';
import type { KeywordReader } from '../keywordReader.ts';
import { compilePattern } from '../pattern.ts';
import { show } from '../problem.ts';
import { addSizeLimits } from './sizes.ts';

/** Adds `minLength`, `maxLength`, `pattern` and `format`. */
export function addTextKeywords(reader: KeywordReader): void {
  addSizeLimits<string>(reader, ['minLength', 'maxLength'], ['character', 'characters'], characters, check =>
    reader.checks.addText(check),
  );
  const source = reader.text('pattern');
  const matches = source === undefined ? undefined : reader.read('pattern', () => compilePattern(source));
  if (matches) {
    reader.checks.addText(
      (value, run) =>
        matches(value, run) ||
        run.fail('pattern', () => `must match the pattern ${source}, not ${show(value)}`, {
          expected: source,
        }),
    );
  }
  addFormat(reader);
}

function addFormat(reader: KeywordReader): void {
  const name = reader.text('format');
  const format = name === undefined || !reader.formats ? undefined : formats.get(name);
  if (!format) return;
  reader.checks.addText(
    (value, run) =>
      format.holds(value) ||
      run.fail('format', () => `must be ${format.words}${butIs(value)}`, { expected: name }),
  );
}

function butIs(value: string): string {
  return value === '' ? ' and is empty' : `, not ${show(value)}`;
}

/** Returns the length of a text in characters; a surrogate pair counts as one. */
function characters(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const pair =
      isSurrogate(text.charCodeAt(index), 0xd800) && isSurrogate(text.charCodeAt(index + 1), 0xdc00);
    if (pair) {
      count--;
      index++;
    }
  }
  return count;
}

function isSurrogate(unit: number, first: number): boolean {
  return unit >= first && unit < first + 0x400;
}
