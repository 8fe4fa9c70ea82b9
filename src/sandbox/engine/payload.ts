import type * as z from 'zod';
import type { PayloadValidation } from '../../contract/records/flowRun.ts';
import type { Trigger } from '../../contract/records/trigger.ts';
import { compileSchema } from '../../flow/schema/compileSchema.ts';
import { demoAppEvents } from '../demo/referenceData.ts';
import { refuseProblems } from '../runtime/refusal.ts';

type Payload = Readonly<Record<string, unknown>>;
type Validation = z.output<typeof PayloadValidation>;

/** Validates a payload against its trigger; a schedule accepts any (wire facts 3). */
export function validatePayload(
  { activation, eventType, customPayloadSchema }: Trigger,
  payload: Payload,
): Validation {
  if (activation === 'event') return validateEvent(eventType ?? '', payload);
  if (activation !== 'custom' || customPayloadSchema == null) return { valid: true };
  const problems = compileSchema(customPayloadSchema).check(payload);
  return toValidation(problems.map(({ path, message }) => ({ field: path.join('.'), message })));
}

/** Validates the field types of an event's payload; an unknown event type accepts any. */
export function validateEvent(eventType: string, payload: Payload): Validation {
  const type = demoAppEvents.find(appEvent => appEvent.appEventType === eventType);
  const invalidFields = (type?.payloadSchema ?? []).filter(
    field => payload[field.name] != null && typeOf(payload[field.name]) !== field.type,
  );
  return toValidation(
    invalidFields.map(({ name, type: expectedType }) => ({
      field: name,
      message: `must be of type ${expectedType}, not ${typeOf(payload[name])}`,
    })),
  );
}

/** Throws a 400 Refusal that lists all invalid fields of a payload. */
export function checkPayload(trigger: Trigger, payload: Payload): void {
  refuseUnless(validatePayload(trigger, payload), payload);
}

/** Throws a Refusal that lists all invalid fields, unless the validation succeeded. */
export function refuseUnless({ valid, errors }: Validation, payload: Payload, status = 400): void {
  if (valid) return;
  const problems = (errors ?? []).map(({ field, message }) => ({
    location: field ? `body.payload.${field}` : 'body.payload',
    message,
    value: payload[field ?? ''],
  }));
  refuseProblems(problems, 'invalid_payload', status);
}

function toValidation(errors: NonNullable<Validation['errors']>): Validation {
  return errors.length === 0 ? { valid: true } : { valid: false, errors };
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}
