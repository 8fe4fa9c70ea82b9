import type { UiState } from '../../../contract/records/uiState.ts';
import {
  MAX_TRACE_STEPS,
  type TraceRun,
  type TraceScreen,
  type TraceStep,
} from '../../../contract/sandbox/traces.ts';
import { stepPositionKey, startedStepsOf } from '../../engine/stepLog.ts';
import { toTraceStep } from '../../engine/trace/stepTrace.ts';
import { SecretMask } from '../../../flow/trace/secretMask.ts';
import { programInFront } from '../../phone/apps.ts';
import { hiddenElements, treeElements, visibleElements } from '../../phone/screenElements.ts';
import { readContext } from '../../phone/screenContext.ts';
import { displayOf } from '../../phone/state.ts';
import { uiStateOf } from '../../phone/uiState.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { notFound, Refusal } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import type { Store } from '../../store/store.ts';
import type { CapturedScreen, StoredExecution, StoredTrace, StoredTraceScreen } from '../../store/stored.ts';
import { requireExecution } from './handlers.ts';

const DEFAULT_STEPS = 100;

/** Handlers that read the evidence of a run. */
export const traceHandlers = {
  getExecutionTrace: ({ params, query, service }) => {
    const { execution, trace } = requireTrace(service, params.executionId);
    const { offset = 0, limit = DEFAULT_STEPS } = query;
    const allSteps = traceSteps(service.store, trace, execution);
    const steps = allSteps.slice(offset, offset + Math.min(limit, MAX_TRACE_STEPS));
    const end = offset + steps.length;
    return {
      data: {
        run: execution ? toRun(execution, trace) : { executionId: trace.id, ...trace.run },
        steps,
        screens: screensOf(service.store, trace.id, steps),
        next: end < allSteps.length ? end : null,
      },
    };
  },
  getTraceScreen: async ({ params, query, service }) => {
    const { displayId = 0 } = query;
    const screen = storedScreen(service, params);
    if (screen && !('state' in screen)) return capturedPicture(screen, displayId);
    const png =
      screen &&
      (await service.pictures.draw({
        series: screen.deviceId,
        state: screen.state,
        context: readContext(screen.world),
        options: { displayId },
      }));
    if (!png) throw notFound('screen of this run', 'screen_not_found');
    return png;
  },
  getTraceUiState: ({ params, query, service }) => {
    const { displayId = 0 } = query;
    const screen = storedScreen(service, params);
    const state = screen && uiStateIn(screen, displayId);
    if (!state) throw notFound('screen of this run', 'screen_not_found');
    return state;
  },
} as const satisfies Handlers;

function storedScreen(
  service: Service,
  { executionId, screenId }: { readonly executionId: string; readonly screenId: string },
): StoredTraceScreen | undefined {
  const { trace } = requireTrace(service, executionId);
  return service.store.traceScreens.get(`${trace.id}:${screenId}`);
}

function requireTrace(
  { store }: Service,
  executionId: string,
): { readonly execution: StoredExecution | undefined; readonly trace: StoredTrace } {
  const trace = store.traces.get(executionId);
  // The trace of a debug run that is a trial has no execution.
  if (trace?.run.kind === 'debug') return { execution: undefined, trace };
  const execution = requireExecution(store, executionId);
  if (!trace) throw notFound('trace of this execution', 'trace_not_found');
  return { execution, trace };
}

function toRun(execution: StoredExecution, { run }: StoredTrace): TraceRun {
  const { id, flowId, flowName, triggerName, kind, status, startedAt, finishedAt } = execution;
  const names = new SecretMask().value({ flowName, triggerName });
  const fields = { flowId, ...names, kind, status, startedAt, finishedAt };
  // Only the trace has the error without secrets; that of an aborted run is a fixed text.
  const error = run.error ?? (status === 'cancelled' ? execution.error : undefined);
  return { executionId: id, ...fields, ...run, ...(error == null ? {} : { error }) };
}

// The execution has the steps that did not start, and the status of a step that was cut off.
function traceSteps(
  store: Store,
  trace: StoredTrace,
  execution: StoredExecution | undefined,
): readonly TraceStep[] {
  const rows = store.traceSteps.all({ executionId: trace.id }).map(({ step }) => [step.id, step] as const);
  const evidence = new Map(rows);
  if (!execution) return [...evidence.values()];
  return startedStepsOf(store, execution).map(record => {
    const id = stepPositionKey(record);
    const traced = evidence.get(id);
    // The execution is not free of secrets.
    const mask = new SecretMask();
    if (!traced) return mask.value(toTraceStep({ ...record, output: undefined }));
    const { finishedAt, code, status } = record;
    const error = record.error == null ? record.error : mask.value(record.error);
    return { finishedAt, error, code, ...traced, status: status ?? traced.status };
  });
}

function screensOf(store: Store, executionId: string, steps: readonly TraceStep[]): TraceScreen[] {
  const ofFailures = new Set(
    steps.filter(({ status }) => status === 'failed').flatMap(step => [step.screenBefore, step.screenAfter]),
  );
  const ids = new Set(steps.flatMap(step => [step.screenBefore, step.screenAfter]));
  return [...ids].flatMap(id => {
    const screen = id == null ? undefined : store.traceScreens.get(`${executionId}:${id}`);
    return screen && id != null ? [toScreen(id, screen, ofFailures.has(id))] : [];
  });
}

function uiStateIn(screen: StoredTraceScreen, displayId: number): UiState | null | undefined {
  if ('state' in screen) return uiStateOf(screen.state, readContext(screen.world), { displayId });
  return displayId === 0 ? screen.tree : undefined;
}

function capturedPicture({ picture, problem }: CapturedScreen, displayId: number): Uint8Array {
  if (picture !== null && displayId === 0) return Buffer.from(picture, 'base64');
  throw new Refusal(404, 'screen_not_found', problem ?? 'There is no picture of this screen.');
}

// Elements that are not visible explain failures only, and take longer to find.
function toScreen(id: string, screen: StoredTraceScreen, withHidden: boolean): TraceScreen {
  if (!('state' in screen)) return toCapturedScreen(id, screen);
  const { state, deviceId } = screen;
  const world = readContext(screen.world);
  const display = displayOf(state, 0);
  const { label, packageName } = programInFront(state);
  return {
    id,
    deviceId,
    takenAt: world.now.toISOString(),
    width: display?.width,
    height: display?.height,
    app: label,
    packageName,
    keyboardVisible: state.keyboardVisible,
    dialog: state.dialog,
    elements: [...visibleElements(state, world), ...(withHidden ? hiddenElements(state, world) : [])],
    theme: state.switches.darkTheme ? 'dark' : 'light',
    evidence: 'drawn',
  };
}

function toCapturedScreen(id: string, screen: StoredTraceScreen & CapturedScreen): TraceScreen {
  const { deviceId, takenAt, tookMs, tree, problem, theme } = screen;
  const { width, height } = tree?.device_context?.screen_bounds ?? {};
  const { currentApp, packageName, keyboardVisible } = tree?.phone_state ?? {};
  return {
    id,
    deviceId,
    takenAt,
    tookMs,
    width,
    height,
    packageName,
    keyboardVisible,
    app: currentApp,
    elements: tree ? [...treeElements(tree)] : [],
    evidence: 'captured',
    ...(theme ? { theme } : {}),
    ...(problem === null ? {} : { problem }),
  };
}
