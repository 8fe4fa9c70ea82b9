import type { Room } from '../room.ts';
import { mailboxHandlers } from './handlers.ts';

/** Mailboxes and their messages. */
export const mailboxRoom: Room = { handlers: mailboxHandlers };
