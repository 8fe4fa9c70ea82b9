import { dataScope } from '../src/flow/data/dataScope.ts';
import { findSources } from '../src/flow/data/findSources.ts';
import { parseFlow } from '../src/flow/document/flowDocument.ts';
import { valueOf } from '../src/flow/document/jsonTree.ts';
import { applyEdit } from '../src/flow/edit/applyEdit.ts';
import type { FlowEdit } from '../src/flow/edit/flowEdit.ts';
import { describeForm } from '../src/flow/form/describeForm.ts';
import { SchemaReader } from '../src/flow/schema/schemaReader.ts';
import { flowFixture } from './flowFixture.ts';
import { type Figures, timesOf } from './figures.ts';
import { sized } from './sized.ts';

const SIZES: readonly number[] = sized([10, 100, 300, 1000], [10]);
const ACTIONS = sized(500, 10);
const ROUNDS = sized(100, 1);

/** Measures edits in the visual editor from gesture to text edits, and describing a step's form. */
export function measureFlowEditing(figures: Figures): void {
  // Warms up the JIT compiler, which is not to be measured.
  measureSize({ addTimes: () => undefined }, 100);
  for (const steps of SIZES) measureSize(figures, steps);
}

function measureSize(figures: Pick<Figures, 'addTimes'>, steps: number): void {
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
    const times = timesOf(ROUNDS, round => {
      const outcome = applyEdit(text, gesture(round));
      if (outcome.kind === 'refused') throw new Error(outcome.sentence);
    });
    figures.addTimes(`${steps} steps: ${name} to its edits`, times);
  }
  const described = parseFlow(text).entries.map(step => {
    const action = catalog.action(String(step.actionId?.value));
    return {
      schema: action?.paramsSchema,
      ownValue: step.params && valueOf(step.params),
      inherited: action?.params,
    };
  });
  const forms = new Map(described.map(({ schema }) => [schema, new SchemaReader(schema)]));
  const times = described.flatMap(({ schema, ...values }) =>
    timesOf(1, () => {
      const form = forms.get(schema);
      if (form) describeForm(form, values);
    }),
  );
  figures.addTimes(`${steps} steps: the form of one`, times);
  const fresh = described.flatMap(({ schema, ...values }) =>
    timesOf(1, () => describeForm(new SchemaReader(schema), values)),
  );
  figures.addTimes(`${steps} steps: the form of one, its schema read first`, fresh);
  const document = parseFlow(text);
  const found = timesOf(ROUNDS, () => findSources(dataScope(document, [steps - 1], { catalog }), 'a', 50));
  figures.addTimes(`${steps} steps: the values that the last one can read`, found);
}
