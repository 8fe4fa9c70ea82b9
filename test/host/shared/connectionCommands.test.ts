import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readConnections, saveConnection } from '../../../src/host/settings.ts';
import { Command, SECTION, Setting } from '../../../src/manifest.ts';
import { type Connection, serviceConnection } from '../../../src/stores/connection.ts';
import { newPendingMailbox } from '../../../src/stores/pendingMailbox.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { FaultyServer } from '../../support/faultyServer.ts';

const NAME = 'Commands of connections';
const KEY = 'key-of-the-host-test';
const NOTHING = new vscode.Disposable(() => undefined);

/** Collects messages shown besides the commands, and presses one of their buttons. */
async function toldWhile(button: string | undefined, work: () => Promise<void>): Promise<string[]> {
  const { window } = await extensionParts();
  const { showWarningMessage, showInformationMessage } = window;
  const told: string[] = [];
  const tell = (text: string): Promise<string | undefined> => {
    told.push(text);
    return Promise.resolve(button);
  };
  Object.assign(window, { showWarningMessage: tell, showInformationMessage: tell });
  try {
    await work();
    return told;
  } finally {
    Object.assign(window, { showWarningMessage, showInformationMessage });
  }
}

/** An input box of Add Connection, when it was shown and after it was answered. */
interface Box {
  readonly title: string | undefined;
  readonly value: string;
  readonly refusal: unknown;
  /** The connections in the settings and the active one while it showed. */
  readonly names: readonly string[];
  readonly active: string | undefined;
}

/** Adds a connection, answering each input box with a text or a button; cancels at a box without an answer. */
async function addAnswering(answers: readonly (string | vscode.QuickInputButton)[]): Promise<readonly Box[]> {
  const { services, window } = await extensionParts();
  const { createInputBox } = window;
  const left = [...answers];
  const boxes: Box[] = [];
  window.createInputBox = () => {
    const input = createInputBox.call(window);
    const accepts: (() => unknown)[] = [];
    const presses: ((button: vscode.QuickInputButton) => unknown)[] = [];
    const show = input.show.bind(input);
    Object.defineProperties(input, {
      onDidAccept: { value: (listener: () => unknown) => (accepts.push(listener), NOTHING) },
      onDidTriggerButton: { value: (listener: () => unknown) => (presses.push(listener), NOTHING) },
    });
    input.show = () => {
      show();
      const { title, value } = input;
      const names = readConnections().map(({ name }) => name);
      const active = services.session.connection?.name;
      const answer = left.shift();
      if (typeof answer === 'string') {
        input.value = answer;
        for (const accept of accepts) accept();
      } else if (answer) for (const press of presses) press(answer);
      const refusal = input.validationMessage;
      boxes.push({ title, value, refusal, names, active });
      if (answer === undefined || refusal !== undefined) input.hide();
    };
    return input;
  };
  try {
    await vscode.commands.executeCommand(Command.addConnection);
    return boxes;
  } finally {
    window.createInputBox = createInputBox;
  }
}

/** Returns the validation message for the name of a new connection, which is not added. */
async function refusalOf(name: string, baseUrl: string): Promise<unknown> {
  return (await addAnswering([baseUrl, name]))[1]?.refusal;
}

async function writeSetting(entries: readonly unknown[]): Promise<void> {
  await vscode.workspace
    .getConfiguration(SECTION)
    .update(Setting.connections, entries, vscode.ConfigurationTarget.Global);
}

function setting(): readonly unknown[] {
  return vscode.workspace.getConfiguration(SECTION).get<readonly unknown[]>(Setting.connections, []);
}

