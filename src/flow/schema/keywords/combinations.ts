import { isObject, listOf, memberOf } from '../../../util/isObject.ts';
import { once } from '../../../util/once.ts';
import type { KeywordReader } from '../keywordReader.ts';
import { Marks } from '../marks.ts';
import type { Check, SchemaNode } from '../node.ts';
import type { Aside, Run } from '../run.ts';
import { meantAlternatives, wrongConstant } from '../meantAlternatives.ts';
import { type SchemaProblem, show, showList } from '../problem.ts';

/** Adds `allOf`, `anyOf`, `oneOf`, `not` and `if` with `then` and `else`. */
export function addCombinations(reader: KeywordReader): void {
  const { checks } = reader;
  for (const node of reader.subList('allOf') ?? []) {
    reader.node.inPlace.push(node);
    checks.addCombined((value, run, marks) => node.check(value, run, marks));
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = reader.subList(keyword);
    if (!branches) continue;
    reader.node.inPlace.push(...branches);
    const schemas = reader.list(keyword) ?? [];
    const values = schemas.flatMap(branch =>
      isObject(branch) && 'const' in branch ? [branch['const']] : [],
    );
    if (values.length === schemas.length && values.length > 0) {
      // Alternatives that are all constants are an enumeration with descriptions.
      const words = once(() => showList(values));
      checks.addCombined(
        (value, run) =>
          run.hasExpressions(value) ||
          values.some(constant => run.equal(constant, value)) ||
          run.fail('enum', () => `must be ${words()}, not ${show(value)}`, { expected: values }),
      );
      continue;
    }
    const names = once(() => schemas.map(titleOf));
    checks.addCombined(createChoiceCheck(keyword, branches, names));
  }
  const refused = reader.subInPlace('not');
  if (refused) {
    checks.addCombined((value, run) => {
      const { valid, uncertain } = run.runAside(() => refused.check(value, run, undefined));
      if (!valid || uncertain) return true;
      return run.fail('not', () => describeRefusal(reader.schema['not']), { expected: reader.schema['not'] });
    });
  }
  addCondition(reader);
}

function addCondition(reader: KeywordReader): void {
  const condition = reader.subInPlace('if');
  if (!condition) return;
  const then = reader.subInPlace('then');
  const otherwise = reader.subInPlace('else');
  reader.checks.addCombined((value, run, marks) => {
    const { valid, uncertain } = run.runAside(() => condition.check(value, run, marks));
    const next = valid ? then : otherwise;
    if (!next) return true;
    if (!uncertain) return next.check(value, run, marks);
    // The result of the condition is unknown before the flow runs, so neither branch can reject the value.
    return run.runAside(() => next.check(value, run, marks)).valid || true;
  });
}

function createChoiceCheck(
  keyword: 'anyOf' | 'oneOf',
  branches: readonly SchemaNode[],
  names: () => readonly string[],
): Check {
  return (value, run, marks) => {
    const fitting: number[] = [];
    let certain = 0;
    for (const [index, branch] of branches.entries()) {
      const branchMarks = marks ? new Marks() : undefined;
      const { valid, uncertain } = run.runAside(() => branch.check(value, run, branchMarks));
      if (!valid) continue;
      fitting.push(index);
      if (!uncertain) certain++;
      run.merge(branchMarks, marks);
      if (keyword === 'anyOf' && !marks) return true;
    }
    if (fitting.length === 0) {
      if (run.problems) explain(keyword, value, run, branches, names());
      return false;
    }
    if (keyword === 'anyOf' || certain <= 1) return true;
    const [first = 0, second = 0] = fitting;
    return run.fail(
      'oneOf',
      () =>
        `must have exactly one form, but fits ${fitting.length}, such as ${formatName(names(), first)} and ${formatName(names(), second)}`,
    );
  };
}

/**
 * Reports the problems in the alternative that the value is meant to have, if there is a single one; else lists all
 * alternatives. A property that tells them apart and has none of their values is reported alone.
 */
function explain(
  keyword: string,
  value: unknown,
  run: Run,
  branches: readonly SchemaNode[],
  names: readonly string[],
): void {
  const judged = branches.map(branch => ({
    ...run.runAside(() => branch.check(value, run, undefined), true),
    knows: (name: string) => branch.knows(name),
  }));
  for (const { problems } of judged) run.spend(1 + problems.length);
  const wrong = wrongConstant(judged, run.path.length);
  if (wrong) {
    const { name, expected } = wrong;
    const present = memberOf(value, name);
    run.path.push(name);
    run.fail('enum', () => `must be ${showList(expected)}, not ${show(present)}`, { expected });
    run.path.pop();
    return;
  }
  const meant = meantAlternatives(judged, value, run.path.length);
  const [only] = meant;
  if (only && meant.length === 1) {
    run.problems?.push(...only.problems);
    return;
  }
  const choices = names.map((_, index) => formatName(names, index)).join(', ');
  const nearest = findFewestProblems(meant);
  run.fail(
    keyword,
    () => `must have one of the forms ${choices}; ${describeNearest(nearest, run.path.length)}`,
  );
}

function findFewestProblems(judged: readonly Aside[]): Aside | undefined {
  return judged.toSorted((a, b) => a.problems.length - b.problems.length)[0];
}

function describeNearest(nearest: Aside | undefined, depth: number): string {
  const problem: SchemaProblem | undefined = nearest?.problems[0];
  if (!problem) return 'it has none of them';
  const path = problem.path.slice(depth).join('.');
  return path === '' ? `it ${problem.message}` : `${path} ${problem.message}`;
}

function formatName(names: readonly string[], index: number): string {
  return names[index] || `number ${index + 1}`;
}

/** Describes what a schema under `not` forbids, in detail for simple schemas. */
function describeRefusal(schema: unknown): string {
  if (isObject(schema)) {
    const keywords = Object.keys(schema);
    const names = schema['required'];
    if (keywords.length === 1 && Array.isArray(names)) {
      const quoted = names.map(name => `“${String(name)}”`);
      if (quoted.length === 1) return `must not have the property ${quoted.join()}`;
      return `must not have the properties ${quoted.join(' and ')} together`;
    }
    if (keywords.length === 1 && 'const' in schema) return `must not be ${showList([schema['const']])}`;
    if (keywords.length === 1 && Array.isArray(schema['enum']))
      return `must not be ${showList(schema['enum'])}`;
  }
  return 'must not have the form that it has';
}

function titleOf(schema: unknown): string {
  if (!isObject(schema)) return '';
  const { title, type, $ref: reference } = schema;
  if (typeof title === 'string') return `“${title}”`;
  if (typeof reference === 'string') return `“${reference.slice(reference.search(/[^/#]*$/))}”`;
  if (typeof type === 'string') return type;
  const required = listOf(schema['required']);
  return required.length > 0 ? `with ${required.join(' and ')}` : '';
}
