import type { Feature } from '../feature.ts';
import { controlHandlers } from './control.ts';
import { deviceHandlers } from './handlers.ts';
import { lifecycleHandlers, settleJob } from './lifecycle.ts';
import { locationHandlers } from './location.ts';
import { deviceSteps } from './steps/deviceSteps.ts';

/** The part of the sandbox for devices: lifecycle, position, screen and input. */
export const deviceFeature: Feature = {
  handlers: { ...deviceHandlers, ...lifecycleHandlers, ...locationHandlers, ...controlHandlers },
  jobs: [settleJob],
  steps: deviceSteps,
};