describe('shared/connectionCommands', () => {
  let server: FaultyServer;

  before(async () => {
    server = await new FaultyServer().start();
  });

  beforeEach(async () => {
    const { services } = await freshWindow();
    await saveConnection({ name: NAME, baseUrl: server.baseUrl });
    await services.keys.store(connection(), KEY);
  });

  after(async () => {
    await server.stop();
  });

  function connection(name = NAME): Connection {
    return serviceConnection(name, server.baseUrl);
  }

  async function key(one: Connection): Promise<string | undefined> {
    return (await extensionParts()).services.keys.read(one);
  }

  it('the commands on connections switch to a connection with a key without asking for the key', async () => {
    const { services } = await extensionParts();
    await runAnswering(Command.switchConnection, { picks: [NAME] });
    assert.equal(services.session.connection?.id, connection().id);
    await services.session.client();
    assert.equal(services.session.state.kind, 'open');
  });

  it('the commands on connections change the name, which keeps the stored data, and the header prefix', async () => {
    const { services } = await extensionParts();
    const { session, addedDevices, receiver } = services;
    const { baseUrl } = server;
    await services.connections.choose(connection());
    await addedDevices.add(connection().id, 'device-1');
    await receiver.register({
      connectionId: connection().id,
      connectionName: NAME,
      endpointId: 'endpoint-1',
      url: 'https://receiver.example/hook',
      port: 1,
      switchedOff: false,
    });
    const inputs = [baseUrl, 'Renamed', 'Acme'];
    await runAnswering(Command.editConnection, { picks: [NAME], inputs });
    await until('the session has the new name', () => session.connection?.name, 'Renamed');
    const changed = readConnections().find(({ name }) => name === 'Renamed');
    assert.ok(changed);
    assert.deepEqual([changed.headerPrefix, session.connection?.headerPrefix], ['Acme', 'Acme']);
    assert.deepEqual([await key(changed), addedDevices.ids(changed.id)], [KEY, ['device-1']]);
    const { connectionId, connectionName } = receiver.registration ?? {};
    assert.deepEqual([connectionId, connectionName], [changed.id, 'Renamed']);
    assert.equal(
      await refusalOf(NAME, baseUrl),
      `“${NAME}” is the former name of “Renamed” at this address; enter another name.`,
    );
    await runAnswering(Command.editConnection, {
      picks: ['Renamed'],
      inputs: [baseUrl, NAME, 'Service'],
    });
    await until('the session has its name again', () => session.connection?.name, NAME);
    const plain = { name: NAME, baseUrl, headerPrefix: 'Service' };
    assert.deepEqual(
      setting().find(one => isNamed(one, NAME)),
      plain,
    );
    assert.equal(await key(connection()), KEY);
    await addedDevices.remove(connection().id, 'device-1');
    await receiver.register(undefined);
  });

  it('the commands on connections save and select a new connection only after the service accepts its key', async () => {
    const { services } = await extensionParts();
    await services.connections.choose(connection());
    const address = `${server.baseUrl.replace('/v1', '')}/third/v1`;
    const boxes = await addAnswering([address, 'Without a key']);
    assert.deepEqual(
      boxes.map(({ title, names, active }) => [title, names.includes('Without a key'), active]),
      ['Address', 'Name', 'API Key'].map(name => [`Add Connection: ${name}`, false, NAME]),
    );
    assert.equal(services.session.connection?.id, connection().id);
    assert.ok(!readConnections().some(({ name }) => name === 'Without a key'));
  });

  it('the commands on connections go back while a connection is added, and keep the earlier input', async () => {
    const { services } = await extensionParts();
    const { Back } = vscode.QuickInputButtons;
    const { baseUrl } = server;
    const boxes = await addAnswering([baseUrl, 'First', Back, Back, baseUrl, 'Second', 'key-of-second']);
    assert.deepEqual(
      boxes.map(({ title, value }) => [title?.replace('Add Connection: ', ''), value]),
      [
        ...[
          ['Address', ''],
          ['Name', new URL(baseUrl).host],
          ['API Key', ''],
        ],
        ...[
          ['Name', 'First'],
          ['Address', baseUrl],
          ['Name', 'First'],
          ['API Key', ''],
        ],
      ],
    );
    assert.equal(services.session.connection?.name, 'Second');
    assert.equal(await key(connection('Second')), 'key-of-second');
    assert.ok(!readConnections().some(({ name }) => name === 'First'));
  });

  it('the commands on connections refuse a name that looks like a key', async () => {
    for (const key of ['live_4f9a1c0e7d2b48569a3c', '0f8fad5b-d9cb-469f-a165-70867728950e'])
      assert.match(String(await refusalOf(key, server.baseUrl)), /^This looks like an API key/);
    for (const name of ['api.staging.example.com', 'Phones of the test laboratory 2'])
      assert.equal(await refusalOf(name, server.baseUrl), undefined);
  });

  it('the commands on connections refuse a name used by another connection or the sandbox', async () => {
    assert.match(String(await refusalOf('sandbox', server.baseUrl)), /^“Sandbox” is the built-in sandbox;/);
    assert.match(String(await refusalOf(NAME.toUpperCase(), server.baseUrl)), /already exists;/);
  });

  it('the commands on connections never send a key to another address', async () => {
    const other = `${server.baseUrl.replace('/v1', '')}/other/v1`;
    await runAnswering(Command.editConnection, { picks: [NAME], inputs: [other, NAME, 'Service'] });
    assert.equal(await key(serviceConnection(NAME, other)), undefined);
    assert.equal(await key(connection()), undefined);
    const { services } = await extensionParts();
    assert.ok(!services.keys.ids.some(id => id.startsWith(NAME)));
  });

  it('the commands on connections sign out of a connection, and delete everything read with its key', async () => {
    const { services } = await extensionParts();
    const { catalog, webhookSecrets, intents } = services;
    const { id } = connection();
    await services.connections.choose(connection());
    await catalog.refresh();
    await webhookSecrets.store(id, 'endpoint-1', 'whsec_canary');
    const { pending, secret } = newPendingMailbox('Mine', new Date());
    await intents.add(id, pending, secret);
    await runAnswering(Command.signOut, { buttons: ['Sign Out'] });
    const left = [await key(connection()), await webhookSecrets.read(id, 'endpoint-1'), intents.all(id)];
    assert.deepEqual(left, [undefined, undefined, []]);
    assert.equal(await intents.secret(id, pending.id), undefined);
    assert.equal(catalog.state.count, 0);
    await services.connections.choose(undefined);
    await services.connections.choose(connection());
    assert.equal(catalog.state.readAt, undefined);
  });

  it('the commands on connections sign out, and sign in only if a connection is selected', async () => {
    const { services } = await extensionParts();
    await services.connections.choose(connection());
    await runAnswering(Command.signOut, { buttons: ['Sign Out'] });
    assert.deepEqual([services.session.state.kind, await key(connection())], ['signedOut', undefined]);
    await services.connections.choose(undefined);
    assert.deepEqual(await runAnswering(Command.signIn, {}), ['Choose a connection before signing in.']);
    assert.deepEqual(await runAnswering(Command.signOut, {}), ['You are not signed in to any connection.']);
  });

  it('the commands on connections report an invalid address in the settings once, and show it in the list', async () => {
    const wrong = { name: 'Unsafe', baseUrl: 'http://example.com/v1' };
    const told = await toldWhile(undefined, async () => {
      const entries = setting();
      await writeSetting([...entries, wrong]);
      await writeSetting([...entries, wrong, { baseUrl: 7 }]);
      await until('the second mistake is seen', () => setting().length, entries.length + 2);
    });
    assert.deepEqual(told, [
      'The connection “Unsafe” in the settings is ignored. Use https:// so that the API key cannot be read on the way.',
      `The connection “number ${setting().length}” in the settings is ignored. It needs a name and an address, both as text.`,
    ]);
    await runAnswering(Command.switchConnection, { picks: ['Unsafe'] });
    await until(
      'the settings are open',
      () => vscode.window.tabGroups.all,
      value => value.some(({ tabs }) => tabs.some(({ label }) => label === 'Settings')),
    );
  });

  it('the commands on connections choose what the active service notifies about', async () => {
    const { services } = await extensionParts();
    const client = await services.session.client();
    const muted = async (): Promise<readonly string[]> =>
      (await client.getNotificationPreferences({})).value.data.mutedTypes;
    const choose = (...picks: string[]): Promise<readonly string[]> =>
      runAnswering(Command.switchConnection, { picks: ['Choose Notifications', ...picks] });
    await choose('Only Failures');
    assert.ok((await muted()).includes('task.run.completed'));
    assert.ok(!(await muted()).includes('task.run.failed'));
    await choose('Recommended');
    assert.deepEqual(await muted(), ['task.run.running', 'workflow.run.running']);
    await choose('Choose Events');
    assert.deepEqual(await muted(), ['task.run.running', 'workflow.run.running']);
    await choose('Choose Events', 'Task run failed');
    const { data } = (await client.listNotificationTypes({})).value;
    const others = data.flatMap(({ events }) => events.map(({ type }) => type));
    assert.deepEqual(
      (await muted()).toSorted(),
      others.filter(type => type !== 'task.run.failed').toSorted(),
    );
    await choose('All Events');
    assert.deepEqual(await muted(), []);
  });

  it('the commands on connections keep event types muted that the service no longer lists', async () => {
    const { services } = await extensionParts();
    const client = await services.session.client();
    const sandbox = await services.clients.openSandbox();
    await client.updateNotificationPreferences({ body: { mutedTypes: ['task.run.running'] } });
    const events = [{ type: 'task.run.failed' }, { type: 'chat.turn.failed', label: 'Chat' }];
    const fault = { kind: 'status', status: 200, body: { data: [{ source: 'all', events }] } } as const;
    await sandbox.addFault({ body: { operation: 'listNotificationTypes', fault } });
    try {
      const picks = ['Choose Notifications', 'Choose Events', 'task.run.failed'];
      await runAnswering(Command.switchConnection, { picks });
    } finally {
      await sandbox.clearFaults({});
    }
    const { mutedTypes } = (await client.getNotificationPreferences({})).value.data;
    assert.deepEqual(mutedTypes, ['task.run.running', 'chat.turn.failed']);
  });

  it('the commands on connections say that the service has no notifications, and offer none without a connection', async () => {
    const { services } = await extensionParts();
    const sandbox = await services.clients.openSandbox();
    const empty = { kind: 'status', status: 200, body: { data: [] } } as const;
    await sandbox.addFault({ body: { operation: 'listNotificationTypes', times: 1, fault: empty } });
    const fault = { kind: 'status', status: 404 } as const;
    await sandbox.addFault({ body: { operation: 'listNotificationTypes', fault } });
    const picks = ['Choose Notifications'];
    try {
      assert.match(
        (await runAnswering(Command.switchConnection, { picks })).join(),
        /^“[^”]+” lists no kinds of events that it notifies about\./,
      );
      assert.match(
        (await runAnswering(Command.switchConnection, { picks })).join(),
        /does not offer this: List the kinds of event that notify/,
      );
    } finally {
      await sandbox.clearFaults({});
    }
    await services.connections.choose(undefined);
    await assert.rejects(
      runAnswering(Command.switchConnection, { picks }),
      /no “Choose Notifications” to pick/,
    );
  });

  it('the commands on connections delete the key of a connection that was removed from the settings, if the user agrees', async () => {
    const told = await toldWhile('Delete Them', async () => {
      await writeSetting(setting().filter(one => !isNamed(one, NAME)));
      await until(
        'the key is gone',
        () => key(connection()),
        value => value === undefined,
      );
    });
    assert.deepEqual(told, [
      `The connection “${NAME}” (${server.baseUrl}) is no longer in the settings, but its API key is still stored, with its cached catalog and its secrets of webhooks and mailboxes.`,
    ]);
  });

  it('the commands on connections remove a connection with its key after a confirmation, and report that there is none', async () => {
    const told = await toldWhile(undefined, async () => {
      await runAnswering(Command.removeConnection, { picks: [NAME], buttons: ['Remove'] });
    });
    assert.deepEqual(told, []);
    assert.equal(await key(connection()), undefined);
    await writeSetting([]);
    assert.deepEqual(await runAnswering(Command.removeConnection, {}), [
      'The settings have no connection yet. The sandbox cannot be changed or removed.',
    ]);
  });
});

function isNamed(entry: unknown, name: string): boolean {
  return typeof entry === 'object' && entry !== null && 'name' in entry && entry.name === name;
}
