import type { Services } from '../commandServices.ts';
import type { Client } from '../../client/client.ts';
import type { Trigger } from '../../contract/records/trigger.ts';
import { isSecretName } from '../../util/secretNames.ts';
import { type DataShape, memberShape } from '../../flow/data/dataShape.ts';
import { schemaShape } from '../../flow/data/schemaShape.ts';
import { payloadFields } from '../../flow/run/trial.ts';
import { readIfOffered } from '../../stores/notOffered.ts';
import { isObject } from '../../util/isObject.ts';
import { dialogs } from '../../host/dialogs.ts';
import { askPayload, type Sample, sampleOf } from '../prompts/payload.ts';
import type { TrialTarget } from './trialTarget.ts';

/**
 * Returns the payload of a trial run: the kept sample values, after asking for those that steps read and that are not
 * known yet. With `asksAll`, asks for all of them. Undefined if the user cancels.
 */
export async function trialPayload(
  services: Services,
  file: TrialTarget['file'],
  flow: Readonly<Record<string, unknown>>,
  asksAll = false,
): Promise<Sample | undefined> {
  const { trialChoices } = services;
  const known = trialChoices.payloadOf(file) ?? {};
  const fields = payloadFields(flow);
  const missing = fields.filter(name => asksAll || name === undefined || !Object.hasOwn(known, name));
  if (missing.length === 0 || (!asksAll && fields.includes(undefined) && trialChoices.payloadOf(file)))
    return known;
  const client = await services.session.client();
  const trigger = await readTrigger(client, flow['triggerId']);
  const suggested = { ...(trigger && (await suggestionOf(client, trigger))), ...known };
  const payload = missing.includes(undefined)
    ? await askPayload('Trial Run: Trigger Payload', suggested)
    : await askFields(
        missing.filter(name => name !== undefined),
        suggested,
        trigger,
      );
  if (!payload) return undefined;
  const whole = { ...known, ...payload };
  await trialChoices.keepPayload(file, whole);
  return whole;
}

async function readTrigger(client: Client, triggerId: unknown): Promise<Trigger | undefined> {
  if (typeof triggerId !== 'string' || triggerId === '') return undefined;
  try {
    return (await client.getTrigger({ params: { triggerId } })).value.data;
  } catch {
    // The steps can be tried before the trigger exists.
    return undefined;
  }
}

/** Returns the payload of the last event that a trigger waits for, or else a sample. */
async function suggestionOf(client: Client, trigger: Trigger): Promise<Sample> {
  const sample = await sampleOf(client, trigger);
  const { eventType } = trigger;
  if (eventType == null) return sample;
  const query = { eventType, pageSize: 1 };
  const read = client.listAppEvents({ query }).then(({ value }) => value.items?.[0]?.payload);
  const last = await readIfOffered(read, undefined);
  return isObject(last) ? { ...sample, ...last } : sample;
}

async function askFields(
  names: readonly string[],
  suggested: Sample,
  trigger: Trigger | undefined,
): Promise<Sample | undefined> {
  const shape = schemaShape(trigger?.customPayloadSchema ?? true);
  const payload: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) {
    const member = memberShape(shape, name) ?? {};
    const value = suggested[name];
    const text = await dialogs.showInputBox({
      title: `Trial Run: Sample Value ${index + 1}/${names.length}`,
      prompt: [member.title ?? name, member.description].filter(Boolean).join(': '),
      value: value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value),
      password: isSecretName(name),
      ignoreFocusOut: true,
      validateInput: typed => sampleProblem(typed, member),
    });
    if (text === undefined) return undefined;
    payload[name] = readSample(text, member);
  }
  return payload;
}

/** Returns a sentence on why a text is not a value of a type, or undefined if it is. */
function sampleProblem(text: string, { type }: DataShape): string | undefined {
  if (readSample(text, { ...(type === undefined ? {} : { type }) }) !== undefined) return undefined;
  switch (type) {
    case 'number':
      return 'Enter a number.';
    case 'integer':
      return 'Enter a whole number.';
    case 'boolean':
      return 'Enter true or false.';
    case 'array':
      return 'Enter a JSON list, such as ["a", "b"].';
    default:
      return 'Enter a JSON object, such as {"city": "Paris"}.';
  }
}

/** Reads a text as a value of a type, a text if the type is unknown; undefined if it is none. */
function readSample(text: string, { type }: DataShape): unknown {
  if (type === undefined || type === 'string' || type === 'null') return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const fits =
    type === 'array'
      ? Array.isArray(value)
      : type === 'object'
        ? isObject(value)
        : type === 'integer'
          ? Number.isInteger(value)
          : typeof value === type;
  return fits ? value : undefined;
}
