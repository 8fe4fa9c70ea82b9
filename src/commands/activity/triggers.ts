import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { pages } from '../../client/pages.ts';
import type { Flow } from '../../contract/records/flow.ts';
import type { Trigger } from '../../contract/records/trigger.ts';
import { counted } from '../../util/counted.ts';
import { dialogs } from '../../host/dialogs.ts';
import { View } from '../../manifest.ts';
import { callOnce } from '../../stores/callOnce.ts';
import { ALL_EXECUTIONS } from '../../stores/executionStore.ts';
import { chooseId, confirmed } from '../prompts/ask.ts';
import { type Choice, choicesOf } from '../prompts/choices.ts';
import type { ChosenFlow } from '../flows/chooseFlow.ts';
import { askPayload, sampleOf } from '../prompts/payload.ts';
import { shortList } from '../../wording/shortList.ts';

/** The services that fire a trigger, also for a flow. */
type FireServices = Pick<Services, 'executions' | 'flows' | 'session'>;

const PAGE_SIZE = 100;

/** Prompts for a custom trigger and a payload, and fires the trigger. */
export async function fireTrigger(services: Services): Promise<void> {
  services.session.require();
  const triggerId = await chooseId('Fire Trigger', customTriggers(services));
  if (triggerId === undefined) return;
  const client = await services.session.client();
  await fireByHand(services, (await client.getTrigger({ params: { triggerId } })).value.data);
}

/**
 * Prompts for the payload of a custom trigger, fires it and shows the number of started flows. Asks for confirmation
 * unless exactly the `chosen` flow would start.
 */
export async function fireByHand(
  services: FireServices,
  trigger: Trigger,
  chosen?: ChosenFlow,
): Promise<void> {
  const client = await services.session.client();
  const payload = await askPayload(`Fire “${trigger.name}”: Payload`, await sampleOf(client, trigger));
  if (!payload || !(await agreed(services, trigger, chosen))) return;
  const { id: connectionId } = services.session.require();
  const params = { triggerId: trigger.id };
  const { value: fired } = await callOnce([connectionId, 'fireTrigger', params, payload], invocationId =>
    client.fireTrigger({ params, body: { payload, invocationId } }),
  );
  const count = fired.enqueuedCount;
  await reportStarted(
    services,
    count === 0
      ? fired.deduplicated === true
        ? 'No flow was started again: the first call, whose response was lost, has started them.'
        : 'No flow was started: none is enabled for this trigger, or all are cooling down.'
      : `Started ${counted(count, 'flow')}.`,
  );
}

/** Refreshes executions (unfiltered) and flows, shows a message and offers to open the “Activity” view. */
export async function reportStarted({ executions, flows }: FireServices, text: string): Promise<void> {
  await Promise.all([executions.show(ALL_EXECUTIONS), flows.refresh()]);
  const show = 'Show Activity';
  const choice = await dialogs.showInformationMessage(text, show);
  if (choice === show) await vscode.commands.executeCommand(`${View.activity}.focus`);
}

async function agreed(
  { session }: FireServices,
  { id, name }: Trigger,
  chosen: ChosenFlow | undefined,
): Promise<boolean> {
  const client = await session.client();
  const started: Flow[] = [];
  for await (const page of pages(client.listFlows, { query: { pageSize: PAGE_SIZE } }))
    started.push(...page.filter(flow => flow.triggerId === id && flow.enabled));
  const isChosen = started.some(flow => flow.id === chosen?.id);
  if (isChosen && started.length === 1) return true;
  const names = shortList(started.map(flow => `“${flow.name}”`));
  const detail = [
    ...(chosen && !isChosen ? [`“${chosen.name}” is disabled, so it does not start.`] : []),
    ...(started.length === 0
      ? ['No enabled flow has this trigger.']
      : [`This starts ${counted(started.length, 'enabled flow')}:`, ...names]),
  ];
  return confirmed(`Fire the trigger “${name}”?`, detail.join('\n'), 'Fire');
}

async function* customTriggers({ session }: Services): AsyncGenerator<readonly Choice[]> {
  const client = await session.client();
  const query = { activation: 'custom', pageSize: PAGE_SIZE } as const;
  yield* choicesOf(pages(client.listTriggers, { query }), ({ id, name, description }) => ({
    id,
    label: name,
    description: description ?? '',
  }));
}
