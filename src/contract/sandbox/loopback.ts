import * as z from 'zod';
import { operation } from '../define.ts';
import { data } from '../scalars.ts';

/** The ports of this computer that steps and deliveries may call. */
const LoopbackPorts = z.looseObject({ ports: z.array(z.int().min(1).max(65_535)).max(16) });

/** Operations on the ports of this computer that the sandbox may call. */
export const sandboxLoopbackOperations = {
  setLoopbackPorts: operation({
    method: 'PUT',
    path: '/_sandbox/loopback-ports',
    source: 'guess',
    summary:
      'Name the ports of this computer that steps and deliveries may call, in place of those named before',
    body: LoopbackPorts,
    response: { status: 200, body: data(LoopbackPorts) },
  }),
} as const;
