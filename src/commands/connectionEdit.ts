import { dialogs } from '../host/dialogs.ts';
import { forgetConnection, WHAT_IS_DELETED } from '../host/forgetConnection.ts';
import { replaceConnection } from '../host/settings.ts';
import { serviceConnection } from '../stores/connection.ts';
import { done } from './ask.ts';
import { askBaseUrl, askName, pickOwnConnection } from './connection.ts';
import type { Services } from './services.ts';
import { signIn } from './signIn.ts';

const NOTHING_FOLLOWS = `Links, added devices and webhooks stay with the old address. ${WHAT_IS_DELETED}`;

/**
 * Changes the address, name and header prefix of a connection. A new name keeps the key and other data. A new address
 * deletes them, and the user is asked to sign in again.
 */
export async function editConnection(services: Services): Promise<void> {
  const before = await pickOwnConnection(services, 'Edit Connection', 'Choose the connection to change');
  if (!before) return;
  const baseUrl = await askBaseUrl('Edit Connection (1/3)', before.baseUrl, NOTHING_FOLLOWS);
  if (baseUrl === undefined) return;
  const name = await askName(services, 'Edit Connection (2/3)', before.name, baseUrl, before);
  if (name === undefined) return;
  const headerPrefix = await askHeaderPrefix(before.headerPrefix);
  if (headerPrefix === undefined) return;
  const moved = baseUrl !== before.baseUrl;
  const keptAs = moved ? name : before.keptAs;
  const wasActive = services.on(before).session.isActive;
  if (moved) await forgetConnection(services, before.id);
  const changed = { name, baseUrl, headerPrefix, ...(keptAs === name ? {} : { keptAs }) };
  await replaceConnection(before.name, changed);
  const { receiver } = services;
  if (!moved && receiver.registration?.connectionId === before.id)
    await receiver.register({ ...receiver.registration, connectionName: name });
  done(`Changed the connection “${name}”.`);
  if (!moved || !wasActive) return;
  const connection = serviceConnection(name, baseUrl, headerPrefix);
  await services.connections.choose(connection);
  await signIn(services.on(connection));
}

function askHeaderPrefix(value: string): Thenable<string | undefined> {
  return dialogs.showInputBox({
    title: 'Edit Connection (3/3): Header Prefix',
    prompt: 'The word in the names of webhook headers, such as Service in X-Service-Timestamp',
    value,
    ignoreFocusOut: true,
    validateInput: text =>
      /^[A-Za-z0-9-]+$/.test(text) ? undefined : 'Letters, digits and hyphens only, such as Service.',
  });
}
