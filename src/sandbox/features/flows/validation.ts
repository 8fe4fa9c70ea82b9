import { randomUUID } from 'node:crypto';
import type { Action } from '../../../contract/records/action.ts';
import type { DraftEntry } from '../../../contract/records/flowAction.ts';
import type { ValidateFlow } from '../../../contract/records/flow.ts';
import { createCatalog } from '../../../flow/catalog.ts';
import { checkFlow } from '../../../flow/check/checkFlow.ts';
import { parseFlow } from '../../../flow/document/flowDocument.ts';
import { pathAt } from '../../../flow/document/pathAt.ts';
import { pathSource } from '../../../flow/data/expressionText.ts';
import {
  appReference,
  deviceReference,
  mailboxReference,
  webhookReference,
} from '../../../flow/namedReferences.ts';
import { triggerReference } from '../../../flow/triggerReference.ts';
import type { Handlers } from '../../runtime/handler.ts';
import type { Store } from '../../store/store.ts';
import { DESTINATIONS } from './delivery.ts';

type Entry = ValidateFlow['actions'][number];

/** Handler that checks a flow as flow files are checked (wire facts 3). */
export const validationHandlers = {
  validateFlow: ({ body, service: { store } }) => {
    const { entries, actions } = withActions(store, body.actions);
    const document = parseFlow(JSON.stringify({ ...body, actions: entries }));
    const catalog = createCatalog(actions, {
      devices: store.devices.all().map(deviceReference),
      mailboxes: store.mailboxes.all().map(mailboxReference),
      triggers: store.triggers.all().map(triggerReference),
      webhooks: store.webhooks.all().map(webhookReference),
      apps: store.apps.all().map(appReference),
    });
    const errors = checkFlow(document, catalog)
      // A flow can be checked before its trigger is chosen.
      .filter(({ severity, data }) => severity === 'error' && data?.missing !== 'triggerId')
      .map(({ code, message, start }) => ({ code, field: pathSource(pathAt(document, start)), message }));
    return { data: { valid: errors.length === 0, errors, warnings: warningsOf(body) } };
  },
} as const satisfies Handlers;

/** Returns the steps with an action for each draft, and the actions of all steps. */
function withActions(store: Store, steps: readonly Entry[]): { entries: object[]; actions: Action[] } {
  const actions: Action[] = [];
  const use = (actionId: string): void => {
    const action = store.actions.get(actionId);
    if (action) actions.push(action);
  };
  const entries = steps.map(step => {
    if (!isDraft(step)) {
      for (const { actionId } of [step, ...(step.children ?? [])]) use(actionId);
      return step;
    }
    const { draft, ...entry } = step;
    const { service, method, name, params = {} } = draft;
    const template = store.catalogEntries.all({ service }).find(known => known.method === method);
    const id = randomUUID();
    if (template) actions.push({ ...template, id, name, params });
    return { ...entry, actionId: id };
  });
  return { entries, actions };
}

function isDraft(step: Entry): step is DraftEntry {
  return step.actionId === undefined;
}

function warningsOf({ delivery }: ValidateFlow) {
  const target = DESTINATIONS.find(({ key }) => key === delivery?.destination);
  if (!target || target.connection === 'connected') return [];
  const { key, label, connectKey } = target;
  const message = `${label} is not connected, so nothing is delivered there.`;
  return [{ code: 'destination_not_connected', message, connectKey, destination: key }];
}
