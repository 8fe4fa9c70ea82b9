import { FINISHED_TASKS } from '../../../contract/enumerations.ts';
import type { RunTask, Task } from '../../../contract/records/task.ts';
import { Refusal } from '../../runtime/refusal.ts';
import {
  defineStep,
  type StepCall,
  StepFailure,
  type StepKinds,
  type StepOutput,
} from '../../runtime/step.ts';
import { allowedMs, waitFor } from '../../runtime/waitFor.ts';
import { createTask } from './createTask.ts';
import { publishMessage } from './progress.ts';
import { cancelTask } from './runTask.ts';

/** The parameters of a step for a task; by default, the last one started by the run. */
interface TaskParams {
  readonly taskId?: string;
}

const DEFAULT_TIMEOUT_S = { run: 1000, wait: 600 } as const;

/** The implementations of the methods for natural-language tasks. */
export const taskSteps: StepKinds = {
  'task.run': defineStep(false, run),
  'task.wait': defineStep(true, wait),
  'task.message': defineStep(false, message),
  'task.cancel': defineStep(true, cancel),
};

async function run(call: StepCall<RunTask & { readonly wait?: boolean }>): Promise<StepOutput> {
  const { service, deviceId } = call;
  if (deviceId === undefined)
    throw new StepFailure('device_not_found', 'The flow has no device to run the task on.');
  const { wait: waits = true, ...body } = call.params;
  const task = create(call, { ...body, deviceId });
  if (!waits) return outputOf(task);
  const { executionTimeout = DEFAULT_TIMEOUT_S.run } = body;
  const ended = await waitForEnd(call, task.id, allowedMs(service, executionTimeout * 1000));
  return outputOf(ended);
}

async function wait(call: StepCall<TaskParams & { readonly timeoutSeconds?: number }>): Promise<StepOutput> {
  const { timeoutSeconds = DEFAULT_TIMEOUT_S.wait } = call.params;
  const { status, output } = await waitForEnd(
    call,
    requireTask(call).id,
    allowedMs(call.service, timeoutSeconds * 1000),
  );
  return { status, result: output ?? null };
}

function message(call: StepCall<TaskParams & { readonly message: string }>): StepOutput {
  const task = requireTask(call);
  if (FINISHED_TASKS.includes(task.status ?? ''))
    throw new StepFailure('client_error', 'The task has already ended, so it takes no message.');
  publishMessage(call.service, task, call.params.message);
  return { sent: true };
}

function cancel(call: StepCall<TaskParams>): StepOutput {
  const task = requireTask(call);
  if (FINISHED_TASKS.includes(task.status ?? '')) return { cancelled: false };
  call.service.store.transaction(() => cancelTask(call.service, task));
  return { cancelled: true };
}

function create({ service }: StepCall, body: RunTask): Task {
  try {
    return createTask(service, body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const missing = error.message.startsWith('body.deviceId');
    throw new StepFailure(missing ? 'device_not_found' : 'client_error', error.message);
  }
}

async function waitForEnd(call: StepCall, taskId: string, timeoutMs: number): Promise<Task> {
  const { service, signal } = call;
  const finished = (): Task | undefined => {
    const task = service.store.tasks.get(taskId);
    return FINISHED_TASKS.includes(task?.status ?? '') ? task : undefined;
  };
  const task = await waitFor(service, 'task.changed', finished, { timeoutMs, signal });
  if (!task) throw new StepFailure('transient', 'The task did not end in time.');
  if (task.status !== 'completed')
    throw new StepFailure('logic', `The task ${task.status ?? ''}: ${task.message ?? ''}`);
  return task;
}

function requireTask({ params, run: { earlier }, service }: StepCall<TaskParams>): Task {
  const last = earlier.findLast(({ method }) => method === 'task.run')?.output['taskId'];
  const id = params.taskId ?? last;
  if (typeof id !== 'string')
    throw new StepFailure('client_error', 'No task is named, and this run started none.');
  const task = service.store.tasks.get(id);
  if (!task) throw new StepFailure('client_error', `There is no task with the id ${id}.`);
  return task;
}

function outputOf({ id, status, message: said, output, steps }: Task): StepOutput {
  return { taskId: id, status, message: said ?? null, result: output ?? null, steps: steps ?? 0 };
}
