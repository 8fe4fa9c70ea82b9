import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CheckMemo, FlowCheck } from '../src/flow/check/checkFlow.ts';
import { parseFlow } from '../src/flow/document/flowDocument.ts';
import { completionsAt } from '../src/flow/language/completion.ts';
import { hoverAt } from '../src/flow/language/hover.ts';
import { compileSchema } from '../src/flow/schema/compileSchema.ts';
import { decodeCatalog, encodeCatalog } from '../src/stores/keptCatalog.ts';
import { type FlowFixture, flowFixture } from './flowFixture.ts';
import { type Figures, median, timesOf } from './figures.ts';
import { measureMerged } from './mergedSchema.ts';
import { sized } from './sized.ts';

const ACTIONS = 50;
const FLOWS: readonly number[] = sized([300, 1000], [10]);
const ROUNDS = sized(200, 2);
const COLD_ROUNDS = sized(7, 1);

/**
 * Measures checking, completion and hovers in a flow file. The goals for the own work from a key to the diagnostics are
 * 8 ms at 300 steps and 30 ms at 1,000, and for the first diagnostics of 1,000 steps 150 ms.
 */
export async function measureFlowLanguage(figures: Figures): Promise<void> {
  // Warms up the JIT compiler, which is not to be measured.
  measureSize({ add: () => undefined, addTimes: () => undefined }, '', flowFixture(ACTIONS, sized(100, 10)));
  for (const steps of FLOWS) measureSize(figures, `${steps} steps`, flowFixture(ACTIONS, steps));
  const large = flowFixture(sized(500, ACTIONS), sized(300, 10));
  const edit = median(editTimes(large, value => value));
  const merged = await measureMerged(figures, large);
  figures.add('edit: merged anyOf schema against this', merged.anyOf / edit, '×');
  figures.add('edit: merged if/then schema against this', merged.ifThen / edit, '×');
  await measureFirst(figures);
  measureMemory(figures);
}

function measureSize(figures: Pick<Figures, 'add' | 'addTimes'>, size: string, fixture: FlowFixture): void {
  const { text, catalog } = fixture;
  figures.addTimes(
    `${size}: parse and check after a key in a name`,
    editTimes(fixture, value => value),
  );
  const broken = editTimes(fixture, value => `${value}" "`);
  figures.addTimes(`${size}: parse and check after a key that breaks the JSON`, broken);
  const read = editTimes(fixture, value => value, reading(text));
  figures.addTimes(`${size}: parse and check after a key, if each step reads the one before`, read);
  const document = parseFlow(text);
  const last = document.entries.at(-1)?.node.offset ?? 0;
  const key = text.indexOf('"position"', last);
  const id = text.indexOf('"actionId"', last) + '"actionId": "'.length;
  figures.add(
    `${size}: completion`,
    median(timesOf(ROUNDS, () => completionsAt(document, key, catalog))),
    'ms',
  );
  figures.add(`${size}: hover`, median(timesOf(ROUNDS, () => hoverAt(document, id, catalog))), 'ms');
}

/** Returns the times to parse and check the whole file after each of many edits of a value in its middle. */
function editTimes(
  { text, value, catalog }: Pick<FlowFixture, 'text' | 'value' | 'catalog'>,
  typed: (value: string) => string,
  whole = text,
): readonly number[] {
  const memo = new CheckMemo();
  const check = (version: string): void => void new FlowCheck(parseFlow(version), catalog, memo).finish();
  check(whole);
  const start = whole.indexOf(text.slice(value.start, value.end));
  const versions = Array.from(
    { length: ROUNDS },
    (_, round) =>
      whole.slice(0, start) + typed(`value ${round}`) + whole.slice(start + value.end - value.start),
  );
  return timesOf(ROUNDS, round => check(flatten(versions[round] ?? '')));
}

/** Returns a flow whose steps each read the step before. */
function reading(text: string): string {
  const flow = JSON.parse(text) as { actions: { nameOverride: string; overrides?: { params?: object } }[] };
  const actions = flow.actions.map((step, index) => ({
    ...step,
    key: `step-${index}`,
    overrides: {
      params: { ...step.overrides?.params, read: `{{steps.step-${Math.max(0, index - 1)}.body.x}}` },
    },
  }));
  return JSON.stringify({ ...flow, actions }, undefined, 2);
}

/** Flattens a concatenated string in memory, since the text from an editor is flat as well. */
function flatten(text: string): string {
  text.charCodeAt(0);
  return text;
}

/** Measures the first diagnostics in a fresh process: modules are loaded, but nothing has been JIT-compiled. */
async function measureFirst(figures: Figures): Promise<void> {
  const { text, actions } = flowFixture(ACTIONS, sized(1000, 10));
  const folder = await mkdtemp(join(tmpdir(), 'catalog-'));
  const [catalogFile, textFile] = [join(folder, 'catalog'), join(folder, 'flow.json')];
  await writeFile(catalogFile, encodeCatalog(actions, { readAt: 0 }));
  await writeFile(textFile, text);
  const script = `
    import { readFileSync } from 'node:fs';
    import { firstCheck } from ${JSON.stringify(new URL('firstCheck.ts', import.meta.url).href)};
    const kept = new Uint8Array(readFileSync(${JSON.stringify(catalogFile)}));
    const text = readFileSync(${JSON.stringify(textFile)}, 'utf8');
    const before = process.threadCpuUsage();
    const start = performance.now();
    const found = firstCheck(kept, text);
    const ms = performance.now() - start;
    const { user, system } = process.threadCpuUsage(before);
    console.log(JSON.stringify({ ms, cpu: (user + system) / 1000, found: found.length }));`;
  const runs: { readonly ms: number; readonly cpu: number; readonly found: number }[] = [];
  for (let round = 0; round < COLD_ROUNDS; round++) {
    const args = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    runs.push(JSON.parse(stdout) as (typeof runs)[number]);
  }
  await rm(folder, { recursive: true });
  const name = '1000 steps: first diagnostics of a fresh process';
  figures.add(name, median(runs.map(({ ms }) => ms)), 'ms');
  figures.add(`${name}, fastest`, Math.min(...runs.map(({ ms }) => ms)), 'ms');
  figures.add(`${name}, processor of its thread`, median(runs.map(({ cpu }) => cpu)), 'ms');
}

function measureMemory(figures: Figures): void {
  const { actions } = flowFixture(sized(500, ACTIONS), 10);
  const kept = encodeCatalog(actions, { readAt: 0 });
  const collect = collector();
  const usedBy = (make: () => unknown): number => {
    collect();
    const before = process.memoryUsage().heapUsed;
    const made = make();
    collect();
    const used = process.memoryUsage().heapUsed - before;
    if (made === undefined) throw new Error('What is measured must stay in memory.');
    return used / actions.length / 1000;
  };
  figures.add(
    'memory of an action of the catalog',
    usedBy(() => decodeCatalog(kept)),
    'kB',
  );
  const compiled = usedBy(() => actions.map(action => compileSchema(action.paramsSchema)));
  figures.add('memory of a compiled schema', compiled, 'kB');
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
