import type { Room } from '../room.ts';
import { deviceHandlers } from './handlers.ts';

/** Devices and what is done on them. */
export const deviceRoom: Room = { handlers: deviceHandlers };
