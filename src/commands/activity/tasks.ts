import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { FINISHED_EXECUTIONS, FINISHED_TASKS, isFinished } from '../../contract/enumerations.ts';
import { explainExecution } from '../../deploy/explainExecution.ts';
import { dialogs } from '../../host/dialogs.ts';
import { Command, View } from '../../manifest.ts';
import { callOnce } from '../../stores/callOnce.ts';
import { readIfOffered } from '../../stores/notOffered.ts';
import { chooseId, chooseRecords, confirmed, offer, withCancel } from '../prompts/ask.ts';
import { type Choice, type Choices, choicesOf } from '../prompts/choices.ts';
import { executionReport } from '../reports/executionReport.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { masked } from '../reports/reportBlocks.ts';
import { resolveTargets, type BulkOperation, describeTargets, runOnEach } from '../prompts/runOnEach.ts';
import { chooseAgentFiles } from '../devices/agentFiles.ts';
import { deviceChoices, givenDevices } from '../devices/perDevice.ts';
import { numberedTitles } from '../../util/numberedTitles.ts';
import { executionChoices } from './runs.ts';
import { taskReport, type Transcript } from '../reports/taskReport.ts';

/** Prompts for instruction, model, device, and stored files if there are any, and starts a task. */
export async function startTask(services: Services, row: CommandRow | undefined): Promise<void> {
  services.session.require();
  const [device] = givenDevices(services, row ? [row] : []);
  const titleOf = numberedTitles('Start Task', device ? 2 : 3);
  const task = await dialogs.showInputBox({
    title: titleOf('Instruction'),
    prompt: 'What to do, in your own words',
    placeHolder: 'Open the settings and read out the system version',
    ignoreFocusOut: true,
  });
  if (task === undefined || task.trim() === '') return;
  const llmModel = await chooseId(titleOf('Model'), modelChoices(services), { anyId: true });
  if (llmModel === undefined) return;
  const deviceId = device?.record.id ?? (await chooseId(titleOf('Device'), deviceChoices(services)));
  if (deviceId === undefined) return;
  const files = await chooseAgentFiles(services, 'Start Task: Files');
  if (!files) return;
  const { id: connectionId } = services.session.require();
  const client = await services.session.client();
  const body = {
    task: task.trim(),
    deviceId,
    ...(llmModel === SERVICE_DEFAULT ? {} : { llmModel }),
    ...(files.length === 0 ? {} : { files: [...files] }),
  };
  const { value } = await callOnce([connectionId, 'runTask', body], idempotencyKey =>
    client.runTask({ body }, { idempotencyKey }),
  );
  await services.tasks.addStarted({ id: value.id, task: body.task, status: value.status, deviceId });
  offer(services, 'information', `The task is ${value.status ?? 'started'}.`, 'Follow', Command.followTask, {
    kind: 'task',
    record: { id: value.id },
  });
}

/** Follows a task until it ends, then opens a report. Cancel only stops following. */
export async function followTask(services: Services, row: CommandRow | undefined): Promise<void> {
  const connection = services.session.require();
  const id = row?.record.id ?? (await chooseId('Follow Task', taskChoices(services), { anyId: true }));
  if (id === undefined) return;
  const params = { task_id: id };
  const client = await services.session.client();
  await withCancel('Task', async (signal, progress) => {
    const { value } = await client.attachTask({ params }, { signal });
    for await (const { event, data } of value) progress(`${event} ${data}`.slice(0, 120));
  });
  const { value } = await client.getTask({ params });
  await services.tasks.refresh();
  const read = client.getTaskTrajectory({ params }).then(reply => reply.value.trajectory);
  const trajectory = await readIfOffered(read, []);
  const shown = masked<Transcript>({ task: value.task, trajectory });
  await services.documents.openReport(`Task ${id}.md`, taskReport(shown), {
    row: { kind: 'task', record: { id } },
    offers: [FINISHED_TASKS.includes(value.task.status ?? '') && 'finished'],
    connectionId: connection.id,
  });
}

