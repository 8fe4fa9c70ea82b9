import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FlowChecker } from '../src/flow/check/flowChecker.ts';
import { SchemaCache } from '../src/flow/check/schemaCache.ts';
import { editFlow, parseFlow } from '../src/flow/document/flowDocument.ts';
import { completionsAt } from '../src/flow/language/completion.ts';
import { hoverAt } from '../src/flow/language/hover.ts';
import { type FlowFixture, flowFixture } from './flowFixture.ts';
import { type Figures, median, percentile } from './figures.ts';
import { measureMerged } from './mergedSchema.ts';

const SIZES = [
  [50, 10],
  [50, 100],
  [500, 100],
  [500, 1000],
  [5000, 10],
  [5000, 100],
  [5000, 1000],
] as const;
const ROUNDS = 200;
const COLD_ROUNDS = 7;

/** What checking and helping with a flow file costs, by the size of catalogue and flow. */
export async function measureFlowLanguage(figures: Figures): Promise<void> {
  // What is measured is the work, not how the engine learns it.
  measureSize({ add: () => undefined }, '', flowFixture(500, 100));
  let edit = Number.NaN;
  for (const [actions, entries] of SIZES) {
    const fixture = flowFixture(actions, entries);
    edit = measureSize(figures, `${actions} actions × ${entries} entries`, fixture);
  }
  const merged = await measureMerged(figures, flowFixture(5000, 1000));
  figures.add('edit: merged anyOf schema against this', merged.anyOf / edit, '×');
  figures.add('edit: merged if/then schema against this', merged.ifThen / edit, '×');
  measureMemory(figures);
}

function measureSize(figures: Pick<Figures, 'add'>, size: string, fixture: FlowFixture): number {
  const { text, catalogue } = fixture;
  const cold = times(COLD_ROUNDS, () => new FlowChecker(catalogue, new SchemaCache()).check(parseFlow(text)));
  figures.add(`${size}: first diagnostics`, median(cold), 'ms');

  const checker = new FlowChecker(catalogue);
  let document = parseFlow(text);
  if (checker.check(document).length > 0) throw new Error('The flow to measure with is not right.');
  const { start } = fixture.value;
  let { end } = fixture.value;
  const edits = times(ROUNDS, round => {
    const change = { start, end, text: `value ${round}` };
    const next = whole(document.text.slice(0, start) + change.text + document.text.slice(end));
    end = start + change.text.length;
    return () => {
      document = editFlow(document, change, next);
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
    const next = whole(document.text.slice(0, change.start) + change.text + document.text.slice(change.end));
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
    median(times(ROUNDS, () => completionsAt(document, key, catalogue))),
    'ms',
  );
  figures.add(`${size}: hover`, median(times(ROUNDS, () => hoverAt(document, id, catalogue))), 'ms');
  return median(edits);
}

/** A text put together in memory, as an editor hands it over. */
function whole(text: string): string {
  text.charCodeAt(0);
  return text;
}

/** Milliseconds of each round; a round that answers a function is prepared by it, and the function is timed. */
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

function measureMemory(figures: Figures): void {
  const { actions } = flowFixture(5000, 10);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  const cache = new SchemaCache();
  const checkers = actions.map(action => cache.get(action.paramsSchema));
  collect();
  const bytes = process.memoryUsage().heapUsed - before;
  figures.add('memory of a schema made ready', bytes / checkers.length / 1000, 'kB');
}
