import { counted } from '../../../util/counted.ts';
import type { KeywordReader } from '../keywordReader.ts';
import type { Check } from '../node.ts';
import type { Run } from '../run.ts';

/** Adds two keywords that limit the size of a value, such as `minItems` and `maxItems`. */
export function addSizeLimits<Value>(
  reader: KeywordReader,
  [least, most]: readonly [least: string, most: string],
  [one, many]: readonly [one: string, many: string],
  sizeOf: (value: Value, run: Run) => number,
  add: (check: Check<Value>) => void,
): void {
  for (const [keyword, words, sign] of [[least, 'at least', 1] as const, [most, 'at most', -1] as const]) {
    const limit = reader.count(keyword);
    if (limit === undefined) continue;
    add((value, run) => {
      const size = sizeOf(value, run);
      const message = (): string => `must have ${words} ${counted(limit, one, many)}, not ${size}`;
      return (size - limit) * sign >= 0 || run.fail(keyword, message, { expected: limit });
    });
  }
}
