import type { Client } from '../../client/client.ts';
import type { AppEventType, Trigger } from '../../contract/records/trigger.ts';
import { SchemaReader } from '../../flow/schema/schemaReader.ts';
import { startValue } from '../../flow/form/startValue.ts';
import { dialogs } from '../../host/dialogs.ts';
import { lostNumberIn, lostNumberText, readExact } from '../../util/exactJson.ts';
import { isObject } from '../../util/isObject.ts';
import { plainText } from '../../util/plainText.ts';

/** Sample payload of a trigger. */
export type Sample = Readonly<Record<string, unknown>>;

/** Prompts for a JSON object, prefilled with `sample`, and says why an earlier one was refused; undefined if dismissed. */
export async function askPayload(
  title: string,
  sample: Sample = {},
  refusal?: string,
): Promise<Record<string, unknown> | undefined> {
  const text = await dialogs.showInputBox({
    title,
    prompt: refusal === undefined ? 'A JSON object, as the trigger would send it' : plainText(refusal),
    value: JSON.stringify(sample),
    ignoreFocusOut: true,
    validateInput: payloadProblem,
  });
  return text === undefined ? undefined : readObject(text);
}

/**
 * Returns a sample payload from the trigger's schema or the examples of its event type; an empty object if there is
 * neither.
 */
export async function sampleOf(client: Client, { customPayloadSchema, eventType }: Trigger): Promise<Sample> {
  if (eventType != null) {
    const params = { appEventType: eventType };
    // A trigger can wait for a type that the list of app events does not contain.
    const known = await client.getAppEventType({ params }).catch(() => undefined);
    return known ? exampleOf(known.value.data) : {};
  }
  const form = new SchemaReader(customPayloadSchema ?? {});
  const start = startValue(form, [form.root], { fill: 'examples' });
  return isObject(start) ? start : {};
}

/** Returns a sample payload from the field examples of an event type. */
export function exampleOf({ payloadSchema }: AppEventType): Sample {
  return Object.fromEntries((payloadSchema ?? []).map(({ name, example }) => [name, example]));
}

/** Returns a sentence on why a text cannot be sent as a payload, or undefined if it can. */
function payloadProblem(text: string): string | undefined {
  const value = readObject(text);
  const lost = lostNumberIn(value);
  if (lost) return lostNumberText(lost);
  return value ? undefined : 'Enter a JSON object, such as {"city": "Paris"}.';
}

function readObject(text: string): Record<string, unknown> | undefined {
  const value = readExact(text);
  return isObject(value) ? { ...value } : undefined;
}
