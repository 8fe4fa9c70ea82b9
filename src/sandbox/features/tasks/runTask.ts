import { isAwake } from '../../../contract/awakeStates.ts';
import { FINISHED_TASKS, type TerminationReason } from '../../../contract/enumerations.ts';
import type { Task } from '../../../contract/records/task.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { JobKind } from '../../runtime/job.ts';
import { phoneOf, readPhone } from '../../records/phone.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredDevice } from '../../store/stored.ts';
import { type AgentPhone, performScriptStep } from './agentTurn.ts';
import { updateTaskRun, setStatus, publishResult } from './progress.ts';
import { createScript } from './script.ts';
import { checkSchema } from '../../../flow/schema/compileSchema.ts';
import { isObject, type JsonObject, memberOf } from '../../../util/isObject.ts';

const MAX_DEPTH = 8;

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-15',
  'date-time': '2026-01-15T08:30:00Z',
  time: '08:30:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '6f0c1b52-8d0a-4c7e-9e53-2b7a3f1d9c04',
};

interface Turn {
  readonly taskId: string;
  /** The index of the next step, from 0. */
  readonly step: number;
}

/** The durations of a task's start and of each step, in milliseconds before the time scale. */
const START_MS = 500;
const STEP_MS = 1000;
/** The duration of a task's cancellation, in milliseconds before the time scale. */
const CANCEL_MS = 500;
const CREDITS_A_STEP = 0.5;
/** The states in which a task occupies its device. */
const BUSY = ['created', 'running', 'paused', 'cancelling'];

/** The job of a task, with one step per run; each step is one transaction, so a crash repeats none. */
export const taskJob: JobKind<Turn> = {
  name: 'task.run',
  concurrency: 64,
  run({ payload: { taskId, step } }, service) {
    const { store, clock, settings } = service;
    return store.transaction(() => {
      const task = store.tasks.get(taskId);
      if (!task || FINISHED_TASKS.includes(task.status ?? '')) return undefined;
      if (task.status === 'cancelling') {
        endTask(service, task, 'cancelled', 'Canceled before it was finished.', 'cancelled');
        return undefined;
      }
      const running = task.status === 'running' ? task : startTask(service, task);
      const next = takeStep(service, running, step);
      if (next === undefined) return undefined;
      return { nextRunAt: clock.now() + next * settings.timeScale, payload: { taskId, step: step + 1 } };
    });
  },
};

/** Starts the oldest queued task of a device, if the device is free. */
export function startNext(service: Service, deviceId: string): void {
  const { store, clock, jobs, settings } = service;
  if (store.tasks.count({ where: { deviceId, status: BUSY } }) > 0) return;
  const [next] = store.tasks.list({ where: { deviceId, status: 'queued' }, direction: 'asc', limit: 1 });
  const device = store.devices.get(deviceId);
  if (!next || !device) return;
  store.devices.put({ ...device, activeTaskId: next.id });
  setStatus(service, next, 'created', { dispatchedAt: timestamp(clock) });
  const moment = clock.now() + START_MS * settings.timeScale;
  jobs.add(taskJob, moment, { taskId: next.id, step: 0 }, jobId(next.id));
}

/** Cancels a task via `cancelling`; a queued one ends immediately. */
export function cancelTask(service: Service, task: Task): void {
  const { clock, jobs, settings } = service;
  const cancelRequestedAt = timestamp(clock);
  const cancelling = setStatus(service, task, 'cancelling', { cancelRequestedAt });
  if (task.status === 'queued')
    endTask(service, cancelling, 'cancelled', 'Canceled before it began.', 'cancelled');
  else
    jobs.add(
      taskJob,
      clock.now() + CANCEL_MS * settings.timeScale,
      { taskId: task.id, step: 0 },
      jobId(task.id),
    );
}

function startTask(service: Service, task: Task): Task {
  return setStatus(service, task, 'running', { claimedAt: timestamp(service.clock) });
}

// Runs one step and returns the delay until the next in milliseconds; undefined if the task has ended.
function takeStep(service: Service, task: Task, index: number): number | undefined {
  const { steps, fails, message } = createScript(task.task ?? '');
  const step = steps[index];
  const device = service.store.devices.get(task.deviceId ?? '');
  if (!isAwake(device?.state)) {
    endTask(service, task, 'failed', `The device is ${device?.state ?? 'gone'}.`, 'worker_lost');
    return undefined;
  }
  if (index >= (task.maxSteps ?? Infinity)) {
    endTask(service, task, 'failed', `Not done after ${index} steps, which is maxSteps.`, 'agent_failed');
    return undefined;
  }
  if (!step) throw new Error(`The task ${task.id} has no step ${index}.`);
  performScriptStep(service, task, phoneOfTask(service, task), step);
  const advanced = service.store.tasks.put({
    ...task,
    steps: index + 1,
    creditsUsed: (index + 1) * CREDITS_A_STEP,
  });
  if (index === steps.length - 1) {
    if (fails) endTask(service, advanced, 'failed', message, 'agent_failed');
    else endTask(service, advanced, 'completed', message, null);
    return undefined;
  }
  const spent = steps.slice(0, index + 1).reduce((sum, { seconds }) => sum + (seconds ?? 1), 0);
  const timeout = task.executionTimeout ?? Infinity;
  if (spent < timeout) return (step.seconds ?? 1) * STEP_MS;
  endTask(
    service,
    advanced,
    'failed',
    `Not done after ${timeout} seconds, which is executionTimeout.`,
    'execution_timeout',
  );
  return undefined;
}

