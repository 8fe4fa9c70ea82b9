import type { Feature } from '../feature.ts';
import { activationHandlers } from './activation.ts';
import { flowHandlers } from './handlers.ts';
import { stepWrites } from './stepWrites.ts';
import { trialHandlers } from './trial.ts';
import { flowWrites } from './writes.ts';

/** The part of the sandbox for flows. */
export const flowFeature: Feature = {
  handlers: { ...flowHandlers, ...flowWrites, ...stepWrites, ...activationHandlers, ...trialHandlers },
};
