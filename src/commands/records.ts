import * as vscode from 'vscode';
import type { Services } from './commandServices.ts';
import { dialogs } from '../host/dialogs.ts';
import { KEYED_LIST_NAMES, LIST_NAMES, type ListName } from '../stores/listNames.ts';
import { withoutPasscode } from '../util/passcodes/passcode.ts';
import { withoutSecrets } from '../util/secrets.ts';
import { isObject } from '../util/isObject.ts';
import { givenBy, lineOf } from './lineArgument.ts';

/** The services that the commands for lines of any view use. */
type RecordServices = Pick<Services, 'documents' | 'session' | ListName | (typeof KEYED_LIST_NAMES)[number]>;

interface ListHandle {
  retry(): Promise<void>;
  more(): Promise<void>;
}

/** Repeats the failed read of the list named in the argument. */
export async function retryList(services: RecordServices, argument?: unknown): Promise<void> {
  services.session.require();
  await listOf(services, argument)?.retry();
}

/** Appends the next page of the list whose “Load more” line was clicked. */
export async function loadMore(services: RecordServices, argument?: unknown): Promise<void> {
  await listOf(services, argument)?.more();
}

/** Copies the IDs of the selected lines, one per line. */
export async function copyId(_: RecordServices, argument?: unknown, selection?: unknown): Promise<void> {
  const ids = givenBy(argument, selection).flatMap(line => lineOf(line)?.record.id ?? []);
  if (ids.length === 0) {
    void dialogs.showInformationMessage('Select an item in a view first, then copy its ID.');
    return;
  }
  await vscode.env.clipboard.writeText(ids.join('\n'));
  dialogs.setStatusBarMessage(ids.length === 1 ? 'Copied the ID.' : `Copied ${ids.length} IDs.`, 3000);
}

/** Opens the record of a line as read-only JSON, without secrets and passcodes. */
export async function showRecord({ documents }: RecordServices, argument?: unknown): Promise<void> {
  const line = lineOf(argument);
  if (!line) {
    void dialogs.showInformationMessage('Select an item in a view first, then open it as JSON.');
    return;
  }
  const { kind, record } = line;
  const name = typeof record['name'] === 'string' ? record['name'] : `${kind} ${record.id}`;
  const shown = kind === 'message' ? withoutPasscode<Record<string, unknown>>(record) : record;
  await documents.openJson(`${kind}/${record.id}`, `${name}.json`, withoutSecrets(shown));
}

function listOf(services: RecordServices, argument: unknown): ListHandle | undefined {
  const id = isObject(argument) ? argument['list'] : undefined;
  if (typeof id !== 'string') return undefined;
  const [prefix, key] = id.split('/');
  if (key === undefined) {
    const name = LIST_NAMES.find(list => list === prefix);
    return name && services[name];
  }
  const name = KEYED_LIST_NAMES.find(list => list === prefix);
  return name && services[name].of(key);
}
