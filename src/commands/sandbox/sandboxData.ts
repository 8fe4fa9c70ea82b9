import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import type { SandboxClient } from '../../client/sandboxClient.ts';
import type { SeedName } from '../../contract/enumerations.ts';
import type { Snapshot } from '../../contract/sandbox/state.ts';
import { dialogs } from '../../host/dialogs.ts';
import { relativeTimestamp } from '../../util/relativeTime.ts';
import { confirmed, done } from '../prompts/ask.ts';
import { confirmedDeletion } from '../../host/confirmedDeletion.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { followData, inSandbox } from './sandboxClient.ts';

const WHAT_STAYS = 'Its snapshots, faults and clock stay as they are. This cannot be undone.';

const SEEDS: readonly (vscode.QuickPickItem & { readonly seed: SeedName })[] = [
  { label: 'Demo', detail: 'Flows, devices, mailboxes, webhooks and tasks', seed: 'demo' },
  { label: 'Empty', detail: 'Only the action catalog', seed: 'empty' },
  { label: 'Large', detail: '5,000 actions, 1,000 flows, 500 devices and 50 mailboxes', seed: 'large' },
];

/** Resets the sandbox to its initial data after confirmation. */
export const resetSandbox = inSandbox(async (services, client) => {
  const detail = `All sandbox data is reset, and everything that runs in it stops. ${WHAT_STAYS}`;
  if (await confirmed('Reset the sandbox?', detail, 'Reset')) await reset(services, client, undefined);
});

/** Resets the sandbox to another data set after confirmation. */
export const reseedSandbox = inSandbox(async (services, client) => {
  const picked = await dialogs.showQuickPick(SEEDS, {
    title: 'Reset Sandbox to Different Data',
    placeHolder: 'Choose the data to start with',
  });
  if (!picked) return;
  const question = `Reset the sandbox to the data “${picked.label}”?`;
  const detail = `All sandbox data is replaced, and everything that runs in it stops. ${WHAT_STAYS}`;
  if (await confirmed(question, detail, 'Reset')) await reset(services, client, picked.seed);
});

export const saveSnapshot = inSandbox(async (services, client) => {
  const { MAX_SNAPSHOT_NAME_LENGTH: longest } = await import('../../contract/sandbox/state.ts');
  const existing = new Set((await client.listSnapshots({})).value.data.map(({ name }) => name));
  const name = await dialogs.showInputBox({
    title: 'Save Sandbox Snapshot',
    prompt: 'Name of the snapshot',
    value: freeName(existing),
    ignoreFocusOut: true,
    validateInput: value => nameProblem(value.trim(), existing, longest),
  });
  if (name === undefined) return;
  await client.takeSnapshot({ body: { name: name.trim() } });
  await services.sandboxStore.refresh();
  done(`Saved the snapshot “${name.trim()}”.`);
});

export const restoreSnapshot = inSandbox(async (services, client, row: CommandRow | undefined) => {
  const snapshot = await chooseSnapshot(client, 'Restore Sandbox Snapshot', row);
  if (!snapshot) return;
  const { id: snapshotId, name } = snapshot;
  const detail = 'Changes made in the sandbox since then are lost, unless another snapshot has them.';
  if (!(await confirmed(`Restore the snapshot “${name}”?`, detail, 'Restore'))) return;
  await working('Restoring the snapshot', () => client.restoreSnapshot({ params: { snapshotId } }));
  await followData(services);
  done(`Restored the snapshot “${name}”.`);
});

export const deleteSnapshot = inSandbox(async (services, client, row: CommandRow | undefined) => {
  const snapshot = await chooseSnapshot(client, 'Delete Sandbox Snapshot', row);
  if (!snapshot) return;
  const { id: snapshotId, name } = snapshot;
  const detail = 'The current data of the sandbox is kept.';
  if (!(await confirmedDeletion(`Delete the snapshot “${name}”?`, detail))) return;
  await client.deleteSnapshot({ params: { snapshotId } });
  await services.sandboxStore.refresh();
  done(`Deleted the snapshot “${name}”.`);
});

/** Revokes the API key of the running sandbox after confirmation; a restart creates a new one. */
export const revokeKey = inSandbox(async (services, client) => {
  const detail =
    'Every request with it is refused at once, also those of this window. This cannot be undone; ' +
    'restart the sandbox to get a new key. Its data stays.';
  if (!(await confirmed('Revoke the API key of the sandbox?', detail, 'Revoke'))) return;
  await client.revokeKey({});
  done('The API key of the sandbox is revoked.');
  await services.sandboxStore.refresh();
});

async function reset(services: Services, client: SandboxClient, seed: SeedName | undefined): Promise<void> {
  const body = seed === undefined ? {} : { seed };
  const { value } = await working('Resetting the sandbox', () => client.resetSandbox({ body }));
  await followData(services);
  done(`The sandbox was reset to the data “${value.data.seed}”.`);
}

async function chooseSnapshot(
  client: SandboxClient,
  title: string,
  row: CommandRow | undefined,
): Promise<Pick<Snapshot, 'id' | 'name'> | undefined> {
  const snapshots = (await client.listSnapshots({})).value.data;
  const meant = row && snapshots.find(({ id }) => id === row.record.id);
  if (meant) return meant;
  if (snapshots.length === 0) {
    void dialogs.showInformationMessage('The sandbox has no snapshots. Save one first.');
    return undefined;
  }
  const items = snapshots.map(({ id, name, takenAt }) => ({
    label: name,
    description: relativeTimestamp(takenAt, Date.now()),
    id,
    name,
  }));
  return dialogs.showQuickPick(items, { title });
}

function working<T>(title: string, work: () => Promise<T>): Thenable<T> {
  const location = vscode.ProgressLocation.Notification;
  return dialogs.withProgress({ location, title }, work);
}

function nameProblem(name: string, existing: ReadonlySet<string>, longest: number): string | undefined {
  if (name === '' || name.length > longest) return `Enter a name of 1 to ${longest} characters.`;
  return existing.has(name) ? 'A snapshot with this name already exists.' : undefined;
}

function freeName(existing: ReadonlySet<string>): string {
  for (let number = existing.size + 1; ; number++) {
    const name = `Snapshot ${number}`;
    if (!existing.has(name)) return name;
  }
}
