import { ApiError } from '../client/failure.ts';
import { dialogs } from '../host/dialogs.ts';
import { explain } from '../host/explain.ts';
import { forgetConnection, WHAT_IS_DELETED } from '../host/forgetConnection.ts';
import { logExchange } from '../host/log.ts';
import type { Connection } from '../stores/connection.ts';
import { Disposables } from '../util/disposables.ts';
import { confirmed } from './ask.ts';
import type { Services } from './services.ts';

/**
 * Prompts for the API key of the connection. The key is tested with a read and stored only if the service accepts it;
 * it is never shown again.
 */
export async function signIn(services: Services): Promise<void> {
  const { connection } = services.session;
  if (!connection || connection.kind === 'sandbox') {
    const text = connection ? 'The sandbox needs no key.' : 'Choose a connection before signing in.';
    void dialogs.showInformationMessage(text);
    return;
  }
  await signInTo(services, connection);
}

/** Prompts for the API key of a connection and stores it. Returns true if the user entered one. */
export async function signInTo(
  services: Services,
  connection: Connection,
  title = `Sign In to ${connection.name}`,
): Promise<boolean> {
  const key = await askKey(connection, title, (key, signal) => check(services, connection, key, signal));
  if (key === undefined) return false;
  await services.keys.store(connection, key);
  services.connections.reopen(connection);
  return true;
}

/** Deletes the key and stored data of the active connection after confirmation. */
export async function signOut(services: Services): Promise<void> {
  const { session, connections } = services;
  const { connection } = session;
  if (!connection || connection.kind === 'sandbox') {
    void dialogs.showInformationMessage('You are not signed in to any connection.');
    return;
  }
  if (!(await confirmed(`Sign out of “${connection.name}”?`, WHAT_IS_DELETED, 'Sign Out'))) return;
  await forgetConnection(services, connection.id);
  connections.signedOut(connection);
}

type Check = (key: string, signal: AbortSignal) => Promise<string | undefined>;

async function check(
  { clients, log }: Services,
  connection: Connection,
  key: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const client = await clients.withKey(connection, key, exchange => logExchange(log, exchange));
    await client.listActions({ query: { pageSize: 1 } }, { signal });
    return undefined;
  } catch (error) {
    // A response that violates the contract still shows that the key was accepted.
    if (error instanceof ApiError && error.failure.kind === 'contract') return undefined;
    const { summary, next } = explain(error);
    return next === 'signIn'
      ? 'The service refused this key. Check that it is complete and not revoked.'
      : summary;
  }
}

/** Prompts until the key passes the check or the user cancels. */
function askKey(connection: Connection, title: string, check: Check): Promise<string | undefined> {
  const owned = new Disposables();
  const input = owned.add(dialogs.createInputBox());
  input.title = title;
  input.prompt = `API key for ${connection.baseUrl}. It is kept in your system's secret storage.`;
  input.password = true;
  input.ignoreFocusOut = true;
  const running = new AbortController();
  owned.add({ dispose: () => running.abort() });
  return new Promise(resolve => {
    owned.add(
      input.onDidChangeValue(text => {
        input.validationMessage = problemWith(text.trim());
      }),
    );
    owned.add(
      input.onDidAccept(async () => {
        const key = input.value.trim();
        if (key === '' || input.busy || problemWith(key) !== undefined) return;
        input.busy = true;
        input.enabled = false;
        const problem = await check(key, running.signal);
        input.busy = false;
        input.enabled = true;
        input.validationMessage = problem;
        if (problem === undefined) {
          resolve(key);
          input.hide();
        }
      }),
    );
    owned.add(
      input.onDidHide(() => {
        resolve(undefined);
        owned.dispose();
      }),
    );
    input.show();
  });
}

function problemWith(key: string): string | undefined {
  return /^[\x21-\x7E]*$/.test(key) ? undefined : 'An API key has no spaces and only plain characters.';
}
