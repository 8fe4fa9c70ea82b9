import type { ExecutionStep } from '../../contract/records/execution.ts';
import { onlyDevice } from '../records/onlyDevice.ts';
import { OWNER_ID } from '../records/owner.ts';
import { stableId } from '../records/stableId.ts';
import type { ExecutionWithSteps } from '../store/stored.ts';
import { demoCatalog, exampleOutput } from './demoCatalog.ts';
import { type DemoFlow, demoFlows } from './flows.ts';
import { demoTriggers } from './triggers.ts';

const MINUTE_MS = 60_000;
/** The duration of each step in a demo execution, in milliseconds. */
const STEP_MS = 2500;

interface ExecutionData {
  readonly flow: string;
  readonly minutes: number;
  readonly status: 'success' | 'failed' | 'cancelled';
  readonly kind?: 'verification';
  /** The number of steps that ran; the last one failed or was stopped, unless the execution succeeded. */
  readonly ran: number;
  readonly error?: string;
}

const EXECUTIONS: readonly ExecutionData[] = [
  { flow: 'Sign in with a passcode', minutes: 12, status: 'success', ran: 6 },
  {
    flow: 'Nightly check',
    minutes: 25,
    status: 'failed',
    ran: 3,
    error: 'Step 3 “Check text”: no text on the screen contains “All systems fine”.',
  },
  {
    flow: 'Sign in with a passcode',
    minutes: 700,
    status: 'cancelled',
    ran: 4,
    error: 'Aborted by the caller.',
  },
  { flow: 'Location tour', minutes: 1440, status: 'success', ran: 5 },
  {
    flow: 'Nightly check',
    minutes: 1465,
    status: 'failed',
    ran: 1,
    error: 'Step 1 “Open address”: the device did not answer.',
  },
  { flow: 'Unfinished survey', minutes: 2000, status: 'success', kind: 'verification', ran: 2 },
];

/** Returns executions that ended before `now`, newest first: successful, failed, canceled, and a verification. */
export function demoExecutions(now: number): readonly ExecutionWithSteps[] {
  const flows = demoFlows(now);
  const triggerNames = new Map(demoTriggers(now).map(trigger => [trigger.id, trigger.name]));
  return EXECUTIONS.flatMap((execution, index) => {
    const found = flows.find(({ flow }) => flow.name === execution.flow);
    if (!found) return [];
    const triggerId = found.flow.triggerId ?? null;
    const started = now - execution.minutes * MINUTE_MS;
    return [
      {
        id: stableId(`execution:demo:${index}`),
        flowId: found.flow.id,
        flowName: found.flow.name,
        triggerId,
        triggerName: triggerId === null ? null : (triggerNames.get(triggerId) ?? null),
        eventId: null,
        createdBy: OWNER_ID,
        deviceId: onlyDevice(found.flow.deviceIds),
        invocationId: null,
        kind: execution.kind ?? 'live',
        status: execution.status,
        error: execution.error ?? null,
        startedAt: toTimestamp(started),
        finishedAt: toTimestamp(started + execution.ran * STEP_MS),
        result: { steps: stepsOf(found, execution, started) },
        files: [],
      },
    ];
  });
}

function stepsOf(
  { steps }: DemoFlow,
  { ran, status, error }: ExecutionData,
  started: number,
): readonly ExecutionStep[] {
  return steps.slice(0, ran).map(({ method, name }, index) => {
    const action = demoCatalog.find(candidate => candidate.method === method);
    const ended = index === ran - 1 && status !== 'success';
    const endStatus = status === 'failed' ? 'failed' : 'stopped';
    return {
      index,
      name: name ?? action?.name ?? method,
      method,
      status: ended ? endStatus : 'success',
      startedAt: toTimestamp(started + index * STEP_MS),
      finishedAt: toTimestamp(started + (index + 1) * STEP_MS),
      ...(ended ? { error } : { output: action ? exampleOutput(action) : {} }),
    };
  });
}

function toTimestamp(time: number): string {
  return new Date(time).toISOString();
}
