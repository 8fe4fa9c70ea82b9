import * as vscode from 'vscode';
import { registerCommands } from './commands/register.ts';
import type { Services } from './commands/services.ts';
import { Clients } from './host/clients.ts';
import { Connections } from './host/connections.ts';
import { followContextKeys } from './host/contextKeys.ts';
import { Documents } from './host/documents.ts';
import { Keys } from './host/keys.ts';
import { createLog, logExchange } from './host/log.ts';
import { SandboxProcess } from './host/sandboxProcess.ts';
import { promptWhenRejected } from './host/signInPrompt.ts';
import { ActionStore } from './stores/actionStore.ts';
import { Session } from './stores/session.ts';
import type { Disposable } from './util/disposables.ts';
import { ActionTree } from './views/actionTree.ts';
import { ConnectionStatus } from './views/statusBar.ts';

/** The parts that tests inside VS Code look at; nobody else is handed them. */
export interface Parts {
  readonly services: Services;
  readonly actionTree: ActionTree;
}

/**
 * Builds the parts of the extension and registers them. Nothing is read, started or sent here: views and
 * commands do that when they are used.
 */
export function activate(context: vscode.ExtensionContext): Parts | undefined {
  const own = <T extends Disposable>(item: T): T => {
    context.subscriptions.push(item);
    return item;
  };
  const { version } = context.extension.packageJSON as { version: string };

  const log = own(createLog());
  const keys = new Keys(context.secrets);
  const sandbox = own(new SandboxProcess(context.extensionUri, context.storageUri, log));
  const clients = own(new Clients(keys, sandbox, `cloud-device-automation/${version}`));
  const session = own(new Session((connection, onExchange) => clients.open(connection, onExchange)));
  const connections = own(new Connections(session, context.workspaceState));
  const documents = own(new Documents());
  const actions = own(new ActionStore(session));

  own(session.onExchange(exchange => logExchange(log, exchange)));
  own(clients.onOutdated(() => session.use(session.connection)));
  own(
    keys.onDidChange(
      () => session.connection,
      () => void connections.followKey(keys),
    ),
  );
  own(sandbox.onDidChange(running => connections.followSandbox(running)));
  own(followContextKeys(session, sandbox));
  own(promptWhenRejected(session));

  own(new ConnectionStatus(session));
  const actionTree = own(new ActionTree(session, actions));
  const services = { session, connections, keys, clients, sandbox, documents, log, actions };
  own(registerCommands(services));
  return context.extensionMode === vscode.ExtensionMode.Test ? { services, actionTree } : undefined;
}
