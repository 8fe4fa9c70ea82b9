import type { Room } from '../room.ts';
import { actionHandlers } from './handlers.ts';
import { actionWrites } from './writes.ts';

/** Saved actions and the catalogue they are made from. */
export const actionRoom: Room = { handlers: { ...actionHandlers, ...actionWrites } };
