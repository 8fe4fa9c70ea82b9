import type { Services } from '../commandServices.ts';
import type * as vscode from 'vscode';
import { ApiError, gotNoAnswer } from '../../client/failure.ts';
import { dialogs } from '../../host/dialogs.ts';
import { explain } from '../../wording/explain.ts';
import { forgetConnection, DELETED_DATA } from '../../appState/forgetConnection.ts';
import { logExchange } from '../../host/log.ts';
import type { Connection } from '../../stores/connection.ts';
import { toError } from '../../util/errors.ts';
import { confirmed } from '../prompts/ask.ts';
import { type Answer, answerOf, BACK } from '../prompts/questions.ts';

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
export async function signInTo(services: Services, connection: Connection): Promise<boolean> {
  const input = dialogs.createInputBox();
  input.title = `Sign In to ${connection.name}`;
  input.ignoreFocusOut = true;
  const key = await askKey(services, connection, input);
  if (key === undefined || key === BACK) return false;
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
  if (!(await confirmed(`Sign out of “${connection.name}”?`, DELETED_DATA, 'Sign Out'))) return;
  await forgetConnection(services, connection.id);
  connections.signedOut(connection);
}

async function check(
  { clients, log }: Services,
  connection: Connection,
  key: string,
  signal: AbortSignal,
): Promise<{ readonly problem: string; readonly isUntested?: boolean } | undefined> {
  try {
    const client = await clients.withKey(connection, key, exchange => logExchange(log, exchange));
    await client.listActions({ query: { pageSize: 1 } }, { signal });
    return undefined;
  } catch (error) {
    // A response that violates the contract still shows that the key was accepted.
    if (error instanceof ApiError && error.failure.kind === 'contract') return undefined;
    const { summary, next } = explain(error);
    if (next === 'signIn')
      return { problem: 'The service refused this key. Check that it is complete and not revoked.' };
    return gotNoAnswer(toError(error))
      ? { problem: `${summary} Press Enter again to store the key without a test.`, isUntested: true }
      : { problem: summary };
  }
}

/**
 * Prompts for the API key of a connection until the service accepts it, or until the user confirms a key that cannot be
 * tested since no service responds.
 */
export async function askKey(
  services: Services,
  connection: Connection,
  input: vscode.InputBox,
): Promise<Answer<string>> {
  input.prompt = `API key for ${connection.baseUrl}. It is kept in your system's secret storage.`;
  input.password = true;
  const running = new AbortController();
  let untested: string | undefined;
  const changes = input.onDidChangeValue(text => {
    input.validationMessage = problemWith(text.trim());
  });
  try {
    return await answerOf(input, async () => {
      const key = input.value.trim();
      if (key === '' || input.busy || problemWith(key) !== undefined) return undefined;
      if (key === untested) return key;
      input.busy = true;
      input.enabled = false;
      const found = await check(services, connection, key, running.signal);
      input.busy = false;
      input.enabled = true;
      input.validationMessage = found?.problem;
      untested = found?.isUntested === true ? key : undefined;
      return found ? undefined : key;
    });
  } finally {
    running.abort();
    changes.dispose();
  }
}

function problemWith(key: string): string | undefined {
  return /^[\x21-\x7E]*$/.test(key) ? undefined : 'An API key has no spaces and only plain characters.';
}
