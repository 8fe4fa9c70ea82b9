import type { Feature } from '../feature.ts';
import { eventHandlers, takeEvent } from './appEvents.ts';
import { triggerHandlers } from './handlers.ts';
import { reschedule, rescheduleAll, scheduleJob } from './schedule.ts';
import { triggerWrites } from './writes.ts';

/** The part of the sandbox for triggers and app events. */
export const triggerFeature: Feature = {
  handlers: { ...triggerHandlers, ...triggerWrites, ...eventHandlers },
  jobs: [scheduleJob],
  resume: rescheduleAll,
  start: service => {
    service.events.on('trigger.changed', ({ triggerId }) => reschedule(service, triggerId));
    service.events.on('app.event', event => void takeEvent(service, event));
  },
};
