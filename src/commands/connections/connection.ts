import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { openConnectionSettings } from '../../appState/connectionCare.ts';
import { dialogs } from '../../host/dialogs.ts';
import { logExchange } from '../../host/log.ts';
import { forgetConnection, DELETED_DATA } from '../../appState/forgetConnection.ts';
import { dropConnection, readConnections, saveConnection, unusableConnections } from '../../host/settings.ts';
import { Command } from '../../manifest.ts';
import { checkBaseUrl, type Connection, lacksVersion, serviceConnection } from '../../stores/connection.ts';
import { takenNameProblem } from '../../stores/connectionSettings.ts';
import { isUnusable } from '../../stores/session.ts';
import { isUuid } from '../../util/isUuid.ts';
import { confirmed } from '../prompts/ask.ts';
import {
  type Answer,
  askInTurn,
  askText,
  BACK,
  openInput,
  type QuestionPosition,
  type Question,
  stored,
} from '../prompts/questions.ts';
import { chooseNotifications } from './notifications.ts';
import { askKey, signInTo } from './signIn.ts';
import { tryAddress } from './tryAddress.ts';

interface Draft {
  readonly baseUrl: string;
  readonly name?: string;
  readonly key?: string;
}

/**
 * Prompts for an address, a name and an API key, and makes the connection active. Saves nothing until the service
 * accepts the key.
 */
export async function addConnection(services: Services): Promise<void> {
  let draft: Draft = { baseUrl: '' };
  const tryOut = async (baseUrl: string, signal: AbortSignal): Promise<string | undefined> => {
    const client = await services.clients.withoutKey(baseUrl, exchange =>
      logExchange(services.log, exchange),
    );
    return tryAddress(client, signal);
  };
  const questions: readonly Question[] = [
    async position =>
      stored(await askBaseUrl(position, draft.baseUrl, { tryOut }), baseUrl => {
        // Another address suggests another name.
        if (baseUrl !== draft.baseUrl) draft = { baseUrl };
      }),
    async position => {
      const { baseUrl, name = new URL(baseUrl).host } = draft;
      return stored(await askName(services, position, name, baseUrl), name => (draft = { ...draft, name }));
    },
    async position => {
      const connection = serviceConnection(draft.name ?? '', draft.baseUrl);
      const key = await askKey(services, connection, openInput(position, 'API Key'));
      return stored(key, key => (draft = { ...draft, key }));
    },
  ];
  if (!(await askInTurn('Add Connection', () => questions))) return;
  const { name = '', baseUrl, key = '' } = draft;
  const connection = serviceConnection(name, baseUrl);
  await saveConnection({ name, baseUrl });
  await services.keys.store(connection, key);
  await services.connections.choose(connection);
}

/** Makes a connection active and prompts for its key. Without a key, the previous connection becomes active again. */
async function enter(services: Services, connection: Connection): Promise<void> {
  const { connections, session } = services;
  const before = session.connection;
  await connections.choose(connection);
  connections.signedOut(connection);
  const isSignedIn = await signInTo(services.on(connection), connection);
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

/** Makes the connection with an ID active, or prompts for one; one without a key leads to sign-in. */
export async function switchConnection(services: Services, id?: string): Promise<void> {
  const named = services.connections.withId(id);
  if (named) {
    await makeActive(services, named);
    return;
  }
  const { connection: active, state } = services.session;
  const items: SwitchItem[] = [
    ...connectionItems(services, active?.id),
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
    ...(isUnusable(state)
      ? []
      : [
          {
            label: '$(bell) Choose Notifications…',
            description: `of “${state.connection.name}”`,
            instead: () => chooseNotifications(services),
          },
        ]),
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
  await makeActive(services, picked.connection);
}

async function makeActive(services: Services, connection: Connection): Promise<void> {
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
  if (!(await confirmed(`Remove the connection “${connection.name}”?`, DELETED_DATA, 'Remove'))) return;
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

/** Options of the question for a base URL. */
interface BaseUrlOptions {
  /** Appended to the prompt. */
  readonly sentence?: string;
  /** Returns a warning about an address at which no service responds. */
  readonly tryOut?: (baseUrl: string, signal: AbortSignal) => Promise<string | undefined>;
}

/** Prompts for the base URL of a service. */
export async function askBaseUrl(
  position: QuestionPosition,
  value: string,
  { sentence = '', tryOut }: BaseUrlOptions,
): Promise<Answer<string>> {
  const answer = await askText(position, {
    name: 'Address',
    value,
    prompt: `Address of the service, ending with its version. ${sentence}`.trim(),
    placeholder: 'https://api.example.com/v1',
    ...(tryOut && {
      tryOut: async (text, signal) => {
        const checked = checkBaseUrl(text);
        return 'url' in checked ? tryOut(checked.url, signal) : undefined;
      },
    }),
    problem: text => {
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
  if (answer === undefined || answer === BACK) return answer;
  const checked = checkBaseUrl(answer);
  return 'url' in checked ? checked.url : undefined;
}

/**
 * Prompts for a name that no other connection has, or had at this address; `edited` is the connection being edited, if
 * any.
 */
export async function askName(
  { connections }: Services,
  position: QuestionPosition,
  suggestion: string,
  baseUrl: string,
  edited?: Connection,
): Promise<Answer<string>> {
  const others = connections.all.filter(({ id }) => id !== edited?.id);
  const answer = await askText(position, {
    name: 'Name',
    prompt: 'Name shown in the status bar and in lists',
    value: suggestion,
    problem: text => {
      const given = text.trim();
      if (given === '') return 'Enter a name.';
      if (looksLikeKey(given))
        return 'This looks like an API key. Enter a name here and the key in the next step.';
      const problem = takenNameProblem(given, others);
      if (problem !== undefined) return problem;
      const former = others.find(other => other.id === serviceConnection(given, baseUrl).id);
      return (
        former && `“${given}” is the former name of “${former.name}” at this address; enter another name.`
      );
    },
  });
  return answer === BACK ? BACK : answer?.trim();
}

// A UUID or a long run of letters and digits is more likely a key than a name.
function looksLikeKey(text: string): boolean {
  const runs = text.match(/[A-Za-z0-9]{16,}/g) ?? [];
  return isUuid(text) || runs.some(run => /\d/.test(run) && /[A-Za-z]/.test(run));
}
