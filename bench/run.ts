import { parseArgs } from 'node:util';
import { endAll } from '../test/support/atEnd.ts';
import { toError } from '../src/util/errors.ts';
import { Figures } from './figures.ts';
import { PARTS } from './parts.ts';

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

const figures = new Figures();
const failed: string[] = [];
for (const [name, load] of parts) {
  try {
    const measure = await load();
    await measure(figures);
  } catch (error) {
    failed.push(name);
    process.stderr.write(`The part “${name}” failed: ${toError(error).stack}\n`);
  }
}
await endAll();
figures.table();
if (failed.length > 0) process.stderr.write(`\nFailed: ${failed.join(', ')}\n`);
// A part that failed may have left something open.
process.exit(failed.length > 0 ? 1 : 0);
