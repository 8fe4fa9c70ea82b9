import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AgentHost } from '../../../src/agentHost/agentHost.ts';
import { SandboxProcess } from '../../../src/appState/sandboxProcess.ts';
import { saveConnection } from '../../../src/host/settings.ts';
import { Command, SECTION } from '../../../src/manifest.ts';
import { type Connection, serviceConnection } from '../../../src/stores/connection.ts';
import { type Answers, runAnswering } from '../../support/dialogs.ts';
import { extensionParts } from '../../support/extension.ts';
import { AdbTestServer } from '../../support/fakePhone/adbServer.ts';
import { FakePhone } from '../../support/fakePhone/fakePhone.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { until } from '../../support/until.ts';

describe('shared/addPhone', () => {
  let server: AdbTestServer;
  const phone = new FakePhone({ serial: 'R5CT' });
  const former = process.env['ANDROID_ADB_SERVER_PORT'];

  async function restartSandbox(): Promise<void> {
    await vscode.commands.executeCommand(Command.stopSandbox);
    await vscode.commands.executeCommand(Command.startSandbox);
  }

  before(async () => {
    await freshWindow();
    server = await AdbTestServer.start();
    process.env['ANDROID_ADB_SERVER_PORT'] = String(server.address.port);
    await restartSandbox();
  });

  after(async () => {
    if (former === undefined) delete process.env['ANDROID_ADB_SERVER_PORT'];
    else process.env['ANDROID_ADB_SERVER_PORT'] = former;
    await restartSandbox();
    await server.stop();
  });

  const run = (answers: Answers = {}): Promise<readonly string[]> => runAnswering(Command.addPhone, answers);

  async function phoneNames(): Promise<string[]> {
    const { services } = await extensionParts();
    const client = await services.session.client();
    const { items } = (await client.listDevices({ query: { providerId: 'adb' } })).value;
    return (items ?? []).map(({ name, state }) => `${name} ${state}`);
  }

  async function untilListed(state: string): Promise<void> {
    const { services } = await extensionParts();
    const sandbox = await services.clients.openSandbox();
    const read = async (): Promise<string | undefined> =>
      (await sandbox.listAdbPhones({})).value.data.phones[0]?.state;
    await until('the phone in the list', read, state);
  }

  it('the command for phones says what to do if the adb server knows none', async () => {
    assert.match((await run()).join(), /knows no phone\. Start an emulator, or connect a phone by USB/);
  });

  it('the command for phones says what to do with one that is not authorized', async () => {
    server.connect(phone, 'unauthorized');
    await untilListed('unauthorized');
    assert.match((await run({ picks: ['R5CT'] })).join(), /is not authorized\. Unlock the phone/);
    assert.deepEqual(await phoneNames(), []);
  });

  it('the command for phones adds one after a question', async () => {
    server.connect(phone);
    await untilListed('ready');
    const questions: string[] = [];
    await run({ picks: ['Pixel 7'], buttons: ['Add Phone'], questions });
    assert.deepEqual(questions, ['Add Pixel 7 to the devices of the sandbox?']);
    assert.deepEqual(await phoneNames(), ['Google Pixel 7 ready']);
  });

  it('the chat asks before an agent acts on a real phone, and not for a simulated one', async () => {
    const { services } = await extensionParts();
    const { items } = (await (await services.session.client()).listDevices({})).value;
    const idOf = (name: string): string | undefined => items?.find(device => device.name === name)?.id;
    const host = new AgentHost({ ...services, version: '1.0.0', page: new URL('file:///none') });
    const titleFor = async (name: string): Promise<unknown> => {
      const input = { deviceId: idOf(name), do: 'press', button: 'home' };
      return (await host.prepare('act_on_device', input)).confirmationMessages?.title;
    };
    const profile = vscode.workspace.getConfiguration(`${SECTION}.agents`);
    try {
      // The call is refused anyway.
      assert.equal(await titleFor('Google Pixel 7'), undefined);
      await profile.update('profile', 'devices', vscode.ConfigurationTarget.Global);
      assert.equal(await titleFor('Google Pixel 7'), 'Act on a real phone?');
      assert.equal(await titleFor('Pixel phone'), undefined);
    } finally {
      await profile.update('profile', undefined, vscode.ConfigurationTarget.Global);
      host.dispose();
    }
  });

  it('the command for phones removes one after a question', async () => {
    await run({ picks: ['Pixel 7'], buttons: ['Remove Phone'] });
    assert.deepEqual(await phoneNames(), []);
  });
});

