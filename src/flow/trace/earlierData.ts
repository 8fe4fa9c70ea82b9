import type { DebugStep } from '../../contract/sandbox/debug.ts';
import type { ExecutionStep } from '../../contract/records/execution.ts';
import type { TraceStep } from '../../contract/sandbox/traces.ts';
import { isObject } from '../../util/isObject.ts';
import type { FlowCatalog } from '../catalog.ts';
import { dataScope, stepLabel } from '../data/dataScope.ts';
import { type FlowStep, topLevelSteps } from '../data/flowSteps.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { flowUntil, stepAtPath, textsIn } from '../run/trial.ts';
import { stepKeyOf, templateExpressions } from '../template.ts';
import { matchTrace } from './findTracedStep.ts';
import { tracedPlace } from './matchSteps.ts';

/** The place of a step in the flow now, and in an earlier run. */
interface MovedStep {
  readonly step: DebugStep;
  readonly was: DebugStep;
}

/** The use of the data of an earlier run by a run that starts with a step. */
export interface EarlierData {
  /** The results of the steps before it, at their places in the flow now, without their outputs. */
  readonly records: readonly ExecutionStep[];
  /** The steps before it that the earlier run has, matched by what they do. */
  readonly places: readonly MovedStep[];
  /** The round in which the step failed, or else the last one if only it runs; from 0. */
  readonly round: number | undefined;
  /** The first step without an output that is read, and the step that reads it. */
  readonly missing: { readonly step: FlowStep; readonly reader: FlowStep } | undefined;
}

/** Returns the sentence for a step without an output that another one reads. */
export function missingText(
  { step, reader }: NonNullable<EarlierData['missing']>,
  catalog: FlowCatalog,
): string {
  const [label, other] = [step, reader].map(one => stepLabel(one, catalog));
  return `This run has no output of step “${label}”, which step “${other}” reads. Choose another run.`;
}

/** The steps that run: from one to another, or to the end. */
interface Part {
  readonly from: FlowStep;
  readonly to?: FlowStep | undefined;
}

/** Finds the data of an earlier run that a part of a flow uses; steps can have moved since. */
export function earlierData(
  document: FlowDocument,
  traced: readonly TraceStep[],
  { from, to }: Part,
  catalog: FlowCatalog,
): EarlierData {
  const found = matchPlaces(document, traced);
  const before = stepsBefore(document, from);
  const places = before.flatMap(step => {
    const was = found.get(step);
    return was
      ? [{ step: placeOf(step), was: { index: was.index, childIndex: was.childIndex ?? null } }]
      : [];
  });
  const records = before.flatMap(step => {
    const was = found.get(step);
    const own = was ? traced.filter(one => isSamePlace(one, was)) : [];
    return own.map(({ name, round, deviceId, actionId, status, startedAt, finishedAt, error }) => ({
      ...placeOf(step),
      name,
      round,
      deviceId,
      actionId,
      status,
      startedAt,
      finishedAt,
      error,
    }));
  });
  const hasOutput = (step: FlowStep): boolean => {
    const was = found.get(step);
    return was !== undefined && traced.some(one => isSamePlace(one, was) && one.output != null);
  };
  const reads = readsOf(document, { from, to }, catalog).filter(({ step }) => before.includes(step));
  const own = found.get(from);
  const last = own ? traced.filter(one => isSamePlace(one, own)) : [];
  const failed = last.find(({ status }) => status === 'failed');
  const round = (failed ?? (to === from ? last.at(-1) : undefined))?.round ?? undefined;
  return { records, places, round, missing: reads.find(({ step }) => !hasOutput(step)) };
}

function matchPlaces(document: FlowDocument, traced: readonly TraceStep[]): ReadonlyMap<FlowStep, TraceStep> {
  // The first run of a step stands for its rounds and devices.
  const firsts = [...Map.groupBy(traced, tracedPlace).values()].flatMap(([first]) => first ?? []);
  const found = new Map<FlowStep, TraceStep>();
  for (const [step, { path }] of matchTrace(document, firsts)) {
    const [, entry, , child] = path;
    if (typeof entry !== 'number') continue;
    const now = stepAtPath(document, typeof child === 'number' ? [entry, child] : [entry]);
    if (now) found.set(now, step);
  }
  return found;
}

function stepsBefore(document: FlowDocument, { index, child }: FlowStep): readonly FlowStep[] {
  const steps = topLevelSteps(document);
  return [
    ...steps.slice(0, index).flatMap(step => [step, ...step.children]),
    ...(child === undefined ? [] : (steps[index]?.children.slice(0, child) ?? [])),
  ];
}

/** Returns the steps whose data a part of a flow reads, each with the first step that reads it. */
function readsOf(
  document: FlowDocument,
  { from, to }: Part,
  catalog: FlowCatalog,
): readonly { readonly step: FlowStep; readonly reader: FlowStep }[] {
  const steps = topLevelSteps(document);
  const scope = dataScope(document, [], { catalog });
  const last = to ?? steps.at(-1);
  const actions = last ? flowUntil(document, last)['actions'] : [];
  const found = new Map<FlowStep, FlowStep>();
  const read = (reader: FlowStep, values: unknown): void => {
    for (const text of textsIn(values))
      for (const { path } of templateExpressions(text)) {
        const step = scope.stepWith(stepKeyOf(path) ?? '');
        if (step && !found.has(step)) found.set(step, reader);
      }
  };
  for (const [index, action] of (Array.isArray(actions) ? actions : []).entries()) {
    const step = steps[index];
    if (!step || index < from.index || !isObject(action)) continue;
    const { children, ...own } = action;
    read(step, own);
    const first = index === from.index ? (from.child ?? 0) : 0;
    for (const [place, inner] of (Array.isArray(children) ? children : []).entries()) {
      const reader = step.children[place];
      if (reader && place >= first) read(reader, inner);
    }
  }
  return [...found].map(([step, reader]) => ({ step, reader }));
}

function placeOf({ index, child }: FlowStep): DebugStep {
  return { index, childIndex: child ?? null };
}

function isSamePlace(one: TraceStep, other: TraceStep): boolean {
  return tracedPlace(one) === tracedPlace(other);
}
