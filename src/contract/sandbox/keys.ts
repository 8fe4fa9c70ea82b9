import { operation } from '../define.ts';

/** Operations on the API key of the sandbox. */
export const sandboxKeyOperations = {
  revokeKey: operation({
    method: 'DELETE',
    path: '/_sandbox/key',
    source: 'guess',
    summary: 'Revoke the API key for good, so that every later request with it is refused',
    response: { status: 204, body: 'empty' },
  }),
} as const;
