import * as vscode from 'vscode';
import type { Flow } from '../../contract/records/flow.ts';
import type { Trigger } from '../../contract/records/trigger.ts';
import { lacksOperation } from '../../deploy/remoteFlow.ts';
import { dialogs } from '../../host/dialogs.ts';
import { View } from '../../manifest.ts';
import { callOnce } from '../../stores/callOnce.ts';
import { ALL_EXECUTIONS } from '../../stores/executionStore.ts';
import { counted } from '../../util/counted.ts';
import type { Services } from '../commandServices.ts';
import { confirmed, withCancel } from '../prompts/ask.ts';
import { forFlow } from './chooseFlow.ts';
import { dryRunReport } from '../reports/dryRunReport.ts';
import { askPayload, sampleOf } from '../prompts/payload.ts';
import { fireByHand, reportStarted } from '../activity/triggers.ts';

/** Opens a report on what a flow would do now, as determined by the service; nothing runs. */
export const dryRunFlow = forFlow('Dry-Run Flow', async (services, flow) => {
  const payload = await askPayload('Dry-Run Flow: Payload');
  if (!payload) return;
  const client = await services.session.client();
  const { value } = await withCancel('Dry run', signal =>
    client.dryRunFlow({ params: { flowId: flow.id }, body: { payload } }, { signal }),
  );
  const text = dryRunReport(flow.name, value.data);
  await services.documents.openMarkdown(`dry-runs/${flow.id}`, `${flow.name} dry run.md`, text);
});

/** Connections whose service cannot run a flow by itself, so that nobody is asked in vain again. */
const withoutRuns = new WeakSet<Services['scope']>();

/** Fires the trigger of a flow with a payload if it is a custom trigger. Otherwise, runs the flow on all its devices. */
export const fireFlow = forFlow('Fire Trigger of Flow', async (services, flow) => {
  const client = await services.session.client();
  const { data } = (await client.getFlow({ params: { flowId: flow.id } })).value;
  if (data.triggerId == null) throw new Error(`“${flow.name}” has no trigger.`);
  const trigger = (await client.getTrigger({ params: { triggerId: data.triggerId } })).value.data;
  if (trigger.activation === 'custom') {
    await fireByHand(services, trigger, flow);
    return;
  }
  const text = `The trigger “${trigger.name}” is started by ${
    trigger.activation === 'schedule' ? 'its schedule' : 'an event'
  }; only a custom trigger can be fired by hand.`;
  if (withoutRuns.has(services.scope) || !(await runNow(services, data, trigger, text)))
    void dialogs.showInformationMessage(text);
});

/**
 * Asks whether to run a flow on all its devices now, and for the payload if an event starts it, and runs it. Returns
 * false if the service does not offer that.
 */
async function runNow(services: Services, flow: Flow, trigger: Trigger, why: string): Promise<boolean> {
  const { name, deviceIds, id: flowId, enabled } = flow;
  const connection = services.session.require();
  const count = deviceIds?.length ?? 0;
  const place =
    count === 0
      ? `on ${connection.name} without a device`
      : `on ${counted(count, 'device')} of ${connection.name}`;
  const state = enabled === true ? '' : ', although it is disabled';
  const detail = `${why}\nThe flow itself can run once ${place}${state}.`;
  if (!(await confirmed(`Run “${name}” now?`, detail, 'Run'))) return true;
  const client = await services.session.client();
  const payload =
    trigger.activation === 'schedule'
      ? {}
      : await askPayload(`Run “${name}”: Payload`, await sampleOf(client, trigger));
  if (!payload) return true;
  const params = { flowId };
  try {
    const { value } = await callOnce([connection.id, 'runFlow', params, payload], async idempotencyKey =>
      client.runFlow({ params, body: { payload } }, { idempotencyKey }),
    );
    const { enqueuedCount } = value.data;
    await reportStarted(
      services,
      enqueuedCount === 0
        ? `The service started no run of “${name}”.`
        : `Started ${counted(enqueuedCount, 'run')} of “${name}”.`,
    );
    return true;
  } catch (error) {
    if (!lacksOperation(error)) throw error;
    withoutRuns.add(services.scope);
    return false;
  }
}

export const showExecutions = forFlow('Show Executions of Flow', async (services, flow) => {
  await services.executions.show({ ...ALL_EXECUTIONS, flowId: flow.id });
  // The view shows the active connection only.
  if (services.session.isActive) await vscode.commands.executeCommand(`${View.activity}.focus`);
});
