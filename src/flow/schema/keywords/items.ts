import { isSince } from '../dialect.ts';
import type { KeywordReader } from '../keywordReader.ts';
import type { SchemaNode } from '../node.ts';
import type { Run } from '../run.ts';
import { addSizeLimits } from './sizes.ts';

/** Adds `minItems`, `maxItems`, `uniqueItems`, `prefixItems`, `items`, `additionalItems` and `contains`. */
export function addItemKeywords(reader: KeywordReader): void {
  const { checks } = reader;
  addSizeLimits<readonly unknown[]>(
    reader,
    ['minItems', 'maxItems'],
    ['item', 'items'],
    ({ length }) => length,
    check => checks.addList(check),
  );
  if (reader.schema['uniqueItems'] === true) checks.addList(unique);
  addPlaces(reader);
  addContains(reader);
}

function addPlaces(reader: KeywordReader): void {
  const { checks } = reader;
  const tuple = Array.isArray(reader.schema['items']);
  const prefixKeyword = tuple ? 'items' : 'prefixItems';
  const prefix = tuple || isSince(reader.draft, '2020-12') ? (reader.subList(prefixKeyword) ?? []) : [];
  const rest = tuple ? reader.sub('additionalItems') : reader.sub('items');
  if (prefix.length > 0) {
    checks.addList((list, run, marks) => {
      if (marks) marks.items = Math.max(marks.items, Math.min(prefix.length, list.length));
      return eachItem(list, 0, Math.min(prefix.length, list.length), index => prefix[index], run);
    });
  }
  // Where a tuple that cannot be read ends is not known.
  if (!rest || reader.isUnread(prefixKeyword)) return;
  checks.addList((list, run, marks) => {
    if (marks) marks.items = list.length;
    return eachItem(list, prefix.length, list.length, () => rest, run);
  });
}

function addContains(reader: KeywordReader): void {
  const node = reader.sub('contains');
  if (!node) return;
  const least = reader.count('minContains') ?? 1;
  const most = reader.count('maxContains') ?? Number.POSITIVE_INFINITY;
  // Before 2020-12, `contains` does not count as evaluating items.
  const marksItems = isSince(reader.draft, '2020-12');
  reader.checks.addList((list, run, marks) => {
    let certain = 0;
    let possible = 0;
    for (const [index, item] of list.entries()) {
      const { valid, uncertain } = run.runAside(() => node.check(item, run, undefined));
      if (!valid) continue;
      possible++;
      if (!uncertain) certain++;
      if (marksItems) marks?.single.add(index);
    }
    if (possible < least) {
      return run.fail('contains', () => `must contain ${least} fitting items, not ${possible}`, {
        expected: least,
      });
    }
    if (certain <= most) return true;
    return run.fail('maxContains', () => `must contain at most ${most} fitting items, not ${certain}`, {
      expected: most,
    });
  });
}

function eachItem(
  list: readonly unknown[],
  start: number,
  end: number,
  nodeAt: (index: number) => SchemaNode | undefined,
  run: Run,
): boolean {
  let valid = true;
  for (let index = start; index < end; index++) {
    run.path.push(index);
    const fits = nodeAt(index)?.check(list[index], run, undefined) ?? true;
    run.path.pop();
    if (fits) continue;
    if (!run.problems) return false;
    valid = false;
  }
  return valid;
}

function unique(list: readonly unknown[], run: Run): boolean {
  const indexByKey = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    if (typeof item === 'string' && run.classify(item) !== 'plain') continue;
    const key = run.canonical(item);
    const first = indexByKey.get(key);
    if (first !== undefined) {
      return run.fail(
        'uniqueItems',
        () => `must not have the same item twice, but items ${first + 1} and ${index + 1} are equal`,
        { expected: true },
      );
    }
    indexByKey.set(key, index);
  }
  return true;
}
