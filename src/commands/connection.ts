import * as vscode from 'vscode';
import { dropConnection, readConnections, saveConnection } from '../host/settings.ts';
import { Command } from '../manifest.ts';
import { checkBaseUrl, type Connection, lacksVersion, serviceConnection } from '../stores/connection.ts';
import type { Services } from './services.ts';
import { signIn } from './signIn.ts';

/** Asks for an address and a name, makes the connection the active one and asks for its key. */
export async function addConnection(services: Services): Promise<void> {
  const baseUrl = await askBaseUrl();
  if (baseUrl === undefined) return;
  const name = await askName(new URL(baseUrl).host);
  if (name === undefined) return;
  await saveConnection({ name, baseUrl });
  await services.connections.choose(serviceConnection(name, baseUrl));
  await signIn(services);
}

/** Lets the person pick the active connection; one without a key leads to signing in. */
export async function switchConnection(services: Services): Promise<void> {
  const active = services.session.connection?.id;
  const add = { label: '$(add) Add Connection…', connection: undefined };
  const picked = await vscode.window.showQuickPick([...connectionItems(services, active), add], {
    title: 'Switch Connection',
    placeHolder: 'Choose the service to work with',
  });
  if (!picked) return;
  if (!picked.connection) {
    await vscode.commands.executeCommand(Command.addConnection);
    return;
  }
  await services.connections.choose(picked.connection);
  if (picked.connection.kind === 'service' && !(await services.keys.read(picked.connection))) {
    services.session.signedOut();
    await signIn(services);
  }
}

/** Removes a connection with its key after a confirmation. */
export async function removeConnection(services: Services): Promise<void> {
  const connections = readConnections();
  if (connections.length === 0) {
    void vscode.window.showInformationMessage('There is no connection to remove; the sandbox always stays.');
    return;
  }
  const picked = await vscode.window.showQuickPick(
    connections.map(connection => item(connection, services.session.connection?.id)),
    { title: 'Remove Connection', placeHolder: 'Choose the connection to remove' },
  );
  if (!picked) return;
  const { connection } = picked;
  const remove = 'Remove';
  const detail = 'Its API key is deleted from the secret storage.';
  const choice = await vscode.window.showWarningMessage(
    `Remove the connection “${connection.name}”?`,
    { modal: true, detail },
    remove,
  );
  if (choice !== remove) return;
  await services.keys.delete(connection);
  if (services.session.connection?.id === connection.id) await services.connections.choose(undefined);
  await dropConnection(connection.name);
}

function connectionItems(
  services: Services,
  active: string | undefined,
): (vscode.QuickPickItem & { connection: Connection | undefined })[] {
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

async function askBaseUrl(): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({
    title: 'Add Connection (1/2): Address',
    prompt: 'Address of the service, ending with its version',
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

async function askName(suggestion: string): Promise<string | undefined> {
  const taken = new Set(readConnections().map(connection => connection.name));
  const answer = await vscode.window.showInputBox({
    title: 'Add Connection (2/2): Name',
    prompt: 'Name shown in the status bar and in lists',
    value: suggestion,
    ignoreFocusOut: true,
    validateInput: text => {
      if (text.trim() === '') return 'Enter a name.';
      return taken.has(text.trim()) ? `There is a connection named “${text.trim()}” already.` : undefined;
    },
  });
  return answer?.trim();
}
