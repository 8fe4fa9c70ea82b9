import { EXECUTION_STATUSES, isFinished } from '../../../contract/enumerations.ts';
import type { Execution } from '../../../contract/records/execution.ts';
import { abortRun } from '../../engine/abortRun.ts';
import { filesOf } from '../../engine/runFiles.ts';
import { startedStepsOf } from '../../engine/stepLog.ts';
import { type Handlers, HandlerReply } from '../../runtime/handler.ts';
import { parseMoment } from '../../runtime/clock.ts';
import { requireRecord, readPage } from '../../runtime/paging.ts';
import { conflict, notFound } from '../../runtime/refusal.ts';
import type { Store } from '../../store/store.ts';
import { toResponse, type StoredExecution } from '../../store/stored.ts';
import type { RecordFilter } from '../../store/table.ts';
import { screenUrl } from '../tasks/screens.ts';
import { artifactsOf } from './artifacts.ts';
import { progressOf, screenIdOf, screenshotsOf } from './progress.ts';

/** Handlers that read and abort executions (wire facts 6). */
export const executionHandlers = {
  listExecutions: ({ query, service: { store } }) => {
    const { where, ...span } = toFilter(query);
    const page = readPage(store.executions, query, {
      ...span,
      where: { ...where, status: query.status, invocation: query.invocationId },
      search: query.search,
    });
    // Only the reply for a single execution contains its files.
    return {
      ...page,
      items: page.items.map(execution => ({ ...withSteps(store, execution), files: undefined })),
    };
  },
  getExecution: ({ params, service: { store } }) => {
    const execution = requireExecution(store, params.executionId);
    const files = filesOf(store, execution.id);
    const screenshots = screenshotsOf(store, execution);
    return {
      data: {
        ...withSteps(store, execution),
        files,
        screenshots,
        progress: progressOf(store, execution),
        ...artifactsOf(store, execution, { files, screenshots }),
      },
    };
  },
  getExecutionScreenshot: ({ params, service }) => {
    const { store } = service;
    const execution = requireExecution(store, params.executionId);
    const screen = screenIdOf(store, execution, params.screenshotId);
    if (screen === undefined) throw notFound('screenshot of this execution', 'screenshot_not_found');
    return new HandlerReply(new Uint8Array(), { location: screenUrl(service, screen, 'png') });
  },
  getExecutionMetrics: ({ query, service: { store } }) => {
    const span = toFilter(query);
    const ended = store.executions.list({ ...span, orderBy: 'startedAt' });
    const durations = ended.flatMap(({ startedAt, finishedAt }) =>
      startedAt && finishedAt ? [Date.parse(finishedAt) - Date.parse(startedAt)] : [],
    );
    const sum = durations.reduce((total, duration) => total + duration, 0);
    return {
      data: {
        total: ended.length,
        byStatus: store.executions.countEach('status', EXECUTION_STATUSES, span),
        avgDurationMs: durations.length === 0 ? null : sum / durations.length,
        lastExecutionAt: ended[0]?.startedAt ?? null,
      },
    };
  },
  abortExecution: ({ params, service }) => {
    const execution = requireExecution(service.store, params.executionId);
    if (isFinished(execution)) {
      const message = `The execution has already ended; its status is ${execution.status}.`;
      throw conflict('execution_finished', message);
    }
    const end = { status: 'cancelled', error: 'Aborted by the caller.' } as const;
    // This reply contains neither files nor creator nor recordings (wire facts 6).
    const hidden = { files: undefined, createdBy: undefined };
    return { data: { ...toResponse(abortRun(service, execution, end)), ...hidden } };
  },
} as const satisfies Handlers;

/** Returns the execution with an ID. Throws the 404 Refusal `execution_not_found`. */
export function requireExecution(store: Store, id: string): StoredExecution {
  return requireRecord(store.executions, id, 'execution', 'execution_not_found');
}

// The steps of a running execution are stored separately.
function withSteps(store: Store, execution: StoredExecution): Execution {
  const record = toResponse(execution);
  return execution.status === 'running'
    ? { ...record, result: { steps: startedStepsOf(store, execution) } }
    : record;
}

interface Span {
  readonly flowId?: string | undefined;
  readonly triggerId?: string | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

function toFilter({
  flowId,
  triggerId,
  from,
  to,
}: Span): RecordFilter & Required<Pick<RecordFilter, 'where'>> {
  return {
    where: { flowId, triggerId },
    from: { startedAt: parseMoment('query.from', from) },
    to: { startedAt: parseMoment('query.to', to) },
  };
}
