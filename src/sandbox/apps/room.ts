import type { Room } from '../room.ts';
import { appHandlers } from './handlers.ts';

/** Apps in cloud storage. */
export const appRoom: Room = { handlers: appHandlers };
