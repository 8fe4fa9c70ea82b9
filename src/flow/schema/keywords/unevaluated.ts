import { isSince } from '../dialect.ts';
import { isObject } from '../../../util/isObject.ts';
import type { KeywordReader } from '../keywordReader.ts';

/** Adds `unevaluatedProperties` and `unevaluatedItems`, which apply to parts that no other keyword has evaluated. */
export function addUnevaluated(reader: KeywordReader): void {
  if (!isSince(reader.draft, '2019-09')) return;
  const { checks } = reader;
  const properties = reader.sub('unevaluatedProperties');
  if (properties) {
    reader.track();
    checks.addLast((value, run, marks) => {
      if (!isObject(value) || !marks) return true;
      let valid = true;
      for (const name of run.namesIn(value)) {
        if (marks.keys.has(name)) continue;
        marks.keys.add(name);
        run.path.push(name);
        const fits = properties.never
          ? run.fail('unevaluatedProperties', () => 'is not a known property', { onKey: true })
          : properties.check(value[name], run, undefined);
        run.path.pop();
        valid = fits && valid;
      }
      return valid;
    });
  }
  const items = reader.sub('unevaluatedItems');
  if (!items) return;
  reader.track();
  checks.addLast((value, run, marks) => {
    if (!Array.isArray(value) || !marks) return true;
    run.spend(value.length);
    let valid = true;
    for (let index = marks.items; index < value.length; index++) {
      if (marks.single.has(index)) continue;
      run.path.push(index);
      valid = items.check(value[index], run, undefined) && valid;
      run.path.pop();
    }
    marks.items = value.length;
    return valid;
  });
}
