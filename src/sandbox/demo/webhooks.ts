import type { Webhook } from '../../contract/records/webhook.ts';
import { daysAgo, minutesAgo } from './ago.ts';
import { OWNER_ID } from '../records/owner.ts';
import { stableId } from '../records/stableId.ts';

/** Returns the ID of a demo endpoint by its key: local, team, failing or disabled. */
export function demoWebhookId(key: string): string {
  return stableId(`webhook:${key}`);
}

/**
 * Returns the demo endpoints, dated relative to `now`: the editor's local receiver, and addresses under `.invalid`,
 * which never resolve, so that nothing leaves the computer. Secrets are created on storing.
 */
export function demoWebhooks(now: number): readonly Webhook[] {
  const endpoints = [
    {
      key: 'local',
      url: 'http://127.0.0.1:4011/hook',
      description: 'The receiver in the editor',
      eventTypes: [],
    },
    {
      key: 'team',
      url: 'https://hooks.team.invalid/devices',
      description: 'Team channel: what went wrong',
      eventTypes: ['workflow.run.failed', 'task.run.failed', 'triggers.notification'],
    },
    {
      key: 'failing',
      url: 'https://ci.team.invalid/events?source=devices',
      description: null,
      eventTypes: ['task.run.completed'],
      health: 'blocked',
      blockedAt: minutesAgo(now, 340),
      blockedReason: 'Too many deliveries failed in a row.',
    },
    {
      key: 'disabled',
      url: 'https://old.team.invalid/in',
      description: 'Replaced by the team channel',
      eventTypes: [],
      state: 'DISABLED',
    },
  ];
  return endpoints.map(({ key, ...rest }, index) => ({
    kind: 'http',
    integration: null,
    state: 'ACTIVE',
    health: 'healthy',
    signingEnabled: true,
    blockedAt: null,
    blockedReason: null,
    ...rest,
    id: demoWebhookId(key),
    createdBy: OWNER_ID,
    createdAt: daysAgo(now, 25 - index),
    updatedAt: daysAgo(now, 5 - index),
  }));
}
