import { isObject, type JsonObject } from '../../../util/isObject.ts';
import { flaggedNames } from '../dialect.ts';
import type { KeywordReader } from '../keywordReader.ts';
import type { SchemaNode } from '../node.ts';
import { compilePattern } from '../pattern.ts';
import { showList } from '../problem.ts';
import type { Run } from '../run.ts';
import { addSizeLimits } from './sizes.ts';

/** Adds the keywords for properties of objects. */
export function addPropertyKeywords(reader: KeywordReader): void {
  const { checks } = reader;
  addSizeLimits<JsonObject>(
    reader,
    ['minProperties', 'maxProperties'],
    ['property', 'properties'],
    (object, run) => run.namesIn(object).length,
    check => checks.addObject(check),
  );
  for (const name of requiredNames(reader)) {
    checks.addObject(
      (object, run) =>
        Object.hasOwn(object, name) ||
        run.fail('required', () => `must have the property “${name}”`, { missing: name }),
    );
  }
  addDependencies(reader);
  addValues(reader);
  addNames(reader);
}

/** Returns the names in `required`, and those of properties with the flag `required` of draft 3. */
function requiredNames(reader: KeywordReader): ReadonlySet<string> {
  const isFlag = typeof reader.schema['required'] === 'boolean';
  const names = isFlag ? [] : (reader.names('required') ?? []);
  return new Set([...names, ...flaggedNames(reader.schema)]);
}

function addValues(reader: KeywordReader): void {
  const named = reader.subNamed('properties');
  const byPattern = reader.subNamed('patternProperties').flatMap(([source, node]) => {
    const matches = reader.read('patternProperties', () => compilePattern(source));
    return matches ? [[matches, node] as const] : [];
  });
  // Any name may be one that an unread keyword describes.
  const isUnsure = reader.isUnread('properties') || reader.isUnread('patternProperties');
  const rest = isUnsure ? undefined : reader.sub('additionalProperties');
  for (const [name, node] of named) {
    reader.checks.addObject((object, run, marks) => {
      if (!Object.hasOwn(object, name)) return true;
      marks?.keys.add(name);
      return property(node, name, object[name], run);
    });
  }
  const names = named.map(([name]) => name);
  const known = new Set(names);
  const isMap = isObject(reader.schema['additionalProperties']);
  reader.node.describes = name => isMap || known.has(name) || byPattern.some(([matches]) => matches(name));
  if (byPattern.length === 0 && !rest) return;
  reader.checks.addObject((object, run, marks) => {
    let valid = true;
    for (const name of run.namesIn(object)) {
      let matched = known.has(name);
      for (const [matches, node] of byPattern) {
        if (!matches(name, run)) continue;
        matched = true;
        marks?.keys.add(name);
        valid = property(node, name, object[name], run) && valid;
      }
      if (rest && !matched) {
        marks?.keys.add(name);
        valid = (rest.never ? unknown(name, names, run) : property(rest, name, object[name], run)) && valid;
      }
      if (!valid && !run.problems) return false;
    }
    return valid;
  });
}

function addNames(reader: KeywordReader): void {
  const node = reader.sub('propertyNames');
  if (!node) return;
  reader.checks.addObject((object, run) => {
    let valid = true;
    const { templates } = run;
    run.templates = false;
    for (const name of run.namesIn(object)) {
      const found = run.runAside(() => node.check(name, run, undefined), run.problems !== undefined);
      if (found.valid) continue;
      valid = false;
      run.path.push(name);
      const why = found.problems[0]?.message ?? 'must not be there';
      run.fail('propertyNames', () => `is not a name that fits: it ${why}`, { onKey: true });
      run.path.pop();
    }
    run.templates = templates;
    return valid;
  });
}

function addDependencies(reader: KeywordReader): void {
  for (const keyword of ['dependentRequired', 'dependencies', 'dependentSchemas'] as const) {
    const named = reader.object(keyword);
    if (!named) continue;
    for (const [name, dependency] of Object.entries(named)) {
      if (Array.isArray(dependency)) addNeeded(reader, keyword, name, dependency);
      else if (keyword !== 'dependentRequired') {
        const node = reader.make(dependency, keyword);
        reader.node.inPlace.push(node);
        reader.checks.addObject(
          (object, run, marks) => !Object.hasOwn(object, name) || node.check(object, run, marks),
        );
      }
    }
  }
}

function addNeeded(
  reader: KeywordReader,
  keyword: string,
  name: string,
  requiredNames: readonly unknown[],
): void {
  for (const needed of requiredNames) {
    if (typeof needed !== 'string') continue;
    reader.checks.addObject(
      (object, run) =>
        !Object.hasOwn(object, name) ||
        Object.hasOwn(object, needed) ||
        run.fail(keyword, () => `must have the property “${needed}” beside “${name}”`, {
          missing: needed,
        }),
    );
  }
}

/** Checks the value of a property at its path. */
function property(node: SchemaNode, name: string, value: unknown, run: Run): boolean {
  run.path.push(name);
  const fits = node.check(value, run, undefined);
  run.path.pop();
  return fits;
}

function unknown(name: string, names: readonly string[], run: Run): false {
  run.path.push(name);
  run.fail(
    'additionalProperties',
    () =>
      names.length === 0
        ? 'is not a known property; none is'
        : `is not a known property; known are ${showList(names)}`,
    { onKey: true, expected: names },
  );
  run.path.pop();
  return false;
}
