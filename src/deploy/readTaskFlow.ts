import type { Client } from '../client/client.ts';
import { FINISHED_TASKS } from '../contract/enumerations.ts';
import { Limits } from '../contract/limits.ts';
import type { Task } from '../contract/records/task.ts';
import type { UiState } from '../contract/records/uiState.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { createFlowFile } from '../flow/deploy/pulledFile.ts';
import { triggerByHand } from '../flow/new/offered.ts';
import { typedSecrets } from '../flow/record/taskGestures.ts';
import { type DoneTask, translateTask, type TaskNote } from '../flow/record/taskSteps.ts';
import { readTrajectory } from '../flow/record/taskTrajectory.ts';
import { SecretMask } from '../flow/trace/secretMask.ts';
import { BUDGETS } from '../util/budgets.ts';
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
/** The maximum number of characters of all UI states of a task. */
const MAX_CHARACTERS = BUDGETS.trajectory.characters;

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
  const wanted = new Set(calls.flatMap(({ before, after }) => [before, after]));
  const needed = [...addresses].filter(([number]) => wanted.has(number));
  const states = await readStates(source, needed, signal);
  const unread = needed.length - states.size;
  const mask = new SecretMask();
  const secrets = typedSecrets(calls, states);
  for (const secret of secrets.keys()) mask.learn(secret);
  const goal = mask.text(task.task ?? '');
  const platform = await platformOf(source, task, signal);
  const { steps, notes } = translateTask(
    { goal, platform, calls, states, secrets },
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
      : [
          `${counted(unread, 'UI state')} could not be read, so that some steps touch points and some texts are not written.`,
        ]),
    ...(isCut
      ? [`The trajectory is too long. Only its first ${counted(calls.length, 'call')} were read.`]
      : []),
  ].map(sentence => ({ sentence }));
  return { name, text, stepCount: steps.length, notes: [...notes, ...more] };
}

/** Reads UI states at their addresses, as many as fit into the memory. Rejects if none can be read. */
async function readStates(
  { readState }: TaskFlowSource,
  needed: readonly (readonly [number: number, address: string])[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, UiState>> {
  const states = new Map<number, UiState>();
  let characters = 0;
  let failed = 0;
  await mapLimit(needed, PARALLEL, async ([number, address]) => {
    if (characters > MAX_CHARACTERS) return;
    try {
      const state = await readState(address, signal);
      characters += JSON.stringify(state).length;
      if (characters <= MAX_CHARACTERS) states.set(number, state);
    } catch (error) {
      signal?.throwIfAborted();
      if (++failed === needed.length) throw error;
    }
  });
  return states;
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