/** Returns the phone of a task's device. */
function phoneOfTask(service: Service, { deviceId }: Task): AgentPhone {
  const { store, clock } = service;
  const device = (): StoredDevice | undefined => store.devices.get(deviceId ?? '');
  return {
    look: () => {
      const found = device();
      return found && readPhone(service, found);
    },
    put: state => {
      const found = device();
      if (found) store.phones.put({ ...phoneOf(store, found), state, updatedAt: timestamp(clock) });
    },
  };
}

function endTask(
  service: Service,
  task: Task,
  status: 'completed' | 'failed' | 'cancelled',
  message: string,
  terminationReason: TerminationReason | null,
): void {
  const { store, clock, events, jobs } = service;
  const succeeded = status === 'completed';
  const output = succeeded ? sampleOutput(task.outputSchema) : null;
  updateTaskRun(service, task.id, { terminationReason });
  publishResult(service, task, { succeeded, message, output });
  const ended = setStatus(service, task, status, {
    succeeded,
    message,
    output,
    finishedAt: timestamp(clock),
  });
  jobs.cancel(jobId(task.id));
  const device = store.devices.get(task.deviceId ?? '');
  if (!device) return;
  if (device.activeTaskId === task.id) store.devices.put({ ...device, activeTaskId: '' });
  if (status === 'failed') {
    events.emitAppEvent('system', 'app.task.failed', device.id, { taskId: task.id, message });
    cancelAfterFailure(service, ended);
  }
  startNext(service, device.id);
}

// A failure also cancels the queued tasks of the device, except those with `continueOnFailure`.
function cancelAfterFailure(service: Service, { deviceId }: Task): void {
  const waiting = service.store.tasks.all({ deviceId, status: 'queued' });
  for (const task of waiting.filter(task => task.continueOnFailure !== true))
    endTask(service, task, 'cancelled', 'Canceled because a task before it failed.', 'cancelled');
}

function jobId(taskId: string): string {
  return `task:${taskId}`;
}

/** Generates a valid value for a task's `outputSchema`, always the same for a schema; null if it finds none. */
function sampleOutput(schema: unknown): unknown {
  if (schema === undefined || schema === null) return null;
  const value = sample(schema, 0);
  return checkSchema(schema, value).length === 0 ? value : null;
}

function sample(schema: unknown, depth: number): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH) return null;
  if ('const' in schema) return schema['const'];
  if ('default' in schema && checkSchema(schema, schema['default']).length === 0) return schema['default'];
  for (const name of ['examples', 'enum']) if (Array.isArray(schema[name])) return memberOf(schema[name], 0);
  for (const name of ['oneOf', 'anyOf'])
    if (Array.isArray(schema[name])) return sample(memberOf(schema[name], 0), depth + 1);
  const type = Array.isArray(schema['type']) ? memberOf(schema['type'], 0) : schema['type'];
  switch (type) {
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: Math.max(1, numberOf(schema['minItems']) ?? 0) }, () =>
        sample(schema['items'] ?? {}, depth + 1),
      );
    case 'null':
      return null;
    default:
      return isObject(schema['properties']) || type === 'object' ? sampleObject(schema, depth) : null;
  }
}

function sampleObject({ properties }: JsonObject, depth: number): unknown {
  if (!isObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, sample(property, depth + 1)]),
  );
}

function sampleText({ format, minLength, maxLength }: JsonObject): string {
  const text = (typeof format === 'string' ? FORMATS[format] : undefined) ?? 'sample';
  return text.padEnd(numberOf(minLength) ?? 0, '.').slice(0, numberOf(maxLength) ?? Infinity);
}

function sampleNumber({ minimum, exclusiveMinimum, maximum }: JsonObject): number {
  const least = Math.max(numberOf(minimum) ?? -Infinity, (numberOf(exclusiveMinimum) ?? -Infinity) + 1);
  return Math.min(Math.max(1, least), numberOf(maximum) ?? Infinity);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
