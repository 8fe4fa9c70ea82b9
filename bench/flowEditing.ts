import { parseFlow } from '../src/flow/document/flowDocument.ts';
import { valueOf } from '../src/flow/document/jsonTree.ts';
import { applyEdit } from '../src/flow/edit/applyEdit.ts';
import type { FlowEdit } from '../src/flow/edit/flowEdit.ts';
import { describeForm } from '../src/flow/form/describeForm.ts';
import { SchemaReader } from '../src/flow/schema/schemaReader.ts';
import { flowFixture } from './flowFixture.ts';
import { type Figures, median, percentile } from './figures.ts';

const SIZES = [10, 100, 300, 1000] as const;
const ACTIONS = 500;
const ROUNDS = 100;

/** Measures edits in the visual editor from gesture to text edits, and describing a step's form. */
export function measureFlowEditing(figures: Figures): void {
  // Warms up the JIT compiler, which is not to be measured.
  measureSize({ add: () => undefined }, 100);
  for (const steps of SIZES) measureSize(figures, steps);
}

function measureSize(figures: Pick<Figures, 'add'>, steps: number): void {
  const { text, catalog } = flowFixture(ACTIONS, steps);
  const middle = Math.floor(steps / 2);
  const gestures: Readonly<Record<string, (round: number) => FlowEdit>> = {
    'a typed value': round => ({
      kind: 'set',
      location: { in: 'params', step: [middle], path: ['typed'] },
      value: `value ${round}`,
    }),
    'a step added': () => ({ kind: 'addStep', to: { index: middle }, step: { actionId: 'new' } }),
    'a step moved from the first position to the last': () => ({
      kind: 'moveSteps',
      steps: [[0]],
      to: { index: steps },
    }),
    'every other step deleted': () => ({
      kind: 'deleteSteps',
      steps: Array.from({ length: Math.ceil(steps / 2) }, (_, index) => [index * 2] as const),
    }),
  };
  for (const [name, gesture] of Object.entries(gestures)) {
    const times = Array.from({ length: ROUNDS }, (_, round) =>
      milliseconds(() => {
        const outcome = applyEdit(text, gesture(round));
        if (outcome.kind === 'refused') throw new Error(outcome.sentence);
      }),
    );
    add(figures, `${steps} steps: ${name} to its edits`, times);
  }
  const described = parseFlow(text).entries.map(({ step }) => {
    const action = catalog.action(String(step.actionId?.value));
    return {
      schema: action?.paramsSchema,
      own: step.params && valueOf(step.params),
      inherited: action?.params,
    };
  });
  const forms = new Map(described.map(({ schema }) => [schema, new SchemaReader(schema)]));
  const times = described.map(({ schema, own, inherited }) =>
    milliseconds(() => {
      const form = forms.get(schema);
      if (form) describeForm(form, { ownValue: own, inherited });
    }),
  );
  add(figures, `${steps} steps: the form of one`, times);
  const fresh = described.map(({ schema, own, inherited }) =>
    milliseconds(() => describeForm(new SchemaReader(schema), { ownValue: own, inherited })),
  );
  add(figures, `${steps} steps: the form of one, its schema read first`, fresh);
}

function add(figures: Pick<Figures, 'add'>, name: string, times: readonly number[]): void {
  figures.add(name, median(times), 'ms');
  figures.add(`${name}, 95th percentile`, percentile(times, 0.95), 'ms');
}

function milliseconds(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
