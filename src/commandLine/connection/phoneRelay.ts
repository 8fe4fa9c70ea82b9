import { startDeviceRelay } from '../../client/deviceRelay.ts';
import type { PhoneService } from '../../contract/sandbox/phones.ts';
import { openService } from './chosenConnection.ts';

/** Some phones of a service, and where their relay is. */
export interface RelayedPhones {
  readonly service: PhoneService;
  readonly phoneIds: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts a relay to phones of the service at an address. The API key is that of the environment, and stays here. */
export async function relayPhones(address: string, phoneIds: readonly string[]): Promise<RelayedPhones> {
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
