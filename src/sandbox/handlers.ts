import type { Handlers } from './handler.ts';
import { rooms } from './rooms.ts';

/** The handlers of all operations, except those that are created per sandbox, such as the control operations. */
export const handlers = Object.assign({}, ...rooms.map(room => room.handlers)) as Handlers;
