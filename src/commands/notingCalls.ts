import { mayHaveTakenEffect } from '../client/takenEffect.ts';
import type { Client } from '../client/client.ts';
import type { OperationId } from '../contract/operations.ts';

type Method = (...given: readonly unknown[]) => Promise<unknown>;

/** Wraps a client so that `note` is called for each operation that succeeded or may have taken effect. */
export function notingCalls(client: Client, note: (id: OperationId) => void): Client {
  const methods = Object.entries(client) as [OperationId, Method][];
  const noting = methods.map(([id, method]): [OperationId, Method] => [
    id,
    async (...given) => {
      try {
        const reply = await method(...given);
        note(id);
        return reply;
      } catch (error) {
        if (mayHaveTakenEffect(error)) note(id);
        throw error;
      }
    },
  ]);
  return Object.fromEntries(noting) as Client;
}
