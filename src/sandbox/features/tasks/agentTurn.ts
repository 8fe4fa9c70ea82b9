import { randomBytes } from 'node:crypto';
import type { Task } from '../../../contract/records/task.ts';
import type { ScreenContext } from '../../phone/screenContext.ts';
import type { PhoneState } from '../../phone/state.ts';
import type { Service } from '../../runtime/service.ts';
import type { TaskCall, SeenPhone } from './agentCalls.ts';
import { publishProgress, updateTaskRun } from './progress.ts';
import { screenPath } from './screens.ts';
import type { ScriptStep } from './script.ts';

/** The phone that an agent uses. */
export interface AgentPhone {
  /** Returns its state, and the external data that its displays show; undefined if the device is gone. */
  readonly look: () => { readonly state: PhoneState; readonly context: ScreenContext } | undefined;
  /** Stores its state after a call. */
  readonly put: (state: PhoneState) => void;
}

/** The maximum number of calls of a step. */
const MAX_CALLS = 12;

/** Carries out a step: records the screen, and makes the calls that its purpose needs. */
export function performScriptStep(
  service: Service,
  task: Task,
  phone: AgentPhone,
  { thought, decide }: ScriptStep,
): void {
  updateTaskRun(service, task.id, { lastResponse: thought });
  for (let count = 0; count < MAX_CALLS; count++) {
    const view = look(service, task, phone);
    if (!view) return;
    if (count === 0) publishProgress(service, task, 'FastAgentResponseEvent', { thought });
    const call = decide?.(view, count);
    if (!call) return;
    publishCall(service, task, call);
    phone.put(call.state);
    if (call.goesOn !== true) return;
  }
}

/** Records the screen of a task as a picture and a UI state, and returns it. */
function look(service: Service, task: Task, phone: AgentPhone): SeenPhone | undefined {
  const { store } = service;
  const { id: taskId, displayId: display } = task;
  const screen = phone.look();
  if (!screen) return undefined;
  const { state, context } = screen;
  const displayId = display ?? 0;
  const index = store.taskScreens.count({ where: { taskId } });
  const id = randomBytes(18).toString('base64url').toLowerCase();
  store.taskScreens.put({ id, taskId, displayId, state, world: context });
  publishProgress(service, task, 'ScreenshotEvent', { index, url: screenPath(id, 'png') });
  publishProgress(service, task, 'RecordUIStateEvent', { index, url: screenPath(id, 'json') });
  return { state, context, displayId, secretOf: name => secretOf(service, task, name) };
}

function publishCall(service: Service, task: Task, { tool, args, isSuccessful, summary }: TaskCall): void {
  publishProgress(service, task, 'FastAgentToolCallEvent', { tool_calls_repr: tool });
  publishProgress(service, task, 'ToolExecutionEvent', {
    tool_name: tool,
    tool_args: args,
    success: isSuccessful,
    summary,
  });
}

/** Returns the value of a secret of the task's credentials by its kind, such as `password`. */
function secretOf({ store }: Service, { credentials }: Task, name: string): string | undefined {
  const packages = credentials?.map(({ packageName }) => packageName) ?? [];
  const allowed = store.credentials
    .all()
    .filter(({ packageName }) => packages.length === 0 || packages.includes(packageName));
  return allowed.flatMap(({ fields }) => fields).find(({ fieldType }) => fieldType === name)?.value;
}
