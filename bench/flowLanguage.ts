import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FlowChecker } from '../src/flow/check/flowChecker.ts';
import { SchemaCache } from '../src/flow/check/schemaCache.ts';
import { editEntry, editFlow, parseFlow } from '../src/flow/document/flowDocument.ts';
import { completionsAt } from '../src/flow/language/completion.ts';
import { hoverAt } from '../src/flow/language/hover.ts';
import { openCatalog, packActions, packCatalog } from '../src/flow/packedCatalog.ts';
import { firstCheck } from './firstCheck.ts';
import { type FlowFixture, flowFixture } from './flowFixture.ts';
import { type Figures, median, percentile } from './figures.ts';
import { measureMerged } from './mergedSchema.ts';
import { sized } from './sized.ts';

const CATALOGS: readonly number[] = sized([50, 500, 5000], [50]);
const FLOWS: readonly number[] = sized([10, 100, 1000], [10]);
const ROUNDS = sized(200, 2);
const COLD_ROUNDS = sized(7, 1);

/** Measures checking, completion and hovers in a flow file by the sizes of catalog and flow. */
export async function measureFlowLanguage(figures: Figures): Promise<void> {
  // Warms up the JIT compiler, which is not to be measured.
  measureSize({ add: () => undefined }, '', flowFixture(500, 100));
  const edits = new Map<string, number>();
  for (const actions of CATALOGS) {
    for (const entries of FLOWS) {
      const size = `${actions} actions × ${entries} entries`;
      edits.set(size, measureSize(figures, size, flowFixture(actions, entries)));
    }
  }
  const edit = (actions: number, entries: number): number =>
    edits.get(`${actions} actions × ${entries} entries`) ?? Number.NaN;
  const largest = edit(5000, 1000);
  figures.add('edit: 5000 actions against 50, 1000 entries', largest / edit(50, 1000), '×');
  figures.add('edit: 1000 entries against 10, 5000 actions', largest / edit(5000, 10), '×');
  const merged = await measureMerged(figures, flowFixture(5000, 1000));
  figures.add('edit: merged anyOf schema against this', merged.anyOf / largest, '×');
  figures.add('edit: merged if/then schema against this', merged.ifThen / largest, '×');
  await measureFirst(figures);
  measureMemory(figures);
}

function measureSize(figures: Pick<Figures, 'add'>, size: string, fixture: FlowFixture): number {
  const { text, catalog, actions } = fixture;
  const packed = packCatalog(packActions(actions), { readAt: 0 });
  const cold = times(COLD_ROUNDS, () => firstCheck(packed, text));
  figures.add(`${size}: first diagnostics, from the cached catalog`, median(cold), 'ms');

  const checker = new FlowChecker(catalog);
  let document = parseFlow(text);
  if (checker.check(document).length > 0) throw new Error('The measured flow is not valid.');
  const { start } = fixture.value;
  let { end } = fixture.value;
  const edits = times(ROUNDS, round => {
    const change = { start, end, text: `value ${round}` };
    end = start + change.text.length;
    return () => {
      // As in the extension, which gets only the change from the editor and not the whole text.
      const next = editEntry(document, change);
      if (!next) throw new Error('An edit within an entry was not followed.');
      document = next;
      checker.check(document);
    };
  });
  figures.add(`${size}: after an edited value`, median(edits), 'ms');
  figures.add(`${size}: after an edited value, 99th percentile`, percentile(edits, 0.99), 'ms');

  const [first] = document.entries;
  const added = `${first?.text ?? ''},`;
  const at = document.starts[Math.floor(document.starts.length / 2)] ?? 0;
  const moves = times(50, round => {
    const change =
      round % 2 === 0 ? { start: at, end: at, text: added } : { start: at, end: at + added.length, text: '' };
    const next = flatten(
      document.text.slice(0, change.start) + change.text + document.text.slice(change.end),
    );
    return () => {
      document = editFlow(document, change, next);
      checker.check(document);
    };
  });
  figures.add(`${size}: after an added or removed entry`, median(moves), 'ms');
  const last = document.starts.at(-1) ?? 0;
  const key = document.text.indexOf('"position"', last);
  const id = document.text.indexOf('"actionId"', last) + '"actionId": "'.length;
  figures.add(
    `${size}: completion`,
    median(times(ROUNDS, () => completionsAt(document, key, catalog))),
    'ms',
  );
  figures.add(`${size}: hover`, median(times(ROUNDS, () => hoverAt(document, id, catalog))), 'ms');
  return median(edits);
}

/** Flattens a concatenated string in memory, since the text from an editor is flat as well. */
function flatten(text: string): string {
  text.charCodeAt(0);
  return text;
}

/** Returns the duration of each round in milliseconds. If a round returns a function, only that function is timed. */
function times(rounds: number, work: (round: number) => unknown): number[] {
  return Array.from({ length: rounds }, (_, round) => {
    let start = performance.now();
    const prepared = work(round);
    if (typeof prepared === 'function') {
      start = performance.now();
      (prepared as () => void)();
    }
    return performance.now() - start;
  });
}

/** Measures the first diagnostics in a fresh process: modules are loaded, but nothing has been JIT-compiled. */
async function measureFirst(figures: Figures): Promise<void> {
  const { text, actions } = flowFixture(5000, 1000);
  const folder = await mkdtemp(join(tmpdir(), 'catalog-'));
  const [packedFile, textFile] = [join(folder, 'packed'), join(folder, 'flow.json')];
  await writeFile(packedFile, packCatalog(packActions(actions), { readAt: 0 }));
  await writeFile(textFile, text);
  const script = `
    import { readFileSync } from 'node:fs';
    import { firstCheck } from ${JSON.stringify(new URL('firstCheck.ts', import.meta.url).href)};
    const packed = new Uint8Array(readFileSync(${JSON.stringify(packedFile)}));
    const text = readFileSync(${JSON.stringify(textFile)}, 'utf8');
    const before = process.threadCpuUsage();
    const start = performance.now();
    const found = firstCheck(packed, text);
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
  const name = '5000 actions × 1000 entries: first diagnostics of a fresh process';
  figures.add(name, median(runs.map(({ ms }) => ms)), 'ms');
  figures.add(`${name}, fastest`, Math.min(...runs.map(({ ms }) => ms)), 'ms');
  figures.add(`${name}, processor of its thread`, median(runs.map(({ cpu }) => cpu)), 'ms');
}

function measureMemory(figures: Figures): void {
  const { actions } = flowFixture(5000, 10);
  const packed = packCatalog(packActions(actions), { readAt: 0 });
  const collect = collector();
  collect();
  const before = process.memoryUsage().heapUsed;
  const opened = openCatalog(packed, true);
  collect();
  const index = process.memoryUsage().heapUsed - before;
  figures.add(
    'memory of an action of the catalog',
    (packed.length + index) / (opened?.count ?? 0) / 1000,
    'kB',
  );
  collect();
  const empty = process.memoryUsage().heapUsed;
  const cache = new SchemaCache();
  const checkers = actions.map(action => cache.get(action.paramsSchema));
  collect();
  const bytes = process.memoryUsage().heapUsed - empty;
  figures.add('memory of a compiled schema', bytes / checkers.length / 1000, 'kB');
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
