import { isDeepStrictEqual } from 'node:util';
import type { IntegrationEndpoint, WebhookIntegration } from '../../../contract/records/webhook.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { invalidValue, notFound } from '../../runtime/refusal.ts';
import type { StoredWebhook } from '../../store/stored.ts';

/** The integrations of the sandbox; what is delivered to them does not leave the computer. */
const INTEGRATIONS = [
  {
    capability: { id: 'team_chat.post_message', revision: 2 },
    connection: 'connected',
    connectKey: 'team_chat',
    deprecated: false,
    iconUrl: null,
    label: 'Team chat',
    supportsTargets: true,
  },
  {
    capability: { id: 'issue_tracker.create_issue', revision: 1 },
    connection: 'not_connected',
    connectKey: 'issue_tracker',
    deprecated: false,
    iconUrl: null,
    label: 'Issue tracker',
    supportsTargets: true,
  },
] as const satisfies readonly WebhookIntegration[];

const TARGETS = {
  'team_chat.post_message': [
    { args: { channel: 'C-1001' }, label: '#alerts', isPrivate: false },
    { args: { channel: 'C-1002' }, label: '#release-room', isPrivate: true },
  ],
  'issue_tracker.create_issue': [],
} as const;

type Capability = (typeof INTEGRATIONS)[number]['capability'];

/** Handlers that list integrations and their targets (wire facts 11). */
export const integrationHandlers = {
  listWebhookIntegrations: () => ({ data: [...INTEGRATIONS] }),
  listIntegrationTargets: ({ params, query }) => ({
    data: [...TARGETS[requireIntegration({ id: params.capabilityId, ...query }).capability.id]],
  }),
} as const satisfies Handlers;

/** Returns the fields of a new endpoint of an integration. Throws if it is not connected or has no such target. */
export function integrationEndpoint({
  capability,
  args,
}: IntegrationEndpoint): Pick<StoredWebhook, 'kind' | 'integration'> {
  const { connection, label, capability: known } = requireIntegration(capability);
  if (connection !== 'connected')
    throw invalidValue(
      'body.capability',
      `${label} is not connected`,
      capability.id,
      'integration_disconnected',
    );
  const target = TARGETS[known.id].find(one => isDeepStrictEqual(one.args, args));
  if (!target)
    throw invalidValue('body.args', `${label} has no such target`, args, 'integration_target_invalid');
  return { kind: 'integration', integration: { capability, args, label: `${label} ${target.label}` } };
}

function requireIntegration({ id, revision }: Readonly<Record<keyof Capability, string | number>>) {
  const found = INTEGRATIONS.find(
    ({ capability }) => capability.id === id && capability.revision === revision,
  );
  if (!found) throw notFound('integration');
  return found;
}
