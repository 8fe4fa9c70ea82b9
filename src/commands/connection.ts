import * as vscode from 'vscode';
import { openConnectionSettings } from '../host/connectionCare.ts';
import { dialogs } from '../host/dialogs.ts';
import { forgetConnection, WHAT_IS_DELETED } from '../host/forgetConnection.ts';
import { dropConnection, readConnections, saveConnection, unusableConnections } from '../host/settings.ts';
import { Command } from '../manifest.ts';
import { checkBaseUrl, type Connection, lacksVersion, serviceConnection } from '../stores/connection.ts';
import { takenNameProblem } from '../stores/connectionSettings.ts';
import { isUuid } from '../util/isUuid.ts';
import { confirmed } from './ask.ts';
import type { Services } from './services.ts';
import { signInTo } from './signIn.ts';

/**
 * Prompts for an address, a name and an API key, and makes the connection active. Without a key, the connection is
 * saved, but the previous one stays active.
 */
export async function addConnection(services: Services): Promise<void> {
  const baseUrl = await askBaseUrl('Add Connection (1/3)', '');
  if (baseUrl === undefined) return;
  const name = await askName(services, 'Add Connection (2/3)', new URL(baseUrl).host, baseUrl);
  if (name === undefined) return;
  await saveConnection({ name, baseUrl });
  await enter(services, serviceConnection(name, baseUrl), 'Add Connection (3/3): API Key');
}

/** Makes a connection active and prompts for its key. Without a key, the previous connection becomes active again. */
async function enter(services: Services, connection: Connection, title?: string): Promise<void> {
  const { connections, session } = services;
  const before = session.connection;
  await connections.choose(connection);
  if (!(await services.keys.read(connection))) connections.signedOut(connection);
  const isSignedIn = await signInTo(services.on(connection), connection, title);
  if (isSignedIn || !before || before.id === connection.id) return;
  if (!services.on(connection).session.isActive) return;
  await connections.choose(before);
  const text = `You are not signed in to “${connection.name}”, so “${before.name}” stays in use.`;
  void dialogs.showInformationMessage(text);
}

interface SwitchItem extends vscode.QuickPickItem {
  readonly connection?: Connection;
  /** Called if the item has no connection. */
  readonly instead?: () => Thenable<unknown>;
}

/** Prompts for the connection to make active; one without a key leads to sign-in. */
export async function switchConnection(services: Services): Promise<void> {
  const active = services.session.connection?.id;
  const items: SwitchItem[] = [
    ...connectionItems(services, active),
    ...unusableConnections().map(({ name, problem }) => ({
      label: `$(warning) ${name}`,
      description: 'invalid; opens the settings',
      detail: problem,
      instead: openConnectionSettings,
    })),
    {
      label: '$(add) Add Connection…',
      instead: () => services.run(Command.addConnection),
    },
  ];
  const title = 'Switch Connection';
  const picked = await dialogs.showQuickPick(items, {
    title,
    placeHolder: 'Choose the service to work with',
  });
  if (!picked?.connection) {
    await picked?.instead?.();
    return;
  }
  const { connection } = picked;
  if (connection.kind === 'service' && !(await services.keys.read(connection)))
    await enter(services, connection);
  else await services.connections.choose(connection);
}

/** Prompts for a connection from the settings; undefined if there are none or the prompt is dismissed. */
export async function pickOwnConnection(
  services: Services,
  title: string,
  placeHolder: string,
): Promise<Connection | undefined> {
  const items = readConnections().map(connection => item(connection, services.session.connection?.id));
  if (items.length === 0) {
    const text = 'The settings have no connection yet. The sandbox cannot be changed or removed.';
    void dialogs.showInformationMessage(text);
    return undefined;
  }
  return (await dialogs.showQuickPick(items, { title, placeHolder }))?.connection;
}

/** Removes a connection with its key and stored data after confirmation. */
export async function removeConnection(services: Services): Promise<void> {
  const connection = await pickOwnConnection(
    services,
    'Remove Connection',
    'Choose the connection to remove',
  );
  if (!connection) return;
  if (!(await confirmed(`Remove the connection “${connection.name}”?`, WHAT_IS_DELETED, 'Remove'))) return;
  await forgetConnection(services, connection.id);
  if (services.on(connection).session.isActive) await services.connections.choose(undefined);
  await dropConnection(connection.name);
}

function connectionItems(services: Services, active: string | undefined): SwitchItem[] {
  return services.connections.all.map(connection => item(connection, active));
}

function item(
  connection: Connection,
  active: string | undefined,
): vscode.QuickPickItem & { connection: Connection } {
  const sandbox = connection.kind === 'sandbox';
  return {
    label: `$(${sandbox ? 'beaker' : 'globe'}) ${connection.name}`,
    description: connection.id === active ? 'active' : '',
    detail: sandbox ? 'Local service with demo data, no account needed' : connection.baseUrl,
    connection,
  };
}

/** Prompts for the base URL of a service, with `sentence` appended to the prompt; undefined if dismissed or empty. */
export async function askBaseUrl(step: string, value: string, sentence = ''): Promise<string | undefined> {
  const answer = await dialogs.showInputBox({
    title: `${step}: Address`,
    value,
    prompt: `Address of the service, ending with its version. ${sentence}`.trim(),
    placeHolder: 'https://api.example.com/v1',
    ignoreFocusOut: true,
    validateInput: text => {
      if (text.trim() === '') return undefined;
      const checked = checkBaseUrl(text);
      if ('problem' in checked) return checked.problem;
      return lacksVersion(checked.url)
        ? {
            message:
              'The address usually ends with the version, such as /v1. Press Enter to use it as it is.',
            severity: vscode.InputBoxValidationSeverity.Warning,
          }
        : undefined;
    },
  });
  if (answer === undefined || answer.trim() === '') return undefined;
  const checked = checkBaseUrl(answer);
  return 'url' in checked ? checked.url : undefined;
}

/**
 * Prompts for a name that no other connection has, or had at this address; `own` is the connection being edited, if
 * any.
 */
export async function askName(
  { connections }: Services,
  step: string,
  suggestion: string,
  baseUrl: string,
  own?: Connection,
): Promise<string | undefined> {
  const others = connections.all.filter(({ id }) => id !== own?.id);
  const answer = await dialogs.showInputBox({
    title: `${step}: Name`,
    prompt: 'Name shown in the status bar and in lists',
    value: suggestion,
    ignoreFocusOut: true,
    validateInput: text => {
      const given = text.trim();
      if (given === '') return 'Enter a name.';
      if (looksLikeKey(given))
        return 'This looks like an API key. Enter a name here and the key in the next step.';
      const taken = takenNameProblem(given, others);
      if (taken !== undefined) return taken;
      const former = others.find(one => one.id === serviceConnection(given, baseUrl).id);
      return (
        former && `“${given}” is the former name of “${former.name}” at this address; enter another name.`
      );
    },
  });
  return answer?.trim();
}

// A UUID or a long run of letters and digits is more likely a key than a name.
function looksLikeKey(text: string): boolean {
  const runs = text.match(/[A-Za-z0-9]{16,}/g) ?? [];
  return isUuid(text) || runs.some(run => /\d/.test(run) && /[A-Za-z]/.test(run));
}
