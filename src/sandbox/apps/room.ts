import type { Room } from '../room.ts';
import { appHandlers } from './handlers.ts';

/** The part of the sandbox for apps in cloud storage. */
export const appRoom: Room = { handlers: appHandlers };
