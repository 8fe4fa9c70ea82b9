import type { Client } from '../../src/client/client.ts';

/** Returns a client of a service whose flows have no recording policy, so that their recording cannot be switched. */
export function withoutPolicies(client: Client): Client {
  return {
    ...client,
    getFlow: async (...given) => {
      const reply = await client.getFlow(...given);
      return {
        ...reply,
        value: { ...reply.value, data: { ...reply.value.data, recordingPolicy: undefined } },
      };
    },
  };
}
