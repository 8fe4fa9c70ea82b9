import type { Task } from '../../contract/records/task.ts';
import { minutesAgo } from '../seed/ago.ts';
import { OWNER_ID } from '../seed/owner.ts';
import { stableId } from '../seed/stableId.ts';
import { demoDeviceId } from './devices.ts';

const given = [
  {
    task: 'Open the newest message and tell me its sender.',
    status: 'completed',
    succeeded: true,
    message: 'The newest message is from no-reply@shop.example.',
    output: { sender: 'no-reply@shop.example' },
    steps: 4,
    minutes: 55,
  },
  {
    task: 'Find the cheapest ticket to the airport.',
    status: 'failed',
    succeeded: false,
    message: 'The search did not answer.',
    output: null,
    steps: 17,
    minutes: 240,
  },
  {
    task: 'Fill in the survey with friendly answers.',
    status: 'cancelled',
    succeeded: false,
    message: 'Cancelled before it was finished.',
    output: null,
    steps: 2,
    minutes: 1500,
  },
] as const;

/** Tasks that ended before `now`, newest first: one completed, one failed, one cancelled (wire facts 10). */
export function demoTasks(now: number): readonly Task[] {
  return given.map(({ minutes, ...rest }, index) => ({
    ...rest,
    id: stableId(`task:demo:${index}`),
    deviceId: demoDeviceId('phone'),
    llmModel: 'demo/fast',
    creditsUsed: rest.steps * 0.5,
    maxSteps: 100,
    executionTimeout: 1000,
    tmpDevice: false,
    ownerId: OWNER_ID,
    userId: OWNER_ID,
    createdBy: OWNER_ID,
    createdAt: minutesAgo(now, minutes),
    dispatchedAt: minutesAgo(now, minutes),
    claimedAt: minutesAgo(now, minutes),
    updatedAt: minutesAgo(now, minutes - 2),
    finishedAt: minutesAgo(now, minutes - 2),
    cancelRequestedAt: rest.status === 'cancelled' ? minutesAgo(now, minutes - 2) : null,
  }));
}
