import * as z from 'zod';
import { ACTION_SERVICES } from '../enumerations.ts';
import { OpenObject, openEnum, record, Timestamp, Uuid } from '../scalars.ts';

/** A saved action for use in flows; `params` and `paramsSchema` are open JSON values (spec 2.3). */
export const Action = record(
  { id: Uuid, name: z.string(), service: openEnum(ACTION_SERVICES) },
  {
    catalogEntryId: Uuid,
    description: z.string(),
    method: z.string(),
    params: z.unknown(),
    paramsSchema: z.unknown(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    createdBy: Uuid,
    ownerId: Uuid,
    userId: Uuid,
  },
);
export type Action = z.output<typeof Action>;

/** A template for saved actions (wire facts 4). */
export const CatalogEntry = record(
  { id: Uuid, name: z.string(), service: openEnum(ACTION_SERVICES) },
  {
    description: z.string(),
    method: z.string(),
    paramsSchema: z.unknown(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
);
export type CatalogEntry = z.output<typeof CatalogEntry>;

/** The body that creates a saved action; `params` must match the catalog entry (wire facts 4). */
export const CreateAction = z.looseObject({
  catalogEntryId: Uuid,
  name: z.string().min(1),
  description: z.string().optional(),
  params: OpenObject.optional(),
});

/** The body that updates a saved action (wire facts 4). */
export const UpdateAction = z.looseObject({
  name: z.string().min(1).optional(),
  description: z.string().optional(),
  params: OpenObject.optional(),
});

/** A method of a service with its parameters (wire facts 4). */
export const ServiceMethod = record(
  { method: z.string() },
  {
    params: z.array(
      record(
        { name: z.string() },
        {
          type: openEnum(['string', 'number', 'boolean', 'object', 'array']),
          required: z.boolean(),
          description: z.string(),
          default: z.unknown(),
          example: z.unknown(),
        },
      ),
    ),
  },
);
