import { mayHaveTakenEffect } from '../client/takenEffect.ts';
import type { Client } from '../client/client.ts';
import type { OperationId } from '../contract/operations.ts';

type Method = (...given: unknown[]) => Promise<unknown>;

/** Wraps a client so that `note` is called for each operation that succeeded or may have taken effect. */
export function notingCalls(client: Client, note: (id: OperationId) => void): Client {
  const methods = Object.entries(client).map(([id, method]) => {
    const noted: Method = async (...given) => {
      try {
        const reply = await (method as Method)(...given);
        note(id as OperationId);
        return reply;
      } catch (error) {
        if (mayHaveTakenEffect(error)) note(id as OperationId);
        throw error;
      }
    };
    return [id, noted];
  });
  return Object.fromEntries(methods) as Client;
}
