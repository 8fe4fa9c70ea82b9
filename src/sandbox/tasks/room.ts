import type { Room } from '../room.ts';
import { taskHandlers } from './handlers.ts';

/** Tasks, models and agents. */
export const taskRoom: Room = { handlers: taskHandlers };
