import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compileSchema } from '../src/flow/schema/compileSchema.ts';
import { type Disagreement, RULES, SchemaViews } from '../test/support/schemaAgreement.ts';
import { isObject } from '../src/util/isObject.ts';

// Measures form, completion, hover and check with a folder of schemas and examples that is laid out like the SchemaStore
// repository: src/schemas/json/NAME.json, src/test/NAME/*.json and src/negative_test/NAME/*.json.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error('Usage: npm run corpus -- FOLDER [--only NAME] [--every N] [--verbose]');

interface Example {
  readonly name: string;
  readonly value: unknown;
}

/** The time after which no further values of a schema are read, in milliseconds. */
const MAX_MS = 2000;

/** Numbers of cases by row of the result. */
const counts = new Map<string, number>();
let slowest = { name: '', ms: 0 };

function count(row: string, by = 1, detail?: string): void {
  counts.set(row, (counts.get(row) ?? 0) + by);
  if (values.verbose && detail !== undefined) process.stdout.write(`${row}: ${detail}\n`);
}

const source = join(folder, 'src/schemas/json');
for (const [index, file] of readdirSync(source).toSorted().entries()) {
  const name = file.replace(/\.json$/, '');
  if (!file.endsWith('.json') || !name.includes(values.only)) continue;
  const schema = readJson(join(source, file));
  if (schema === undefined) continue;
  const startedAt = performance.now();
  measure(name, schema, index);
  const ms = performance.now() - startedAt;
  count('Schemas');
  if (ms > 5000 && values.verbose) process.stdout.write(`slow: ${name} ${ms.toFixed(0)} ms\n`);
}

function measure(name: string, schema: unknown, index: number): void {
  const startedAt = performance.now();
  const checker = timed(name, () => compileSchema(schema));
  if (checker.unchecked !== undefined) count('Schemas with external references');
  if (checker.unusable !== undefined)
    count('Schemas that cannot be checked', 1, `${name}: ${checker.unusable}`);
  const valid = examplesIn('test', name);
  for (const example of valid) {
    count('Valid examples');
    const [problem] = timed(name, () => checker.check(example.value));
    if (problem?.keyword === 'cannotCheck')
      count('Valid examples that were not checked completely', 1, example.name);
    else if (problem)
      count('Valid examples flagged', 1, `${example.name}: /${problem.path.join('/')} ${problem.message}`);
  }
  for (const example of examplesIn('negative_test', name)) {
    count('Invalid examples');
    const { length } = timed(name, () => checker.check(example.value));
    if (length === 0)
      count(
        `Invalid examples accepted, ${checker.unchecked === undefined ? 'no ' : ''}external reference`,
        1,
        example.name,
      );
  }
  if (index % Number(values.every) !== 0) return;
  count('Schemas in form, completion, and hover');
  const readers = timed(name, () => new SchemaViews(schema));
  for (const { name: at, value } of [{ name: `${name} empty`, value: {} }, ...valid]) {
    if (!isObject(value)) continue;
    if (performance.now() - startedAt > MAX_MS) {
      count('Values left out for lack of time');
      continue;
    }
    count('Values in form, completion, and hover');
    report(
      at,
      timed(name, () => readers.compare(value)),
    );
    const { count: choices, found } = timed(name, () => readers.choose(value));
    count('Alternatives chosen', choices);
    report(at, found);
  }
}

function report(name: string, found: readonly Disagreement[]): void {
  for (const { rule, pointer, detail } of found) count(RULES[rule], 1, `${name} ${pointer}: ${detail}`);
}

function timed<Result>(name: string, work: () => Result): Result {
  const startedAt = performance.now();
  const result = work();
  const ms = performance.now() - startedAt;
  if (ms > slowest.ms) slowest = { name, ms };
  return result;
}

function examplesIn(part: string, name: string): readonly Example[] {
  const path = join(folder ?? '', 'src', part, name);
  const files = existsSync(path) ? readdirSync(path).filter(file => file.endsWith('.json')) : [];
  return files.flatMap(file => {
    const value = readJson(join(path, file));
    return value === undefined ? [] : [{ name: `${part}/${name}/${file}`, value }];
  });
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    count('Files that are no JSON', 1, path);
    return undefined;
  }
}

for (const [row, number] of counts) process.stdout.write(`${row}: ${number}\n`);
process.stdout.write(`Largest time of a schema: ${slowest.ms.toFixed(0)} ms (${slowest.name})\n`);
