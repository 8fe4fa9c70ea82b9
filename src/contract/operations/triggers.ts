import * as z from 'zod';
import { operation } from '../define.ts';
import { ACTIVATIONS, EVENT_SOURCES } from '../enumerations.ts';
import { EventDryRun, Ingested, IngestEvent } from '../records/event.ts';
import { orderQuery, page, pageQuery, searchQuery } from '../records/page.ts';
import {
  AppEvent,
  AppEventType,
  CreateTrigger,
  Fired,
  FireTrigger,
  Trigger,
  UpdateTrigger,
} from '../records/trigger.ts';
import { data, Message, Uuid } from '../scalars.ts';

const onTrigger = { params: z.object({ triggerId: Uuid }), errors: 'flow' } as const;
const oneTrigger = { status: 200, body: data(Trigger) } as const;

/** Operations on triggers and the events that fire them (wire facts 5, 7). */
export const triggerOperations = {
  listTriggers: operation('GET', '/triggers', {
    summary: 'List triggers',
    query: z.object({
      search: searchQuery,
      activation: z.enum(ACTIVATIONS).optional(),
      eventType: z.string().optional(),
      ...orderQuery(['name', 'createdAt', 'updatedAt']),
      ...pageQuery,
    }),
    response: { status: 200, body: page(Trigger) },
    errors: 'flow',
    paging: 'page',
  }),
  getTrigger: operation('GET', '/triggers/{triggerId}', {
    ...onTrigger,
    summary: 'Get a trigger',
    response: oneTrigger,
  }),
  createTrigger: operation('POST', '/triggers', {
    summary: 'Create a trigger',
    body: CreateTrigger,
    response: { status: 201, body: data(Trigger) },
    errors: 'flow',
  }),
  updateTrigger: operation('PATCH', '/triggers/{triggerId}', {
    ...onTrigger,
    summary: 'Change a trigger',
    body: UpdateTrigger,
    response: oneTrigger,
  }),
  deleteTrigger: operation('DELETE', '/triggers/{triggerId}', {
    ...onTrigger,
    summary: 'Delete a trigger',
    response: { status: 200, body: Message },
  }),
  fireTrigger: operation('POST', '/triggers/{triggerId}/fire', {
    ...onTrigger,
    summary: 'Fire a custom trigger',
    body: FireTrigger,
    response: { status: 202, body: Fired },
    effect: 'act',
  }),
  listTimezones: operation('GET', '/timezones', {
    summary: 'List time zones',
    response: { status: 200, body: data(z.array(z.string())) },
    errors: 'flow',
  }),
  listAppEventTypes: operation('GET', '/app-events/catalog', {
    summary: 'List the kinds of app event',
    response: { status: 200, body: data(z.array(AppEventType)) },
    errors: 'flow',
  }),
  getAppEventType: operation('GET', '/app-events/catalog/{appEventType}', {
    summary: 'Get a kind of app event',
    params: z.object({ appEventType: z.string().min(1) }),
    response: { status: 200, body: data(AppEventType) },
    errors: 'flow',
  }),
  listAppEvents: operation('GET', '/app-events', {
    summary: 'List app events that happened',
    query: z.object({
      deviceId: Uuid.optional(),
      eventType: z.string().optional(),
      source: z.enum(EVENT_SOURCES).optional(),
      from: z.string().nullish(),
      to: z.string().nullish(),
      ...pageQuery,
    }),
    response: { status: 200, body: page(AppEvent) },
    errors: 'flow',
    paging: 'page',
  }),
  getAppEvent: operation('GET', '/app-events/{id}', {
    summary: 'Get an app event',
    params: z.object({ id: Uuid }),
    response: { status: 200, body: data(AppEvent) },
    errors: 'flow',
  }),
  dryRunEvent: operation('POST', '/events/dry-run', {
    summary: 'Tell which flows an event would start',
    body: IngestEvent,
    response: { status: 200, body: data(EventDryRun) },
    errors: 'flow',
    effect: 'read',
    idempotent: true,
  }),
  ingestEvent: operation('POST', '/events/ingest', {
    summary: 'Report an event, which starts the flows waiting for it',
    body: IngestEvent,
    response: { status: 202, body: Ingested },
    errors: 'flow',
    effect: 'act',
  }),
} as const;