describe('shared/addPhone: of another connection', () => {
  const NAME = 'Far away';
  let far: SandboxProcess;
  let key: string;
  let connection: Connection;

  before(async () => {
    const { services } = await freshWindow();
    const extension = vscode.extensions.getExtension('cloud-device-automation.cloud-device-automation');
    assert.ok(extension);
    far = new SandboxProcess(extension.extensionUri, () => undefined, services.log, []);
    const { baseUrl, apiKey } = await far.start();
    key = apiKey;
    connection = serviceConnection(NAME, baseUrl);
    await saveConnection({ name: NAME, baseUrl });
    await services.keys.store(connection, key);
  });

  after(async () => {
    await freshWindow();
    await far.stop();
    far.dispose();
  });

  const run = (answers: Answers = {}): Promise<readonly string[]> => runAnswering(Command.addPhone, answers);

  async function added(): Promise<string[]> {
    const { services } = await extensionParts();
    const client = await services.session.client();
    const { items } = (await client.listDevices({ query: { providerId: 'service' } })).value;
    return (items ?? []).map(({ name, state, stateMessage }) => `${name} ${state} ${stateMessage}`.trim());
  }

  const PHONE = 'Pixel phone';
  const READY = `${PHONE} ready`;

  it('the command for phones says of a phone of a connection that it is not ready', async () => {
    const messages = await run({ picks: ['Personal phone'] });
    assert.match(messages.join(), /It must be ready before it can be added/);
    assert.deepEqual(await added(), []);
  });

  it('the command for phones adds a phone of another connection after a question', async () => {
    const questions: string[] = [];
    await run({ picks: [PHONE], buttons: ['Add Phone'], questions });
    assert.deepEqual(questions, [`Add ${PHONE} to the devices of the sandbox?`]);
    assert.deepEqual(await added(), [READY]);
    const { services } = await extensionParts();
    const client = await services.session.client();
    const [device] = (await client.listDevices({ query: { providerId: 'service' } })).value.items ?? [];
    const params = { deviceId: device?.id ?? '' };
    assert.ok((await client.takeScreenshot({ params })).value.length > 0);
    await client.pressGlobal({ params, body: { action: 2 } });
  });

  it('a phone of another connection is connected again after a restart of the sandbox', async () => {
    await vscode.commands.executeCommand(Command.stopSandbox);
    await vscode.commands.executeCommand(Command.startSandbox);
    await until('the phone that is back', added, found => found.join() === READY);
  });

  it('a phone of another connection says that the key of its connection is gone, until it is stored again', async () => {
    const { services } = await extensionParts();
    await services.keys.delete(connection);
    const client = await services.session.client();
    const [device] = (await client.listDevices({ query: { providerId: 'service' } })).value.items ?? [];
    await assert.rejects(client.getUiState({ params: { deviceId: device?.id ?? '' } }));
    await until('the reason', added, found =>
      /disconnected .*Sign in to “Far away” again/.test(found.join()),
    );
    await services.keys.store(connection, key);
    const phones = await services.openServicePhones();
    await phones.tellSandbox();
    await until('the phone that is back', added, found => found.join() === READY);
  });

  it('the command for phones removes a phone of another connection, whose routes are then closed', async () => {
    await run({ picks: [PHONE], buttons: ['Remove Phone'] });
    assert.deepEqual(await added(), []);
    const { services } = await extensionParts();
    assert.deepEqual((await services.openServicePhones()).added, []);
  });
});
