import type { Feature } from '../feature.ts';
import { deliverJob } from './deliveries.ts';
import { webhookHandlers } from './handlers.ts';
import { publishAppEvent, publishMail, publishRun, publishRunStart, publishTask } from './publish.ts';
import { callbackPages } from './callbacks.ts';
import { webhookSteps } from './steps.ts';
import { webhookWrites } from './writes.ts';

/** The part of the sandbox for webhook endpoints and deliveries. */
export const webhookFeature: Feature = {
  handlers: { ...webhookHandlers, ...webhookWrites },
  jobs: [deliverJob],
  steps: webhookSteps,
  pages: callbackPages,
  start: service => {
    service.events.on('flow.finished', ({ flow, execution }) => publishRun(service, flow, execution));
    service.events.on('flow.started', ({ flow, execution }) => publishRunStart(service, flow, execution));
    service.events.on('task.changed', ({ task }) => publishTask(service, task));
    service.events.on('mail.received', ({ message }) => publishMail(service, message));
    service.events.on('app.event.kept', event => publishAppEvent(service, event));
  },
};
