import { startDeviceRelay } from '../../client/deviceRelay.ts';
import type { PhoneService } from '../../contract/sandbox/phones.ts';
import { InputError } from '../../validate/inputFile.ts';
import { openService } from './chosenConnection.ts';

/** Some phones of a service, and where their relay is. */
export interface RelayedPhones {
  readonly service: PhoneService;
  readonly phoneIds: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts a relay to phones of the service at an address. The API key is that of the environment, and stays here. */
export async function relayPhones(address: string, phoneIds: readonly string[]): Promise<RelayedPhones> {
  if (phoneIds.length === 0 || phoneIds.includes('all'))
    throw new InputError('--phone-service needs the IDs of the devices to use as phones.');
  const { connection, client, key, close } = await openService(address);
  const { id, name } = connection;
  const relay = await startDeviceRelay({
    name,
    client: () => Promise.resolve(client),
    key: () => Promise.resolve(key),
    hasDevice: phoneId => phoneIds.includes(phoneId),
  });
  const { baseUrl, token } = relay;
  return {
    service: { id, name, baseUrl, token },
    phoneIds,
    close: async () => {
      await relay.close();
      await close();
    },
  };
}
