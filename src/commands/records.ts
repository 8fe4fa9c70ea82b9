import * as vscode from 'vscode';
import type { Services } from './commandServices.ts';
import { dialogs } from '../host/dialogs.ts';
import { KEYED_LIST_NAMES, LIST_NAMES } from '../stores/listNames.ts';
import { ALL_MESSAGES } from '../stores/mailboxStore.ts';
import { withoutPasscode } from '../util/passcodes/passcode.ts';
import { withoutSecrets } from '../util/secrets.ts';
import type { CommandRow } from '../contributions/command.ts';

interface ListHandle {
  retry(): Promise<void>;
  more(): Promise<void>;
}

/** Repeats the failed read of the list named in the argument. */
export async function retryList(services: Services, list: string | undefined): Promise<void> {
  services.session.require();
  await listOf(services, list)?.retry();
}

/** Appends the next page of the list whose “Load more” row was clicked. */
export async function loadMore(services: Services, list: string | undefined): Promise<void> {
  await listOf(services, list)?.more();
}

/** Shows all records of the list whose search or filter left out all of them. */
export async function clearFilter(services: Services, list: string | undefined): Promise<void> {
  const name = LIST_NAMES.find(known => known === list);
  if (name) await services[name].showAll();
  else if (list?.startsWith('messages/')) services.messages.show(ALL_MESSAGES);
}

/** Copies the IDs of the selected rows, one per line. */
export async function copyId(_: Services, rows: readonly CommandRow[]): Promise<void> {
  const ids = rows.map(({ record }) => record.id);
  if (ids.length === 0) {
    void dialogs.showInformationMessage('Select an item in a view first, then copy its ID.');
    return;
  }
  await vscode.env.clipboard.writeText(ids.join('\n'));
  dialogs.setStatusBarMessage(ids.length === 1 ? 'Copied the ID.' : `Copied ${ids.length} IDs.`, 3000);
}

/** Opens the record of a row as read-only JSON, without secrets and passcodes. */
export async function showRecord({ documents }: Services, [row]: readonly CommandRow[]): Promise<void> {
  if (!row) {
    void dialogs.showInformationMessage('Select an item in a view first, then open it as JSON.');
    return;
  }
  const { kind, record } = row;
  const name = typeof record['name'] === 'string' ? record['name'] : `${kind} ${record.id}`;
  const shown = kind === 'message' ? withoutPasscode<Record<string, unknown>>(record) : record;
  await documents.openJson(`${kind}/${record.id}`, `${name}.json`, withoutSecrets(shown));
}

function listOf(services: Services, id: string | undefined): ListHandle | undefined {
  if (id === undefined) return undefined;
  const [prefix, key] = id.split('/');
  if (key === undefined) {
    const name = LIST_NAMES.find(list => list === prefix);
    return name && services[name];
  }
  const name = KEYED_LIST_NAMES.find(list => list === prefix);
  return name && services[name].of(key);
}
