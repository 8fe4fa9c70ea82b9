import { agentActions } from './agents.ts';
import type { DemoAction } from './demoAction.ts';
import { deviceActions } from './devices.ts';
import { taskActions } from './tasks.ts';
import { webhookActions } from './webhooks.ts';

/** The actions of the demo catalogue, service by service. */
export const demoCatalogue: readonly DemoAction[] = [
  ...deviceActions,
  ...taskActions,
  ...agentActions,
  ...webhookActions,
];
