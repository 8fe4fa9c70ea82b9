import type { Handlers } from './handler.ts';
import { rooms } from './rooms.ts';

/** What answers each operation; those of the control interface are made for each sandbox. */
export const handlers = Object.assign({}, ...rooms.map(room => room.handlers)) as Handlers;
