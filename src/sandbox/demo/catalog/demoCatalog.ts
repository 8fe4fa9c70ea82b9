import { stableId } from '../../records/stableId.ts';
import { agentActions } from './agents.ts';
import type { DemoAction } from './demoAction.ts';
import { screenActions } from './deviceScreen.ts';
import { deviceStateActions } from './deviceState.ts';
import { touchActions } from './deviceTouch.ts';
import { flowControlActions } from './flowControl.ts';
import { mailboxActions } from './mailboxWaits.ts';
import { taskRunActions } from './taskRuns.ts';
import { webhookActions } from './webhooks.ts';

/** The actions of the demo catalog, by service. */
export const demoCatalog: readonly DemoAction[] = [
  ...touchActions,
  ...screenActions,
  ...deviceStateActions,
  ...taskRunActions,
  ...mailboxActions,
  ...flowControlActions,
  ...agentActions,
  ...webhookActions,
];

/** Returns the ID of the saved action for a method such as `device.tap`; flow files refer to it. */
export function demoActionId(method: string): string {
  return stableId(`action:${method}`);
}

/** Returns the ID of the catalog entry for a method such as `device.tap`. */
export function demoCatalogEntryId(method: string): string {
  return stableId(`entry:${method}`);
}
