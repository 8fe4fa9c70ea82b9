import type { Services } from '../commandServices.ts';
import { forgetConnection, DELETED_DATA } from '../../appState/forgetConnection.ts';
import { replaceConnection } from '../../host/settings.ts';
import { serviceConnection } from '../../stores/connection.ts';
import { done } from '../prompts/ask.ts';
import { askBaseUrl, askName, pickOwnConnection } from './connection.ts';
import {
  type Answer,
  askInTurn,
  askText,
  type QuestionPosition,
  type Question,
  stored,
} from '../prompts/questions.ts';
import { signIn } from './signIn.ts';

const NOTHING_FOLLOWS = `Links, added devices and webhooks stay with the old address. ${DELETED_DATA}`;

/**
 * Changes the address, name and header prefix of a connection. A new name keeps the key and other data. A new address
 * deletes them, and the user is asked to sign in again.
 */
export async function editConnection(services: Services): Promise<void> {
  const before = await pickOwnConnection(services, 'Edit Connection', 'Choose the connection to change');
  if (!before) return;
  let { baseUrl, name, headerPrefix } = before;
  const questions: readonly Question[] = [
    async position =>
      stored(await askBaseUrl(position, baseUrl, { sentence: NOTHING_FOLLOWS }), url => (baseUrl = url)),
    async position =>
      stored(await askName(services, position, name, baseUrl, before), given => (name = given)),
    async position => stored(await askHeaderPrefix(position, headerPrefix), given => (headerPrefix = given)),
  ];
  if (!(await askInTurn('Edit Connection', () => questions))) return;
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

function askHeaderPrefix(position: QuestionPosition, value: string): Promise<Answer<string>> {
  return askText(position, {
    name: 'Header Prefix',
    prompt: 'The word in the names of webhook headers, such as Service in X-Service-Timestamp',
    value,
    problem: text =>
      /^[A-Za-z0-9-]+$/.test(text) ? undefined : 'Letters, digits and hyphens only, such as Service.',
  });
}
