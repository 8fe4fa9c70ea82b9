import * as vscode from 'vscode';
import { replaceConnection } from '../host/settings.ts';
import { serviceConnection } from '../stores/connection.ts';
import { done } from './ask.ts';
import { askBaseUrl, askName, pickOwnConnection } from './connection.ts';
import type { Services } from './services.ts';
import { signIn } from './signIn.ts';

/**
 * Changes address, name and header word of a connection. Its key goes along with a new name but never to another
 * address: then it is deleted, and the person signs in anew.
 */
export async function editConnection(services: Services): Promise<void> {
  const before = await pickOwnConnection(services, 'Edit Connection', 'Choose the connection to change');
  if (!before) return;
  const baseUrl = await askBaseUrl('Edit Connection (1/3)', before.baseUrl);
  if (baseUrl === undefined) return;
  const name = await askName('Edit Connection (2/3)', before.name, before.name);
  if (name === undefined) return;
  const headerPrefix = await askHeaderPrefix(before.headerPrefix);
  if (headerPrefix === undefined) return;
  const after = serviceConnection(name, baseUrl, headerPrefix);
  const wasActive = services.session.connection?.id === before.id;
  const key = await services.keys.read(before);
  if (after.id !== before.id) {
    if (key !== undefined && baseUrl === before.baseUrl) await services.keys.store(after, key);
    await services.keys.delete(before);
  }
  await replaceConnection(before.name, { name, baseUrl, headerPrefix });
  done(`Changed the connection “${name}”.`);
  if (!wasActive) return;
  await services.connections.choose(after);
  if (baseUrl !== before.baseUrl) await signIn(services);
}

function askHeaderPrefix(value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: 'Edit Connection (3/3): Header Prefix',
    prompt: 'The word in the names of webhook headers, such as Service in X-Service-Timestamp',
    value,
    ignoreFocusOut: true,
    validateInput: text =>
      /^[A-Za-z0-9-]+$/.test(text) ? undefined : 'Letters, digits and hyphens only, such as Service.',
  });
}
