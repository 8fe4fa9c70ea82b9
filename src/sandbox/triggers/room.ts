import type { Room } from '../room.ts';
import { triggerHandlers } from './handlers.ts';

/** Triggers and the events that fire them. */
export const triggerRoom: Room = { handlers: triggerHandlers };
