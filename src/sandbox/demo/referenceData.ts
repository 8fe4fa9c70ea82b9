import type * as z from 'zod';
import type { Agent, ModelList } from '../../contract/records/task.ts';
import type { AppEventType } from '../../contract/records/trigger.ts';
import type { EventTypeCatalog } from '../../contract/records/webhook.ts';
import agents from './agents.json' with { type: 'json' };
import appEvents from './appEvents.json' with { type: 'json' };
import eventTypes from './eventTypes.json' with { type: 'json' };
import models from './models.json' with { type: 'json' };

/** The events that triggers can wait for in the sandbox (wire facts 5); names follow `app.<app>.<event>`. */
export const demoAppEvents: readonly z.output<typeof AppEventType>[] = appEvents;

/** The event types of the sandbox by source (spec 6.3, wire facts 11, 12). */
export const demoEventTypes: z.output<typeof EventTypeCatalog> = eventTypes;

/** The language models of the sandbox; all of them are scripts (wire facts 10). */
export const demoModels: z.output<typeof ModelList> = models;

/** The agents of the sandbox; the first is the default (wire facts 10). */
export const demoAgents: readonly z.output<typeof Agent>[] = agents;
