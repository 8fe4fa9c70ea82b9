import type * as vscode from 'vscode';
import { RememberedDevices } from './addedDevices.ts';
import { RememberedWebhooks } from './createdWebhooks.ts';
import { FlowFileIds } from './flowFileIds.ts';
import { RememberedPendingMailboxes } from './pendingMailboxes.ts';

/** What this side knows of the service beside its answers, kept with the workspace. */
export interface RememberedThings {
  readonly addedDevices: RememberedDevices;
  readonly createdWebhooks: RememberedWebhooks;
  readonly intents: RememberedPendingMailboxes;
  readonly flowFileIds: FlowFileIds;
}

/** What is remembered in the workspace that an extension is active in. */
export function rememberedIn({
  workspaceState,
  secrets,
}: Pick<vscode.ExtensionContext, 'workspaceState' | 'secrets'>): RememberedThings {
  return {
    addedDevices: new RememberedDevices(workspaceState),
    createdWebhooks: new RememberedWebhooks(workspaceState),
    intents: new RememberedPendingMailboxes(workspaceState, secrets),
    flowFileIds: new FlowFileIds(),
  };
}
