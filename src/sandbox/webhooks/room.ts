import type { Room } from '../room.ts';
import { webhookHandlers } from './handlers.ts';

/** Webhook endpoints and deliveries to them. */
export const webhookRoom: Room = { handlers: webhookHandlers };
