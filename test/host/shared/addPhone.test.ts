import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AgentHost } from '../../../src/agentHost/agentHost.ts';
import { Command, SECTION } from '../../../src/manifest.ts';
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
    server.connect(phone, false);
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
