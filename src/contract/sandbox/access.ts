import * as z from 'zod';
import { sandboxOperation } from '../define.ts';
import { data } from '../scalars.ts';

/** The ports of this computer that steps and deliveries may call. */
const LoopbackPorts = z.looseObject({ ports: z.array(z.int().min(1).max(65_535)).max(16) });

/** Operations on the API key of the sandbox and on the ports of this computer that it may call. */
export const sandboxAccessOperations = {
  revokeKey: sandboxOperation('DELETE', '/_sandbox/key', {
    summary: 'Revoke the API key permanently, so that every later request with it is rejected',
    response: { status: 204, body: 'empty' },
  }),
  setLoopbackPorts: sandboxOperation('PUT', '/_sandbox/loopback-ports', {
    summary: 'Replace the list of ports of this computer that steps and deliveries may call',
    body: LoopbackPorts,
    response: { status: 200, body: data(LoopbackPorts) },
  }),
} as const;
