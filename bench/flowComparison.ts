import { createCatalog } from '../src/flow/catalog.ts';
import { compareFlows } from '../src/flow/compare/compareFlows.ts';
import { meaningOfBody } from '../src/flow/compare/flowMeaning.ts';
import { flowFixture } from './flowFixture.ts';
import { type Figures, median, timesOf } from './figures.ts';
import { sized } from './sized.ts';

const ENTRIES = sized(1000, 10);
const ROUNDS = sized(21, 1);

type Entry = Readonly<Record<string, unknown>>;

/** Measures comparing two flows by meaning, including parsing, for various numbers of edited steps. */
export function measureFlowComparison(figures: Figures): void {
  const fixture = flowFixture(500, ENTRIES);
  const other = flowFixture(5000, ENTRIES);
  const catalog = createCatalog([...fixture.actions, ...other.actions]);
  const flow = JSON.parse(fixture.text) as { actions: readonly Entry[] };
  const edited = (every: number): object => ({
    ...flow,
    actions: flow.actions.map((entry, index) =>
      index % every === 0 ? { ...entry, overrides: { params: { edited: index } } } : entry,
    ),
  });
  const cases = {
    'the same': flow,
    'ten edited': edited(ENTRIES / 10),
    'each edited': edited(1),
    reversed: {
      ...flow,
      actions: flow.actions.toReversed().map((entry, index) => ({ ...entry, position: index })),
    },
    'all different': JSON.parse(other.text) as object,
  };
  for (const [name, changed] of Object.entries(cases)) {
    const times = timesOf(ROUNDS, () => {
      const [before, after] = [flow, changed].map(body => meaningOfBody({ ...body }, catalog));
      if (before && after) compareFlows(before, after);
    });
    figures.add(`comparing two flows of ${ENTRIES} entries, ${name}`, median(times), 'ms');
  }
}
