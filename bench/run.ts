import { parseArgs } from 'node:util';
import { endAll } from '../test/support/atEnd.ts';
import { toError } from '../src/util/errors.ts';
import { Figures } from './figures.ts';
import { type Measure, PARTS } from './parts.ts';

// Runs the named parts of the benchmarks, or all of them. A part that fails is reported, and the others still run.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // Measures the forms of the largest schemas of this folder, too.
    schemas: { type: 'string' },
    // Runs each part once at its smallest size, to see whether it still works.
    smallest: { type: 'boolean', default: false },
  },
});
const unknown = positionals.find(name => PARTS[name] === undefined);
if (unknown !== undefined) {
  process.stderr.write(`There is no part “${unknown}”. Parts are ${Object.keys(PARTS).join(', ')}.\n`);
  process.exit(2);
}

const { schemas } = values;
const parts = Object.entries(PARTS).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
if (schemas !== undefined) {
  parts.push([
    'largestForms',
    async () => {
      const { measureLargestForms } = await import('./largestForms.ts');
      return figures => measureLargestForms(figures, schemas);
    },
  ]);
}

// A part that has become invalid fails each time, so the smallest size is tried twice.
async function runPart(load: () => Promise<Measure>): Promise<void> {
  const measure = await load();
  try {
    await measure(figures);
  } catch (error) {
    if (!values.smallest) throw error;
    process.stderr.write(`${toError(error).stack}\n`);
    await measure(figures);
  }
}

const figures = new Figures();
const failed: { readonly name: string; readonly error: Error }[] = [];
for (const [name, load] of parts) {
  try {
    await runPart(load);
  } catch (error) {
    failed.push({ name, error: toError(error) });
  }
}
await endAll();
figures.table();
for (const { name, error } of failed) process.stderr.write(`\nThe part “${name}” failed: ${error.stack}\n`);
// A part that failed may have left something open.
process.exit(failed.length > 0 ? 1 : 0);
