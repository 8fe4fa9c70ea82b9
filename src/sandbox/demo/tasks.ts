import type { Task } from '../../contract/records/task.ts';
import { minutesAgo } from './ago.ts';
import { OWNED } from '../records/owner.ts';
import { stableId } from '../records/stableId.ts';
import type { StoredTaskRun } from '../store/stored.ts';
import { taskDefaults } from '../records/defaults.ts';
import { demoDeviceId } from './devices.ts';

const TASKS = [
  {
    task: 'Turn on the dark theme in the settings.',
    status: 'completed',
    succeeded: true,
    message: 'The dark theme is on.',
    output: { darkTheme: true },
    steps: 4,
    minutes: 55,
  },
  {
    task: 'Find the cheapest ticket to the airport.',
    status: 'failed',
    succeeded: false,
    message: 'The search found no ticket.',
    output: null,
    steps: 6,
    minutes: 240,
  },
  {
    task: 'Fill in the survey with friendly answers.',
    status: 'cancelled',
    succeeded: false,
    message: 'Canceled before it was finished.',
    output: null,
    steps: 4,
    minutes: 1500,
  },
] as const;

/** The termination reasons of the demo tasks, in the same order. */
const REASONS = [null, 'agent_failed', 'cancelled'] as const;

/** Returns the ID of a demo task by its index. */
export function demoTaskId(index: number): string {
  return stableId(`task:demo:${index}`);
}

/** Returns the final states of the demo tasks, as shown in their status (wire facts 10). */
export function demoTaskRuns(now: number): readonly StoredTaskRun[] {
  return TASKS.map(({ minutes, message }, index) => ({
    id: demoTaskId(index),
    updatedAt: minutesAgo(now, minutes - 2),
    terminationReason: REASONS[index] ?? null,
    lastResponse: message,
  }));
}

/** Returns tasks that ended before `now`, newest first: completed, failed and canceled (wire facts 10). */
export function demoTasks(now: number): readonly Task[] {
  return TASKS.map(({ minutes, ...rest }, index) => ({
    ...taskDefaults(),
    ...rest,
    id: demoTaskId(index),
    deviceId: demoDeviceId('phone'),
    llmModel: 'demo/fast',
    creditsUsed: rest.steps * 0.5,
    tmpDevice: false,
    ...OWNED,
    createdAt: minutesAgo(now, minutes),
    dispatchedAt: minutesAgo(now, minutes),
    claimedAt: minutesAgo(now, minutes),
    updatedAt: minutesAgo(now, minutes - 2),
    finishedAt: minutesAgo(now, minutes - 2),
    cancelRequestedAt: rest.status === 'cancelled' ? minutesAgo(now, minutes - 2) : null,
  }));
}
