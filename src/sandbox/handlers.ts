import type { Handlers } from './handler.ts';
import { rooms } from './rooms.ts';

/** What the sandbox answers; operations without a handler answer 501. */
export const handlers = Object.assign({}, ...rooms.map(room => room.handlers)) as Handlers;
