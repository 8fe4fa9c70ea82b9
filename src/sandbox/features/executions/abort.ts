import { FINISHED_EXECUTIONS } from '../../../contract/enumerations.ts';
import { abortRun } from '../../engine/abortRun.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { requireRecord } from '../../runtime/paging.ts';
import { conflict } from '../../runtime/refusal.ts';
import { toResponse } from '../../store/stored.ts';

/** Handlers that abort executions (wire facts 6). */
export const abortHandlers = {
  abortExecution: ({ params, service }) => {
    const execution = requireRecord(
      service.store.executions,
      params.executionId,
      'execution',
      'execution_not_found',
    );
    if (FINISHED_EXECUTIONS.includes(execution.status ?? '')) {
      const message = `The execution has already ended; its status is ${execution.status}.`;
      throw conflict('execution_finished', message);
    }
    const end = { status: 'cancelled', error: 'Aborted by the caller.' } as const;
    // This reply contains neither files nor creator (wire facts 6).
    const hidden = { files: undefined, createdBy: undefined };
    return { data: { ...toResponse(abortRun(service, execution, end)), ...hidden } };
  },
} as const satisfies Handlers;
