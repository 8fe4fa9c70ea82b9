import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeRows } from '../pageTable.mjs';
import { type ModuleResult, scoreOf, tryModule } from './moduleRun.ts';
import { MODULE_TESTS } from './modules.ts';

const { values } = parseArgs({
  options: {
    module: { type: 'string', multiple: true },
    file: { type: 'string', default: '' },
    sample: { type: 'string', default: '320' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const unknown = values.module?.filter(name => !(name in MODULE_TESTS)) ?? [];
if (unknown.length > 0)
  throw new Error(`No tests are known of ${unknown.join(', ')}: see scripts/mutation/modules.ts.`);

const results: ModuleResult[] = [];
for (const module of values.module ?? Object.keys(MODULE_TESTS)) {
  const result = await tryModule(module, {
    root: join(import.meta.dirname, '../..'),
    sample: Number(values.sample),
    seed,
    workers: Number(values.workers),
    only: values.file,
    report: line => process.stdout.write(`${line}\n`),
  });
  results.push(result);
  const { killed, timeouts, accepted, survived } = result;
  process.stdout.write(
    `${module}: ${killed} killed, ${timeouts} took too long, ${survived} survived, ${accepted} accepted, ` +
      `score ${scoreOf(result).toFixed(1)} %\n`,
  );
}
if (values.write) await writeRows('mutation', results.map(row), { keepOthers: true });

function row(result: ModuleResult): readonly string[] {
  const { module, killed, timeouts, accepted, survived } = result;
  const tried = killed + timeouts + accepted + survived;
  return [
    `\`${module}\``,
    ...[tried, killed + timeouts, survived, accepted].map(String),
    scoreOf(result).toFixed(1),
    String(seed),
  ];
}
