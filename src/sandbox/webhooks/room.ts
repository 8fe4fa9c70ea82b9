import type { Room } from '../room.ts';
import { deliverJob } from './deliveries.ts';
import { webhookHandlers } from './handlers.ts';
import { publishAppEvent, publishMail, publishRun } from './publish.ts';
import { webhookWrites } from './writes.ts';

/** Webhook endpoints and deliveries to them. */
export const webhookRoom: Room = {
  handlers: { ...webhookHandlers, ...webhookWrites },
  jobs: [deliverJob],
  start: service => {
    service.events.on('flow.finished', ({ flow, execution }) => publishRun(service, flow, execution));
    service.events.on('mail.received', ({ message }) => publishMail(service, message));
    service.events.on('app.event', event => publishAppEvent(service, event));
  },
};