/** Cancels running tasks; several only after confirmation. */
export async function cancelTask(services: Services, rows: readonly CommandRow[]): Promise<void> {
  services.session.require();
  const title = 'Cancel Task';
  const { tasks } = services;
  const targets = await resolveTargets(
    liveOf(rows, FINISHED_TASKS),
    () => chooseRecords(title, taskChoices(services, isLive), { anyId: true }),
    id => tasks.byId(id)?.task,
  );
  if (!targets) return;
  const question = `Cancel ${describeTargets(targets, 'tasks')}?`;
  if (
    targets.length > 1 &&
    !(await confirmed(question, 'What they have done so far is kept.', 'Cancel Tasks'))
  )
    return;
  const singleMessage = (name: string): string => `Canceling “${name}”…`;
  const operation: BulkOperation = { title, noun: 'Task', singleMessage, refresh: () => tasks.refresh() };
  await runOnEach(services, operation, targets, async (client, { id }, signal) => {
    await client.cancelTask({ params: { task_id: id } }, { signal });
    return 'canceling…';
  });
}

/** Aborts executions after their current step. */
export async function abortExecution(services: Services, rows: readonly CommandRow[]): Promise<void> {
  services.session.require();
  const title = 'Abort Execution';
  const { executions, flows } = services;
  const targets = await resolveTargets(
    liveOf(rows, FINISHED_EXECUTIONS),
    () => chooseRecords(title, executionChoices(services, FINISHED_EXECUTIONS)),
    (id, record) => {
      // A file or a report shows executions that no list has read.
      const { flowId, flowName } = { ...executions.byId(id), ...record };
      if (typeof flowName === 'string') return flowName;
      return typeof flowId === 'string' ? flows.byId(flowId)?.name : undefined;
    },
  );
  if (!targets) return;
  const detail = 'The current step finishes; the steps after it do not run.';
  const question = `Abort ${describeTargets(targets, 'executions')}?`;
  if (!(await confirmed(question, detail, 'Abort'))) return;
  const singleMessage = (name: string): string => `Aborting “${name}”…`;
  const operation: BulkOperation = {
    title,
    noun: 'Execution',
    singleMessage,
    refresh: () => executions.refresh(),
  };
  await runOnEach(services, operation, targets, async (client, { id }, signal) => {
    await client.abortExecution({ params: { executionId: id } }, { signal });
    return 'aborting…';
  });
}

/** Opens an execution with its steps as a report. */
export async function showExecution(services: Services, row: CommandRow | undefined): Promise<void> {
  if (!row) {
    await vscode.commands.executeCommand(`${View.activity}.focus`);
    return;
  }
  const { id } = row.record;
  const connection = services.session.require();
  const client = await services.session.client();
  const { data } = (await client.getExecution({ params: { executionId: id } })).value;
  const sandbox = await services.clients.sandboxOf(connection);
  const steps = await explainExecution(data, sandbox);
  const text = executionReport(masked(data), masked(steps));
  await services.documents.openReport(`Execution ${id}.md`, text, {
    row: { kind: 'execution', record: data },
    offers: [isFinished(data) && 'finished'],
    connectionId: connection.id,
  });
}

const isLive = (status: string): boolean => !FINISHED_TASKS.includes(status);

const SERVICE_DEFAULT = '(the default of the service)';

async function modelChoices({ session }: Services): Promise<Choice[]> {
  const none = { id: SERVICE_DEFAULT, label: '$(sparkle) Service Default' };
  const client = await session.client();
  const read = client.listModels({}).then(({ value }) => value.data);
  const data = await readIfOffered(read, []);
  const models = (data ?? []).flatMap(({ id, owned_by: owner }) =>
    id == null ? [] : [{ id, label: id, description: owner ?? '' }],
  );
  return [none, ...models];
}

/** Returns the tasks of a window as choices; `offers` decides by their status. */
export function taskChoices({ tasks }: Services, offers: (status: string) => boolean = () => true): Choices {
  return choicesOf(tasks.all(), ({ id, task, status }) =>
    offers(status ?? '') ? { id, label: task ?? id, description: status ?? '', detail: id } : undefined,
  );
}

// In a mixed selection, finished records are skipped.
function liveOf(rows: readonly CommandRow[], finished: readonly string[]): readonly CommandRow[] {
  const live = rows.filter(({ record }) => !finished.includes(String(record['status'])));
  return live.length > 0 ? live : rows;
}
