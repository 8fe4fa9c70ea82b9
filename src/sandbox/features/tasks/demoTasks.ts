import type { Task } from '../../../contract/records/task.ts';
import { demoTaskId } from '../../demo/tasks.ts';
import { contextOf, countShownMessages, newPhone } from '../../records/phone.ts';
import type { Service } from '../../runtime/service.ts';
import { completeCall, openAppCall, pressCall, scrollCall, tapCall, typeCall } from './agentCalls.ts';
import { type AgentPhone, performScriptStep } from './agentTurn.ts';
import { publishProgress, publishResult, publishStatus } from './progress.ts';
import type { ScriptStep } from './script.ts';

const READ: ScriptStep = { thought: 'I read the instruction and look at the screen.' };

/** The steps of the agents of the demo tasks, in the order of the tasks. */
const SCRIPTS: readonly (readonly ScriptStep[])[] = [
  [
    READ,
    { thought: 'I open the settings app.', decide: openAppCall('settings') },
    { thought: 'I tap “Dark theme”.', decide: tapCall('Dark theme') },
    { thought: 'Everything that was asked is done.', decide: completeCall(true, 'The dark theme is on.') },
  ],
  [
    READ,
    { thought: 'I open the browser app.', decide: openAppCall('browser') },
    { thought: 'I look at more of the page.', decide: scrollCall('down') },
    { thought: 'I search for a ticket.', decide: typeCall('airport ticket', undefined) },
    { thought: 'I start the search.', decide: pressCall('enter') },
    { thought: 'I cannot do this.', decide: completeCall(false, 'The search found no ticket.') },
  ],
  [
    READ,
    { thought: 'I open the form app.', decide: openAppCall('form') },
    { thought: 'I type a name.', decide: typeCall('Ada Lovelace', 'Name') },
    { thought: 'I type an address.', decide: typeCall('ada@example.com', 'E-mail') },
  ],
];

/** Gives the demo tasks their trajectories and screens, unless they have them. The phones do not change. */
export function recordDemoTasks(service: Service): void {
  const { store } = service;
  store.transaction(() => {
    for (const [index, script] of SCRIPTS.entries()) {
      const task = store.tasks.get(demoTaskId(index));
      if (task && store.taskEvents.count({ where: { taskId: task.id } }) === 0)
        recordTask(service, task, script);
    }
  });
}

function recordTask(service: Service, task: Task, script: readonly ScriptStep[]): void {
  const { store } = service;
  const phone = copiedPhone(service, task);
  const run = store.taskRuns.get(task.id);
  if (!phone || !run) return;
  publishProgress(service, task, 'QueuedEvent', { id: task.id, status: 'queued' });
  publishStatus(service, task, 'created');
  publishStatus(service, task, 'running');
  for (const step of script) performScriptStep(service, task, phone, step);
  if (task.status === 'cancelled') publishStatus(service, task, 'cancelling');
  publishResult(service, task, task);
  publishStatus(service, task, task.status ?? '');
  // The steps have replaced the last response.
  store.taskRuns.put(run);
}

/** Returns an unused copy of the phone of a task's device at the time of the task; undefined if the device is gone. */
function copiedPhone(service: Service, { deviceId, createdAt }: Task): AgentPhone | undefined {
  const device = service.store.devices.get(deviceId ?? '');
  if (!device) return undefined;
  let phone = newPhone(device);
  const past = new Date(createdAt ?? 0);
  return {
    look: () => {
      const { state } = phone;
      return { state, context: contextOf(service, device, phone, countShownMessages(state), past) };
    },
    put: state => {
      phone = { ...phone, state };
    },
  };
}
