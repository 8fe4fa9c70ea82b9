import { ScheduleRule, type Trigger } from '../../../contract/records/trigger.ts';
import { compileSchema } from '../../../flow/schema/compileSchema.ts';
import { isCondition } from '../../engine/conditions.ts';
import { COMPARISONS } from '../../engine/compare.ts';
import { type RequestProblem, refuseProblems } from '../../runtime/refusal.ts';
import { scheduleProblem } from './occurrences.ts';
import { isTimeZone } from '../../runtime/wallTime.ts';

/** The fields that belong to one kind of trigger (wire facts 5). */
export const KIND_FIELDS = {
  event: ['eventType', 'conditions'],
  schedule: ['scheduleRule', 'timezone'],
  custom: ['customPayloadSchema'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * Throws a 400 Refusal for a trigger that can never fire: fields of another kind, no event type, a missing or invalid
 * schedule, invalid conditions or an unusable schema.
 */
export function checkTrigger(trigger: Trigger, body: Readonly<Record<string, unknown>>): void {
  refuseProblems([...foreignFieldProblems(trigger, body), ...kindProblems(trigger)], 'invalid_trigger');
}

function foreignFieldProblems(
  { activation }: Trigger,
  body: Readonly<Record<string, unknown>>,
): RequestProblem[] {
  return Object.entries(KIND_FIELDS)
    .filter(([kind]) => kind !== activation)
    .flatMap(([kind, names]) => names.map(name => ({ kind, name })))
    .filter(({ name }) => body[name] !== undefined && body[name] !== null)
    .map(({ kind, name }) =>
      problem(name, body[name], `belongs to triggers started by ${kind}, not by ${activation}`),
    );
}

function kindProblems(trigger: Trigger): RequestProblem[] {
  switch (trigger.activation) {
    case 'event':
      return [
        ...(trigger.eventType ? [] : [problem('eventType', trigger.eventType, 'an event trigger needs one')]),
        ...conditionProblems(trigger),
      ];
    case 'schedule':
      return scheduleProblems(trigger);
    case 'custom':
      return schemaProblems(trigger);
    default:
      return [];
  }
}

function conditionProblems({ conditions }: Trigger): RequestProblem[] {
  const entries = (['all', 'any'] as const).flatMap(list =>
    (conditions?.[list] ?? []).map((condition, index) => ({
      name: `conditions.${list}.${index}`,
      condition,
    })),
  );
  const form = `must be {field, operator, value} with one of the operators ${COMPARISONS.join(', ')}`;
  return entries
    .filter(({ condition }) => !isCondition(condition))
    .map(({ name, condition }) => problem(name, condition, form));
}

function scheduleProblems({ scheduleRule, timezone, createdAt }: Trigger): RequestProblem[] {
  if (!scheduleRule) return [problem('scheduleRule', scheduleRule, 'a schedule trigger needs one')];
  if (timezone && !isTimeZone(timezone)) {
    return [problem('timezone', timezone, 'no such time zone; GET /timezones lists them')];
  }
  if (!timezone && scheduleRule.type !== 'once') {
    return [problem('timezone', timezone, `a schedule of type ${scheduleRule.type} needs a time zone`)];
  }
  const invalid = scheduleProblem({
    rule: ScheduleRule.parse(scheduleRule),
    timeZone: timezone ?? 'UTC',
    createdAt: Date.parse(createdAt ?? '') || 0,
  });
  return invalid ? [problem(`scheduleRule.${invalid.field}`, scheduleRule, invalid.message)] : [];
}

function schemaProblems({ customPayloadSchema }: Trigger): RequestProblem[] {
  if (customPayloadSchema == null) return [];
  const { unusable, unread, unchecked } = compileSchema(customPayloadSchema);
  const reason = unusable ?? unread ?? unchecked;
  return reason === undefined ? [] : [problem('customPayloadSchema', customPayloadSchema, reason)];
}

function problem(name: string, value: unknown, message: string): RequestProblem {
  return { location: `body.${name}`, message, value };
}
