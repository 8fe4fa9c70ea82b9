import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Client } from '../../src/client/client.ts';
import type { SandboxClient } from '../../src/client/sandboxClient.ts';
import type { Parts } from '../../src/extension.ts';
import { readConnections } from '../../src/host/settings.ts';
import { SECTION, Setting } from '../../src/manifest.ts';
import { SANDBOX } from '../../src/stores/connection.ts';
import { ALL_ACTIONS } from '../../src/stores/actionStore.ts';
import { ALL_APPS } from '../../src/stores/appStore.ts';
import { ALL_DEVICES } from '../../src/stores/deviceStore.ts';
import { ALL_EXECUTIONS } from '../../src/stores/executionStore.ts';
import { ALL_FLOWS } from '../../src/stores/flowStore.ts';
import { ALL_MESSAGES } from '../../src/stores/mailboxStore.ts';
import { ALL_TASKS } from '../../src/stores/taskStore.ts';
import { ALL_WEBHOOKS } from '../../src/stores/webhookStore.ts';
import { extensionParts, until } from './extension.ts';

/** A window in its initial state, connected to a sandbox with its seed data. */
export interface FreshWindow extends Parts {
  readonly client: Client;
  /** Client of the operations that only the sandbox has. */
  readonly sandboxClient: SandboxClient;
}

/**
 * Resets the window and the sandbox to their initial state, whatever earlier tests did, and selects the sandbox. No
 * view is visible, so that only the test sends requests.
 */
export async function freshWindow(): Promise<FreshWindow> {
  const parts = await extensionParts();
  const { services } = parts;
  await closeEverything();
  // Disconnects, so that nothing is read again in the meantime.
  await services.connections.choose(undefined);
  await forgetConnections(services);
  await showEverything(services);
  await emptyWorkspace();
  const sandboxClient = await freshSandbox(services);
  await services.connections.choose(SANDBOX);
  await forgetRemembered(services);
  const client = await services.session.client();
  await services.sandboxStore.refresh();
  // Once flow files were opened in a window, each new session reads the catalog.
  await until('the catalog is read', () => services.catalog.state.reading, false);
  services.requests.clear();
  await vscode.commands.executeCommand('notifications.clearAll');
  await vscode.env.clipboard.writeText('');
  return { ...parts, client, sandboxClient };
}

/** Closes every editor without saving, and every view. */
async function closeEverything(): Promise<void> {
  const { executeCommand } = vscode.commands;
  await executeCommand('workbench.action.closeQuickOpen');
  const unsaved = (): readonly vscode.TextDocument[] =>
    vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty);
  await until('no unsaved documents', async () => {
    for (const document of unsaved()) {
      // While the window starts, another editor may open in front of it.
      const isShown = await vscode.window.showTextDocument(document).then(
        () => true,
        () => false,
      );
      if (isShown) await executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    return unsaved().length === 0;
  });
  await executeCommand('workbench.action.closeAllEditors');
  await executeCommand('workbench.action.closePanel');
  await executeCommand('workbench.action.closeSidebar');
}

async function forgetConnections({ keys }: Parts['services']): Promise<void> {
  for (const id of keys.ids) await keys.delete({ id });
  if (readConnections().length === 0) return;
  const settings = vscode.workspace.getConfiguration(SECTION);
  await settings.update(Setting.connections, undefined, vscode.ConfigurationTarget.Global);
}

/** Resets the filters of lists. */
async function showEverything(services: Parts['services']): Promise<void> {
  const { actions, apps, flows, devices, webhooks, executions, tasks, messages } = services;
  if (!isDeepStrictEqual(flows.filter, ALL_FLOWS)) await flows.show(ALL_FLOWS);
  if (!isDeepStrictEqual(devices.filter, ALL_DEVICES)) await devices.show(ALL_DEVICES);
  if (!isDeepStrictEqual(apps.filter, ALL_APPS)) await apps.show(ALL_APPS);
  if (!isDeepStrictEqual(webhooks.filter, ALL_WEBHOOKS)) await webhooks.show(ALL_WEBHOOKS);
  if (!isDeepStrictEqual(executions.filter, ALL_EXECUTIONS)) await executions.show(ALL_EXECUTIONS);
  if (!isDeepStrictEqual(tasks.filter, ALL_TASKS)) await tasks.show(ALL_TASKS);
  if (!isDeepStrictEqual(messages.filter, ALL_MESSAGES)) messages.show(ALL_MESSAGES);
  if (!isDeepStrictEqual(actions.filter, ALL_ACTIONS)) actions.show(ALL_ACTIONS);
}

async function emptyWorkspace(): Promise<void> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    for (const [name] of await vscode.workspace.fs.readDirectory(uri)) {
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(uri, name), { recursive: true });
    }
  }
}

/** Starts the sandbox if it does not run; resets its data and aborts what runs. */
async function freshSandbox({ clients }: Parts['services']): Promise<SandboxClient> {
  const sandboxClient = await clients.openSandbox();
  await sandboxClient.clearFaults({});
  await sandboxClient.resetClock({});
  await sandboxClient.resetSandbox({ body: { seed: 'demo' } });
  for (const { id } of (await sandboxClient.listSnapshots({})).value.data) {
    await sandboxClient.deleteSnapshot({ params: { snapshotId: id } });
  }
  return sandboxClient;
}

/** Deletes the data that the extension stores for the connection and the window. */
async function forgetRemembered(services: Parts['services']): Promise<void> {
  const { addedDevices, createdWebhooks, pendingMailboxes, webhookSecrets, receiver, places, runs, uploads } =
    services;
  await services.readMessages.removeAll(SANDBOX.id);
  for (const id of addedDevices.ids(SANDBOX.id)) await addedDevices.remove(SANDBOX.id, id);
  for (const { id } of createdWebhooks.all(SANDBOX.id)) {
    await createdWebhooks.remove(SANDBOX.id, id);
    await webhookSecrets.delete(SANDBOX.id, id);
  }
  for (const { id } of pendingMailboxes.items) await pendingMailboxes.remove(id);
  for (const { id } of uploads.of(SANDBOX.id)) await uploads.end(SANDBOX.id, id);
  await receiver.stop();
  await receiver.register(undefined);
  for (const { name } of places.list) await places.forget(name);
  runs.clear();
}
