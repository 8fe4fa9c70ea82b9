import type { Execution, ExecutionScreenshot, ExecutionStep } from '../../../contract/records/execution.ts';
import { isFinished } from '../../../contract/enumerations.ts';
import { memberOf } from '../../../util/isObject.ts';
import { createPlan } from '../../engine/plan.ts';
import { startedStepsOf } from '../../engine/stepLog.ts';
import { readContext } from '../../phone/screenContext.ts';
import type { Store } from '../../store/store.ts';
import type { StoredExecution } from '../../store/stored.ts';

type Progress = NonNullable<Execution['progress']>;
type ProgressStep = NonNullable<Progress['steps']>[number];

/** The states of a step on several devices, the one that is shown first. */
const PRECEDENCE = ['running', 'failed', 'cancelled', 'pending', 'success', 'skipped'];

/** Returns the top-level steps of a run with their states; a step on several devices is one of them. */
export function progressOf(store: Store, execution: StoredExecution): Progress {
  const started = Map.groupBy(
    startedStepsOf(store, execution).filter(({ childIndex }) => childIndex == null),
    ({ index }) => index ?? 0,
  );
  const isOver = isFinished(execution);
  const planned = isOver ? [] : createPlan(store, execution.flowId ?? '');
  const count = Math.max(planned.length, ...[...started.keys()].map(index => index + 1));
  const steps = Array.from({ length: count }, (_, index): ProgressStep => {
    const given = started.get(index);
    if (given) return joinSteps(index, given, isOver);
    const { name = '', service = '', method = '' } = planned[index] ?? {};
    return {
      index,
      name,
      service,
      method,
      status: 'pending',
      startedAt: null,
      finishedAt: null,
      sessionId: null,
    };
  });
  const current = steps.findLast(({ status }) => status === 'running');
  return { currentIndex: current?.index ?? null, total: count, steps };
}

function joinSteps(index: number, steps: readonly ExecutionStep[], isOver: boolean): ProgressStep {
  const [first] = steps;
  const statuses = steps.map(({ status }) => status ?? 'pending');
  const ends = steps.map(({ finishedAt }) => finishedAt).filter(time => time != null);
  const status = PRECEDENCE.find(one => statuses.includes(one)) ?? 'pending';
  return {
    index,
    name: first?.name ?? '',
    service: first?.service ?? '',
    method: first?.method ?? '',
    // The end of a run cuts off the step that runs.
    status: isOver && status === 'running' ? 'cancelled' : status,
    startedAt: steps.flatMap(({ startedAt }) => startedAt ?? []).toSorted()[0] ?? null,
    finishedAt: ends.length < steps.length ? null : (ends.toSorted().at(-1) ?? null),
    sessionId: null,
  };
}

/** Returns the screenshots of the tasks of a run, in the order of its steps (wire facts 6). */
export function screenshotsOf(store: Store, execution: StoredExecution): ExecutionScreenshot[] {
  return screensOf(store, execution).map(({ screenshot }) => screenshot);
}

/** Returns the ID of the stored screen of a screenshot, or undefined if the run has no such screenshot. */
export function screenIdOf(
  store: Store,
  execution: StoredExecution,
  screenshotId: string,
): string | undefined {
  return screensOf(store, execution).find(({ screenshot }) => screenshot.id === screenshotId)?.screenId;
}

function screensOf(
  store: Store,
  execution: StoredExecution,
): readonly { readonly screenId: string; readonly screenshot: ExecutionScreenshot }[] {
  const steps = startedStepsOf(store, execution).filter(({ method }) => method === 'task.run');
  return steps
    .flatMap(step => {
      const taskId = memberOf(step.output, 'taskId');
      if (typeof taskId !== 'string') return [];
      return store.taskScreens.all({ taskId }).map(({ id, world }, at) => ({
        step,
        screenId: id,
        screenshotId: `${taskId}-${at}`,
        capturedAt: readContext(world).now.toISOString(),
      }));
    })
    .map(({ step, screenId, screenshotId, capturedAt }, seq) => ({
      screenId,
      // The ID of the screen is part of the signed address, and this ID is not secret.
      screenshot: {
        id: screenshotId,
        seq,
        stepIndex: step.index ?? 0,
        stepName: step.name ?? '',
        iterationIndex: step.round ?? 0,
        source: 'task',
        mimeType: 'image/png',
        capturedAt,
      },
    }));
}
