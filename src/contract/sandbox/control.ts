import * as z from 'zod';
import { sandboxOperation } from '../define.ts';
import { data, Timestamp } from '../scalars.ts';
import { ActiveFault, FaultRule } from './fault.ts';

/** The maximum advance of the clock in one request, in milliseconds: ten years. */
const MAX_MOVE_MS = 315_360_000_000;

/**
 * The state of the sandbox's clock; `aheadMs` is its lead over the computer's clock in milliseconds, 0 unless moved.
 */
export const ClockState = z.looseObject({ now: Timestamp, frozen: z.boolean(), aheadMs: z.number() });
export type ClockState = z.output<typeof ClockState>;

const clock = { status: 200, body: data(ClockState) } as const;

/** Operations that inject faults and control the clock; available only if the sandbox is started with `--control`. */
export const controlOperations = {
  listFaults: sandboxOperation('GET', '/_control/faults', {
    summary: 'List the faults in force',
    response: { status: 200, body: data(z.array(ActiveFault)) },
  }),
  addFault: sandboxOperation('POST', '/_control/faults', {
    summary: 'Add a fault to the responses',
    body: FaultRule,
    response: { status: 201, body: data(ActiveFault) },
  }),
  clearFaults: sandboxOperation('DELETE', '/_control/faults', {
    summary: 'Remove every fault',
    response: { status: 204, body: 'empty' },
  }),
  removeFault: sandboxOperation('DELETE', '/_control/faults/{faultId}', {
    summary: 'Remove a fault',
    params: z.object({ faultId: z.string().min(1) }),
    response: { status: 204, body: 'empty' },
  }),
  getClock: sandboxOperation('GET', '/_control/clock', {
    summary: 'Read the time of the sandbox',
    response: clock,
  }),
  setClock: sandboxOperation('PUT', '/_control/clock', {
    summary: 'Set, freeze, or resume the time of the sandbox',
    body: z.looseObject({ now: z.iso.datetime({ offset: true }).optional(), frozen: z.boolean().optional() }),
    response: clock,
  }),
  resetClock: sandboxOperation('DELETE', '/_control/clock', {
    summary: 'Reset the time of the sandbox to that of the computer',
    response: clock,
    effect: 'write',
  }),
  advanceClock: sandboxOperation('POST', '/_control/clock/advance', {
    summary: 'Advance the time of the sandbox and run what becomes due',
    body: z.looseObject({ milliseconds: z.int().min(0).max(MAX_MOVE_MS) }),
    response: clock,
  }),
} as const;
