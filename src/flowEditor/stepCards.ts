import type { FlowCatalog } from '../flow/catalog.ts';
import { objectOf, type StepModel, textOf } from '../flow/document/stepModel.ts';
import type { TextRange } from '../flow/document/diagnostic.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { nodeAt, propertyOf, rangeOf } from '../flow/document/jsonTree.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import { actionName, stepName } from '../flow/document/stepName.ts';
import { takesSteps } from '../flow/takesSteps.ts';
import { SERVICE_LABELS } from '../wording/labels.ts';
import type { StepCard } from '../protocol/flowEditor.ts';
import { countProblems, type PlacedProblem } from './placedProblems.ts';
import type { RunOutline } from './runOutline.ts';
import { summarizeStep } from './stepSummary.ts';
import type { describeInSteps } from './stepValues.ts';

/** A step with its path in the flow. */
export interface PlacedStep {
  readonly step: StepPath;
  readonly model: StepModel;
}

/** Returns the steps of a flow in file order, children after their parents. */
export function placedSteps(document: FlowDocument): readonly PlacedStep[] {
  return document.entries.flatMap((entry): readonly PlacedStep[] => [
    { step: [entry.at], model: entry },
    ...entry.children.map(child => ({ step: [entry.at, child.at] as const, model: child })),
  ]);
}

/** Returns true if a step has steps inside, or its action repeats or chooses between them. */
export function canContainSteps({ step, model }: PlacedStep, catalog: FlowCatalog): boolean {
  const action = catalog.action(textOf(model.actionId) ?? '');
  return step.length === 1 && (model.children.length > 0 || takesSteps(action));
}

/** Returns the range of a step in the text; undefined if there is no such step. */
export function rangeOfStep({ root }: FlowDocument, [entry, child]: StepPath): TextRange | undefined {
  const node = nodeAt(root, ['actions', entry, ...(child === undefined ? [] : ['children', child])]);
  return node && rangeOf(node);
}

/** Returns the rows of the step list. `notCovered` has the steps that no test ran, such as `2` or `2.1`. */
export function stepCards(
  steps: readonly PlacedStep[],
  catalog: FlowCatalog,
  problems: readonly PlacedProblem[],
  run: RunOutline | undefined,
  labelOf: ReturnType<typeof describeInSteps>,
  notCovered?: ReadonlySet<string>,
): readonly StepCard[] {
  const byStep = Map.groupBy(problems, ({ step }) => step?.join('.'));
  return steps.map(({ step, model }) => {
    const id = textOf(model.actionId) ?? '';
    const action = catalog.action(id);
    const look = SERVICE_LABELS.get(action?.service ?? '');
    return {
      step,
      name: stepName(model, catalog),
      action: actionName(id, catalog),
      icon: look?.icon ?? 'symbol-method',
      service: look?.label ?? action?.service ?? '',
      facts: summarizeStep(action, objectOf(model.params) ?? {}, catalog, expression =>
        labelOf(step, expression),
      ),
      continueOnError: propertyOf(model.node, 'continueOnError')?.value === true,
      known: action !== undefined || !catalog.isComplete,
      ...countProblems(byStep.get(step.join('.')) ?? []),
      canContainSteps: canContainSteps({ step, model }, catalog),
      run: run?.(step.join('.')),
      isUncovered: notCovered?.has(step.join('.')) === true ? true : undefined,
      breakpoint: undefined,
      isStopped: undefined,
    };
  });
}
