import type { Feature } from '../feature.ts';
import { taskHandlers } from './handlers.ts';
import { taskJob } from './runTask.ts';
import { screenHandlers, screenPages } from './screens.ts';
import { taskSteps } from './steps.ts';

/** The part of the sandbox for tasks, models and agents. */
export const taskFeature: Feature = {
  handlers: { ...taskHandlers, ...screenHandlers },
  jobs: [taskJob],
  steps: taskSteps,
  pages: screenPages,
};
