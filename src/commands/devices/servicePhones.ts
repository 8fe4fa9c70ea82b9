import { collect, pages } from '../../client/pages.ts';
import type { SandboxClient } from '../../client/sandboxClient.ts';
import { isAwake } from '../../contract/awakeStates.ts';
import { Limits } from '../../contract/limits.ts';
import type { Device } from '../../contract/records/device.ts';
import type { ServicePhoneRecord } from '../../contract/sandbox/phones.ts';
import { dialogs } from '../../host/dialogs.ts';
import { logExchange } from '../../host/log.ts';
import { View } from '../../manifest.ts';
import type { Connection } from '../../stores/connection.ts';
import { plainText } from '../../util/plainText.ts';
import { explain } from '../../wording/explain.ts';
import type { Services } from '../commandServices.ts';
import type { PhoneChoice, PhoneGroup } from './phoneChoice.ts';

/** The maximum number of phones of a connection that are listed, and the maximum time for it in milliseconds. */
const MAX_PHONES = 500;
const LIST_MS = 15_000;

/** Returns the phones of the other connections with a key, and those that were added. */
export async function servicePhoneGroups(
  services: Services,
  sandbox: SandboxClient,
): Promise<readonly PhoneGroup[]> {
  const { phones } = (await sandbox.listServicePhones({})).value.data;
  const others = services.connections.all.filter(({ kind }) => kind === 'service');
  if (others.length === 0 && phones.length === 0) return [];
  const location = { viewId: View.devices };
  const groups = await dialogs.withProgress({ location }, () =>
    Promise.all(others.map(connection => groupOf(services, sandbox, connection, phones))),
  );
  const isListed = (phone: ServicePhoneRecord): boolean => others.some(({ id }) => id === phone.serviceId);
  const lost = phones.filter(phone => !isListed(phone)).map(phone => added(services, sandbox, phone));
  return [
    ...groups,
    ...(lost.length > 0 ? [{ name: 'Connections that are gone', choices: lost }] : []),
  ].filter(({ choices }) => choices.length > 0);
}

async function groupOf(
  services: Services,
  sandbox: SandboxClient,
  connection: Connection,
  phones: readonly ServicePhoneRecord[],
): Promise<PhoneGroup> {
  const own = phones.filter(({ serviceId }) => serviceId === connection.id);
  const choices = own.map(phone => added(services, sandbox, phone));
  const name = plainText(connection.name);
  try {
    const devices = await devicesOf(services, connection);
    const others = devices.filter(({ id }) => !own.some(({ phoneId }) => phoneId === id));
    return { name, choices: [...choices, ...others.map(device => offered(services, connection, device))] };
  } catch (error) {
    return { name, choices: [...choices, unreadable(explain(error).summary)] };
  }
}

/** Reads the devices of a connection; none without a key. */
async function devicesOf({ clients, log }: Services, connection: Connection): Promise<readonly Device[]> {
  const client = await clients.open(connection, exchange => logExchange(log, exchange));
  if (!client) return [];
  const query = { pageSize: Limits.page };
  return collect(pages(client.listDevices, { query }, { deadlineMs: LIST_MS }), MAX_PHONES);
}

function added(services: Services, sandbox: SandboxClient, phone: ServicePhoneRecord): PhoneChoice {
  const { deviceId, serviceId, phoneId, name } = phone;
  return {
    name: plainText(name ?? phoneId),
    description: 'added',
    advice: '',
    remove: async () => {
      await sandbox.removePhone({ params: { deviceId } });
      const known = await services.openServicePhones();
      await known.remove({ connectionId: serviceId, phoneId });
    },
  };
}

function offered(services: Services, connection: Connection, { id, name, state }: Device): PhoneChoice {
  const shown = plainText(name ?? id);
  const isReady = isAwake(state);
  const word = plainText(state ?? 'in an unknown state');
  return {
    name: shown,
    description: word,
    advice: isReady ? 'Add it to the devices of the sandbox' : 'It must be ready before it can be added',
    note: `It stays a phone of “${plainText(connection.name)}”, which carries out what the sandbox does on it. The API key stays in this window.\n\n`,
    ...(isReady
      ? { add: async () => (await services.openServicePhones()).add(connection, id) }
      : {
          explain: () =>
            void dialogs.showInformationMessage(
              `${shown} is ${word}. It must be ready before it can be added.`,
            ),
        }),
  };
}

function unreadable(problem: string): PhoneChoice {
  return {
    name: 'The phones could not be read',
    description: '',
    advice: problem,
    icon: 'warning',
    explain: () => void dialogs.showErrorMessage(problem),
  };
}
