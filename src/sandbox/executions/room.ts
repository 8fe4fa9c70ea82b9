import { flowSteps } from '../engine/flowSteps.ts';
import { runJob } from '../engine/runJob.ts';
import type { Room } from '../room.ts';
import { abortHandlers } from './abort.ts';
import { executionHandlers } from './handlers.ts';

/** The part of the sandbox for executions. */
export const executionRoom: Room = {
  handlers: { ...executionHandlers, ...abortHandlers },
  jobs: [runJob],
  steps: flowSteps,
};
