import type { ExecutionStep } from '../../../contract/records/execution.ts';
import type { StartDebugRun } from '../../../contract/sandbox/debug.ts';
import type { TraceStep } from '../../../contract/sandbox/traces.ts';
import { HIDDEN } from '../../../util/hidden.ts';
import { isObject } from '../../../util/isObject.ts';
import { mailSince } from '../../engine/mailSince.ts';
import type { PlannedStep } from '../../engine/plan.ts';
import type { StartingStep } from '../../engine/runJob.ts';
import { stepPositionKey, startedStepsOf } from '../../engine/stepLog.ts';
import { conflict, invalidValue, notFound } from '../../runtime/refusal.ts';
import type { Store } from '../../store/store.ts';
import { earlierRecords } from '../trialLog.ts';
import { stepIn } from './breakpoints.ts';

/** A trial or debug run of which others can use the data. */
export interface KnownRun {
  readonly id: string;
  readonly store: Store;
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** The data of an earlier run. */
export interface EarlierRunData {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly steps: readonly ExecutionStep[];
  readonly startedAt: string | null | undefined;
  /** The store with the files of the run. */
  readonly source: { readonly store: Store; readonly id: string } | undefined;
}

/** Returns the data with which a run starts: that of the body, and of the earlier run that it names. */
export function readEarlier(body: StartDebugRun, store: Store, known: readonly KnownRun[]): EarlierRunData {
  const { earlier, payload } = body;
  const id = earlier?.executionId?.toLowerCase();
  const given = { steps: moveSteps(earlier?.steps ?? [], earlier?.places), startedAt: earlier?.startedAt };
  if (id === undefined) return { ...given, payload: payload ?? {}, source: undefined };
  const run = known.find(other => other.id === id);
  const source = { store: run?.store ?? store, id };
  const execution = source.store.executions.get(id);
  if (!execution) throw notFound('execution', 'execution_not_found');
  return {
    payload: payload ?? run?.payload ?? payloadOf(store, id, execution.eventId),
    steps: earlier?.steps ? given.steps : moveSteps(startedStepsOf(source.store, execution), earlier?.places),
    startedAt: given.startedAt ?? mailSince(execution),
    source,
  };
}

/** Returns the step with which a run starts. Throws a Refusal if there is none. */
export function readStart(
  { from }: StartDebugRun,
  plan: readonly PlannedStep[],
  { startedAt }: EarlierRunData,
  now: number,
): StartingStep | undefined {
  if (!from) return undefined;
  if (!stepIn(plan, from)) throw invalidValue('body.from', 'the flow has no such step', from);
  const startTime = Date.parse(startedAt ?? '');
  const since = Number.isNaN(startTime) ? now : Math.min(startTime, now);
  return { index: from.index, childIndex: from.childIndex ?? null, since };
}

/** Returns the records of the steps before the one with which a run starts, for each of its devices. */
export function recordsBefore(
  { from }: StartDebugRun,
  plan: readonly PlannedStep[],
  { steps }: EarlierRunData,
  deviceIds: readonly string[],
): readonly ExecutionStep[] {
  if (!from) return [];
  const target = { index: from.index, childIndex: from.childIndex ?? null };
  return (deviceIds.length > 0 ? deviceIds : [null]).flatMap(deviceId => {
    const ownSteps = steps.filter(step => (step.deviceId ?? null) === deviceId);
    const used = ownSteps.length > 0 ? ownSteps : steps.filter(step => step.deviceId === steps[0]?.deviceId);
    return earlierRecords(used, { plan, target, deviceId, round: from.round ?? 0 });
  });
}

/** Copies the evidence of the steps before the one with which a run starts, so that others can use its data too. */
export function copyEvidence(
  { from, earlier }: StartDebugRun,
  source: EarlierRunData['source'],
  to: Store,
  executionId: string,
): void {
  if (!from || !source) return;
  for (const row of source.store.traceSteps.all({ executionId: source.id }))
    for (const step of moveSteps([row.step], earlier?.places)) {
      const { index, childIndex } = step;
      const isInside = index === from.index && childIndex != null && childIndex < (from.childIndex ?? 0);
      if (index >= from.index && !isInside) continue;
      const id = stepPositionKey(step);
      // Its screens are those of the earlier run.
      const copy = { ...step, id, screenBefore: undefined, screenAfter: undefined };
      to.traceSteps.put({ id: `${executionId}:${id}`, executionId, step: copy });
    }
}

function moveSteps<S extends ExecutionStep | TraceStep>(
  steps: readonly S[],
  places: NonNullable<StartDebugRun['earlier']>['places'],
): readonly S[] {
  if (!places) return steps;
  const keyOf = ({ index, childIndex }: Pick<ExecutionStep, 'index' | 'childIndex'>): string =>
    `${index ?? 0}/${childIndex ?? ''}`;
  const moved = new Map(places.map(({ step, was }) => [keyOf(was), step]));
  return steps.flatMap(record => {
    const step = moved.get(keyOf(record));
    return step ? [{ ...record, index: step.index, childIndex: step.childIndex ?? null }] : [];
  });
}

// The payload of a run is kept with its event, or without its secrets in its trace.
function payloadOf(
  store: Store,
  executionId: string,
  eventId: string | null | undefined,
): Readonly<Record<string, unknown>> {
  const event = store.appEvents.get(eventId ?? '');
  const recorded: unknown = event?.payload ?? store.traces.get(executionId)?.run.payload;
  const payload = isObject(recorded) ? recorded : {};
  if (!JSON.stringify(payload).includes(HIDDEN)) return payload;
  const message = 'The payload of this run is only known without its secrets. Give the payload.';
  throw conflict('payload_hidden', message);
}
