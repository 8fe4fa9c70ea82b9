import { parseArgs } from 'node:util';
import { seededRandom } from '../../src/util/random.ts';
import { sections } from './sections.ts';

// Runs the long version of the stress tests and prints their figures. `--scale` reduces the amount, `--seed` changes
// the input.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' } },
});
const unknown = positionals.find(name => !sections.some(section => section.name === name));
if (unknown !== undefined) {
  const names = sections.map(({ name }) => name).join(', ');
  throw new Error(`There is no section “${unknown}”. Sections are ${names}.`);
}
for (const { name, run } of sections) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const began = process.cpuUsage();
  const random = seededRandom(Number(values.seed)).next;
  const figures = await run({ scale: Number(values.scale), random, isMeasured: true });
  const { user, system } = process.cpuUsage(began);
  process.stdout.write(`${name} (${((user + system) / 1e6).toFixed(1)} s of processor)\n`);
  for (const [label, figure] of Object.entries(figures)) process.stdout.write(`  ${label}: ${figure}\n`);
}
