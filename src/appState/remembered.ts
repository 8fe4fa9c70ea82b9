import type * as vscode from 'vscode';
import { RememberedDevices } from './addedDevices.ts';
import { RememberedWebhooks } from './createdWebhooks.ts';
import { FlowFileIds } from './flowFileIds.ts';
import { RememberedMessageMarks } from './messageMarks.ts';
import { RememberedPendingMailboxes } from './pendingMailboxes.ts';
import { TrialChoices } from './trialChoices.ts';

/** The locally stored data that supplements the responses of the service. */
export interface RememberedRecords {
  readonly addedDevices: RememberedDevices;
  readonly createdWebhooks: RememberedWebhooks;
  readonly intents: RememberedPendingMailboxes;
  readonly readMessages: RememberedMessageMarks;
  readonly flowFileIds: FlowFileIds;
  readonly trialChoices: TrialChoices;
}

/** Returns the data stored in the workspace state of an extension. */
export function rememberedIn({
  workspaceState,
  secrets,
}: Pick<vscode.ExtensionContext, 'workspaceState' | 'secrets'>): RememberedRecords {
  return {
    addedDevices: new RememberedDevices(workspaceState),
    createdWebhooks: new RememberedWebhooks(workspaceState),
    intents: new RememberedPendingMailboxes(workspaceState, secrets),
    readMessages: new RememberedMessageMarks(workspaceState),
    flowFileIds: new FlowFileIds(),
    trialChoices: new TrialChoices(workspaceState),
  };
}
