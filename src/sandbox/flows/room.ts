import type { Room } from '../room.ts';
import { flowHandlers } from './handlers.ts';

/** Flows and their steps. */
export const flowRoom: Room = { handlers: flowHandlers };
