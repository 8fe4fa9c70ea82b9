import { flowSteps } from '../engine/flowSteps.ts';
import { runJob } from '../engine/runJob.ts';
import type { Feature } from '../feature.ts';
import { abortHandlers } from './abort.ts';
import { executionHandlers } from './handlers.ts';

/** The part of the sandbox for executions. */
export const executionFeature: Feature = {
  handlers: { ...executionHandlers, ...abortHandlers },
  jobs: [runJob],
  steps: flowSteps,
};
