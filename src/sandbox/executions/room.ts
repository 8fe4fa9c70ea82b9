import type { Room } from '../room.ts';
import { executionHandlers } from './handlers.ts';

/** Runs of flows. */
export const executionRoom: Room = { handlers: executionHandlers };
