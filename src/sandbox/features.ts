import { actionFeature } from './actions/feature.ts';
import { agentFeature } from './agents/feature.ts';
import { appFeature } from './apps/feature.ts';
import { deviceFeature } from './devices/feature.ts';
import { executionFeature } from './executions/feature.ts';
import { flowFeature } from './flows/feature.ts';
import { mailboxFeature } from './mailboxes/feature.ts';
import { taskFeature } from './tasks/feature.ts';
import { triggerFeature } from './triggers/feature.ts';
import { webhookFeature } from './webhooks/feature.ts';
import type { Feature } from './feature.ts';

export const features: readonly Feature[] = [
  actionFeature,
  flowFeature,
  triggerFeature,
  executionFeature,
  deviceFeature,
  mailboxFeature,
  webhookFeature,
  taskFeature,
  agentFeature,
  appFeature,
];
