import type { Client } from '../client/client.ts';
import { readLinked } from '../client/readLinked.ts';
import type { ClientSettings } from '../client/settings.ts';
import { FINISHED_TASKS } from '../contract/enumerations.ts';
import { Limits } from '../contract/limits.ts';
import type { Task } from '../contract/records/task.ts';
import { UiState } from '../contract/records/uiState.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { createFlowFile } from '../flow/deploy/pulledFile.ts';
import { triggerByHand } from '../flow/new/offered.ts';
import { typedSecret } from '../flow/record/taskGestures.ts';
import { type DoneTask, taskSteps, type TaskNote } from '../flow/record/taskSteps.ts';
import { readTrajectory } from '../flow/record/taskTrajectory.ts';
import { SecretMask } from '../flow/trace/secretMask.ts';
import { counted } from '../util/counted.ts';
import { mapLimit } from '../util/mapLimit.ts';
import { plainText } from '../util/plainText.ts';

/** The services that make the flow of a task. */
export interface TaskFlowSource {
  readonly client: Client;
  readonly catalog: FlowCatalog;
  /** Reads the UI state at an address of the trajectory, without the key. */
  readonly readState: (address: string, signal: AbortSignal | undefined) => Promise<UiState>;
  /** The platform of a device by its type. */
  readonly platformOf: (type: string | null | undefined) => DoneTask['platform'] | undefined;
  /** The IDs of the actions that were chosen before for acts, by the names of the acts. */
  readonly remembered?: Readonly<Record<string, string>>;
}

/** The flow file of a task, and what it does not reproduce for certain. */
export interface TaskFlow {
  readonly name: string;
  readonly text: string;
  readonly stepCount: number;
  readonly notes: readonly TaskNote[];
}

/** Thrown for a task that cannot become a flow; the message says why. */
export class TaskFlowError extends Error {}

/** The number of UI states that are read at the same time. */
const PARALLEL = 4;
const MAX_NAME = 80;

/** Returns a function that reads UI states at the addresses that a service returned, without the key. */
export function stateReader(settings: ClientSettings): TaskFlowSource['readState'] {
  return (address, signal) => readLinked(settings, address, UiState, { signal });
}

/** Converts a finished task to a flow. Rejects with TaskFlowError if it is not finished or has no steps. */
export async function readTaskFlow(
  source: TaskFlowSource,
  taskId: string,
  signal?: AbortSignal,
): Promise<TaskFlow> {
  const { client, catalog, remembered } = source;
  const params = { task_id: taskId };
  const { task } = (await client.getTask({ params }, { signal })).value;
  if (!FINISHED_TASKS.includes(task.status ?? ''))
    throw new TaskFlowError('The task has not finished. Save it as a flow when it has finished.');
  const { trajectory } = (await client.getTaskTrajectory({ params }, { signal })).value;
  const { calls, states: addresses, isCut } = readTrajectory(trajectory);
  const states = new Map<number, UiState>();
  const wanted = new Set(calls.flatMap(({ before, after }) => [before, after]));
  const needed = [...addresses].filter(([number]) => wanted.has(number));
  let unread = 0;
  await mapLimit(needed, PARALLEL, async ([number, address]) => {
    try {
      states.set(number, await source.readState(address, signal));
    } catch (error) {
      signal?.throwIfAborted();
      if (states.size === 0 && unread === needed.length - 1) throw error;
      unread++;
    }
  });
  const mask = new SecretMask();
  for (const call of calls) {
    const secret = typedSecret(call, call.before === undefined ? undefined : states.get(call.before));
    if (secret !== undefined) mask.learn(secret);
  }
  const goal = mask.text(task.task ?? '');
  const platform = await platformOf(source, task, signal);
  const { steps, notes } = taskSteps(
    { goal, platform, calls, states },
    catalog.searchActions('', Infinity),
    remembered,
  );
  if (steps.length === 0)
    throw new TaskFlowError(
      'The trajectory of the task has no calls that become steps. Record the device instead.',
    );
  const name = plainText(goal, MAX_NAME).trim() || 'Task';
  const text = createFlowFile({
    name,
    description: plainText(goal, Limits.flowDescription),
    triggerId: triggerByHand(catalog.triggers)?.id ?? '',
    ...(task.deviceId == null ? {} : { deviceIds: [task.deviceId] }),
    actions: steps.map((step, index) => ({ ...orderedStep(step, index + 1) })),
  });
  const more = [
    ...(task.status === 'completed' ? [] : [`The task ended as ${plainText(task.status ?? '', 40)}.`]),
    ...(unread === 0
      ? []
      : [`${counted(unread, 'UI state')} could not be read, so that some steps touch points.`]),
    ...(isCut
      ? [`The trajectory is too long. Only its first ${counted(calls.length, 'call')} were read.`]
      : []),
  ].map(sentence => ({ sentence }));
  return { name, text, stepCount: steps.length, notes: [...notes, ...more] };
}

function orderedStep({ actionId, ...rest }: Readonly<Record<string, unknown>>, position: number): object {
  return { actionId, position, ...rest };
}

async function platformOf(
  { client, platformOf: ofType }: TaskFlowSource,
  { deviceId }: Task,
  signal: AbortSignal | undefined,
): Promise<DoneTask['platform']> {
  if (deviceId == null) return 'android';
  try {
    const { value } = await client.getDevice({ params: { deviceId } }, { signal });
    return ofType(value.type) ?? 'android';
  } catch {
    signal?.throwIfAborted();
    // The device may be gone, and most are Android phones.
    return 'android';
  }
}
