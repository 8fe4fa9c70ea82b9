import * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import { View } from '../../manifest.ts';
import { ALL_EXECUTIONS } from '../../stores/executionStore.ts';
import { withCancel } from '../prompts/ask.ts';
import { forFlow } from './chooseFlow.ts';
import { dryRunReport } from '../reports/dryRunReport.ts';
import { askPayload } from '../prompts/payload.ts';
import { fireByHand } from '../activity/triggers.ts';

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

/** Fires the trigger of a flow with a payload, if it is a custom trigger. */
export const fireFlow = forFlow('Fire Trigger of Flow', async (services, flow) => {
  const client = await services.session.client();
  const { data } = (await client.getFlow({ params: { flowId: flow.id } })).value;
  if (data.triggerId == null) throw new Error(`“${flow.name}” has no trigger.`);
  const trigger = (await client.getTrigger({ params: { triggerId: data.triggerId } })).value.data;
  if (trigger.activation !== 'custom') {
    const text = `The trigger “${trigger.name}” is started by ${
      trigger.activation === 'schedule' ? 'its schedule' : 'an event'
    }; only a custom trigger can be fired by hand.`;
    void dialogs.showInformationMessage(text);
    return;
  }
  await fireByHand(services, trigger, flow);
});

export const showExecutions = forFlow('Show Executions of Flow', async (services, flow) => {
  await services.executions.show({ ...ALL_EXECUTIONS, flowId: flow.id });
  // The view shows the active connection only.
  if (services.session.isActive) await vscode.commands.executeCommand(`${View.activity}.focus`);
});
