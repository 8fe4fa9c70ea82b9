import type { Services } from '../commandServices.ts';
import type { Client } from '../../client/client.ts';
import { Limits } from '../../contract/limits.ts';
import { chooseId } from '../prompts/ask.ts';
import type { Choice } from '../prompts/choices.ts';
import { askPayload, exampleOf, type Sample } from '../prompts/payload.ts';
import { deviceChoices } from '../devices/perDevice.ts';
import { reportStarted } from './triggers.ts';

const PAGE_SIZE = 100;
/** ID of the picker entry for an event without a device. */
const NO_DEVICE = 'none';

/** Sends an event. Its type is selected from the app events and those that triggers wait for, or typed. */
export async function sendEvent(services: Services): Promise<void> {
  services.session.require();
  const client = await services.session.client();
  const types = readTypes(client);
  const eventType = await chooseId(
    'Send Event (1/3): Type',
    types.then(all => all.map(({ choice }) => choice)),
    { anyId: true },
  );
  if (eventType === undefined) return;
  if (eventType.length > Limits.ingestEventType)
    throw new Error(`An event type can have at most ${Limits.ingestEventType} characters.`);
  const device = await chooseId('Send Event (2/3): Device', devicesOrNone(services));
  if (device === undefined) return;
  // The list may have failed, in which case the type was typed.
  const known = await types.catch(() => []);
  const sample = known.find(({ choice }) => choice.id === eventType)?.sample;
  const payload = await askPayload('Send Event (3/3): Payload', sample);
  if (!payload) return;
  const deviceId = device === NO_DEVICE ? null : device;
  await client.ingestEvent({ body: { eventType, deviceId, payload } });
  await reportStarted(services, `Sent the event ${eventType}.`);
}

async function readTypes(client: Client): Promise<{ readonly choice: Choice; readonly sample: Sample }[]> {
  const [types, triggers] = await Promise.all([
    client.listAppEventTypes({}),
    client.listTriggers({ query: { activation: 'event', pageSize: PAGE_SIZE } }),
  ]);
  const waiting = Map.groupBy(triggers.value.items ?? [], ({ eventType }) => eventType ?? '');
  waiting.delete('');
  const known = types.value.data.map(type => ({
    ...type,
    sample: exampleOf(type),
  }));
  // A trigger can wait for a type that the list of app events does not contain.
  const others = [...waiting.keys()]
    .filter(id => !known.some(({ appEventType }) => appEventType === id))
    .map(id => ({ appEventType: id, appName: undefined, label: undefined, sample: {} }));
  return [...known, ...others].map(({ appEventType: id, appName, label, sample }) => ({
    choice: {
      id,
      label: [appName, label].filter(Boolean).join(': ') || id,
      description: label == null ? '' : id,
      detail: fires(waiting.get(id) ?? []),
    },
    sample,
  }));
}

function fires(triggers: readonly { readonly name: string }[]): string {
  const names = triggers.map(({ name }) => `“${name}”`).join(', ');
  return names === '' ? '' : `Fires ${names}`;
}

async function* devicesOrNone(services: Services): AsyncGenerator<readonly Choice[]> {
  yield [{ id: NO_DEVICE, label: '$(circle-slash) No Device' }];
  yield* deviceChoices(services);
}
