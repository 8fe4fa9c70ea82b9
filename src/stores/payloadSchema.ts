import type { AppEventType, Trigger } from '../contract/records/trigger.ts';

/** The length of the largest schema that is kept with a catalog, as JSON. */
const MAX_LENGTH = 20_000;

/**
 * Returns the JSON Schema of the payload that a trigger starts flows with: its own, or that of its app event. Undefined
 * if there is none or it is too large.
 */
export function payloadSchemaOf(
  { customPayloadSchema, eventType }: Trigger,
  eventTypes: readonly AppEventType[],
): unknown {
  const event = eventTypes.find(({ appEventType }) => appEventType === eventType);
  const schema = customPayloadSchema ?? (event && eventSchema(event));
  return schema === undefined || JSON.stringify(schema).length > MAX_LENGTH ? undefined : schema;
}

/** Describes the payload of an app event, which can have more fields than are listed. */
function eventSchema({ payloadSchema }: AppEventType): object | undefined {
  if (!payloadSchema) return undefined;
  const fields = payloadSchema.map(({ name, type, description, example }) => [
    name,
    { type, description, ...(example === undefined ? {} : { examples: [example] }) },
  ]);
  return { type: 'object', properties: Object.fromEntries(fields) as unknown };
}
