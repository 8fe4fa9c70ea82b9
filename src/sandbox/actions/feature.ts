import type { Feature } from '../feature.ts';
import { actionHandlers } from './handlers.ts';
import { actionWrites } from './writes.ts';

/** The part of the sandbox for saved actions and the action catalog. */
export const actionFeature: Feature = { handlers: { ...actionHandlers, ...actionWrites } };
