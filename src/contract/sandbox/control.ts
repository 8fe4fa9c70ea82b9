import * as z from 'zod';
import { operation } from '../define.ts';
import { data, Timestamp } from '../scalars.ts';
import { ActiveFault, FaultRule } from './fault.ts';

/** The maximum advance of the clock in one request, in milliseconds: ten years. */
const LONGEST_MOVE_MS = 315_360_000_000;

/**
 * The state of the sandbox's clock; `aheadMs` is its lead over the computer's clock in milliseconds, 0 unless moved.
 */
export const ClockState = z.looseObject({ now: Timestamp, frozen: z.boolean(), aheadMs: z.number() });
export type ClockState = z.output<typeof ClockState>;

const clock = { status: 200, body: data(ClockState) } as const;

/** Operations that inject faults and control the clock; available only if the sandbox is started with `--control`. */
export const controlOperations = {
  listFaults: operation({
    method: 'GET',
    path: '/_control/faults',
    source: 'guess',
    summary: 'List the faults in force',
    response: { status: 200, body: data(z.array(ActiveFault)) },
  }),
  addFault: operation({
    method: 'POST',
    path: '/_control/faults',
    source: 'guess',
    summary: 'Make answers go wrong',
    body: FaultRule,
    response: { status: 201, body: data(ActiveFault) },
  }),
  clearFaults: operation({
    method: 'DELETE',
    path: '/_control/faults',
    source: 'guess',
    summary: 'Lift every fault',
    response: { status: 204, body: 'empty' },
  }),
  removeFault: operation({
    method: 'DELETE',
    path: '/_control/faults/{faultId}',
    source: 'guess',
    summary: 'Lift a fault',
    params: z.object({ faultId: z.string().min(1) }),
    response: { status: 204, body: 'empty' },
  }),
  getClock: operation({
    method: 'GET',
    path: '/_control/clock',
    source: 'guess',
    summary: 'Tell the time of the sandbox',
    response: clock,
  }),
  setClock: operation({
    method: 'PUT',
    path: '/_control/clock',
    source: 'guess',
    summary: 'Set the time of the sandbox, freeze it or let it go on',
    body: z.looseObject({ now: z.iso.datetime({ offset: true }).optional(), frozen: z.boolean().optional() }),
    response: clock,
  }),
  resetClock: operation({
    method: 'DELETE',
    path: '/_control/clock',
    source: 'guess',
    summary: 'Let the time of the sandbox go with the computer’s again',
    response: clock,
    effect: 'write',
  }),
  advanceClock: operation({
    method: 'POST',
    path: '/_control/clock/advance',
    source: 'guess',
    summary: 'Move the time of the sandbox on; what falls due happens',
    body: z.looseObject({ milliseconds: z.int().min(0).max(LONGEST_MOVE_MS) }),
    response: clock,
  }),
} as const;
