import type { Room } from '../room.ts';
import { activationHandlers } from './activation.ts';
import { flowHandlers } from './handlers.ts';
import { stepWrites } from './stepWrites.ts';
import { trialHandlers } from './trial.ts';
import { flowWrites } from './writes.ts';

/** Flows, their steps and their activation. */
export const flowRoom: Room = {
  handlers: { ...flowHandlers, ...flowWrites, ...stepWrites, ...activationHandlers, ...trialHandlers },
};
