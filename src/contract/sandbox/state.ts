import * as z from 'zod';
import { sandboxOperation } from '../define.ts';
import { SEED_NAMES } from '../enumerations.ts';
import { data, Timestamp, Uuid } from '../scalars.ts';

/** The maximum length of a snapshot name, in characters. */
export const MAX_SNAPSHOT_NAME_LENGTH = 80;

/** The body of a reset; by default, the seed stays the same. */
const ResetSandbox = z.looseObject({ seed: z.enum(SEED_NAMES).optional() });

/** A snapshot of all data in the sandbox; `takenAt` uses the computer's clock, since the sandbox's can be moved. */
export const Snapshot = z.looseObject({ id: Uuid, name: z.string(), takenAt: Timestamp });
export type Snapshot = z.output<typeof Snapshot>;

const name = z.string().trim().min(1).max(MAX_SNAPSHOT_NAME_LENGTH);
const onSnapshot = { params: z.object({ snapshotId: Uuid }), errors: 'api' } as const;

/** Operations on all data of the sandbox; its address, key, clock and faults are not affected. */
export const sandboxStateOperations = {
  resetSandbox: sandboxOperation('POST', '/_sandbox/reset', {
    summary: 'Forget everything but the snapshots, and begin anew with demo data, none or a lot',
    body: ResetSandbox.optional(),
    response: { status: 200, body: data(z.looseObject({ seed: z.enum(SEED_NAMES) })) },
    effect: 'destroy',
  }),
  listSnapshots: sandboxOperation('GET', '/_sandbox/snapshots', {
    summary: 'List the snapshots, newest first',
    response: { status: 200, body: data(z.array(Snapshot)) },
  }),
  takeSnapshot: sandboxOperation('POST', '/_sandbox/snapshots', {
    summary: 'Keep all data under a name that no other snapshot has',
    body: z.looseObject({ name }),
    response: { status: 201, body: data(Snapshot) },
  }),
  restoreSnapshot: sandboxOperation('POST', '/_sandbox/snapshots/{snapshotId}/restore', {
    ...onSnapshot,
    summary: 'Make all data what it was; what ran then goes on',
    response: { status: 200, body: data(Snapshot) },
    effect: 'destroy',
  }),
  deleteSnapshot: sandboxOperation('DELETE', '/_sandbox/snapshots/{snapshotId}', {
    ...onSnapshot,
    summary: 'Delete a snapshot',
    response: { status: 204, body: 'empty' },
  }),
} as const;
