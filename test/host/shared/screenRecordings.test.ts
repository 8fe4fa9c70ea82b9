import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../../src/client/client.ts';
import type { Device } from '../../../src/contract/records/device.ts';
import type { ScreenRecording } from '../../../src/contract/records/screenRecording.ts';
import { answerScreenRecording } from '../../../src/devicePanel/screenRecordings/answerScreenRecording.ts';
import { DeviceScreenRecordings } from '../../../src/devicePanel/screenRecordings/deviceScreenRecordings.ts';
import { Command } from '../../../src/manifest.ts';
import type { ScreenRecordingRequest } from '../../../src/protocol/screenRecordings.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { until } from '../../support/extension.ts';
import { freshWindow, type FreshWindow } from '../../support/freshWindow.ts';
import { deviceNamed } from '../../support/hostDevices.ts';

describe('shared/screenRecordings', () => {
  let client: Client;
  let services: FreshWindow['services'];
  let phone: Device;
  let tablet: Device;

  before(async () => {
    ({ client, services } = await freshWindow());
    await services.devices.ensure();
    [phone, tablet] = [await deviceNamed('Pixel phone'), await deviceNamed('Android tablet')];
  });

  async function listOf({ id }: Device): Promise<readonly ScreenRecording[]> {
    return (await client.listScreenRecordings({ params: { deviceId: id } })).value ?? [];
  }

  function lineOf(record: Device) {
    return { kind: 'device', record } as const;
  }

  it('the screen recordings of devices are started and stopped by commands', async () => {
    await runAnswering(Command.startScreenRecording, {}, lineOf(phone));
    const [running] = await listOf(phone);
    assert.ok(running && running.endedAt == null);
    await runAnswering(Command.stopScreenRecording, {}, lineOf(phone));
    const [ended, ...others] = await listOf(phone);
    assert.ok(ended?.endedAt);
    await runAnswering(Command.stopScreenRecording, {}, lineOf(phone));
    assert.deepEqual(
      (await listOf(phone)).map(({ endedAt }) => endedAt),
      [ended, ...others].map(({ endedAt }) => endedAt),
    );
  });

  it('the screen recordings of devices of several devices are started and stopped at once', async () => {
    const lines = [lineOf(phone), lineOf(tablet)];
    for (const command of [Command.startScreenRecording, Command.stopScreenRecording])
      await vscode.commands.executeCommand(command, lines[0], lines);
    for (const device of [phone, tablet]) assert.ok((await listOf(device))[0]?.endedAt, device.name ?? '');
  });

  describe('panel', () => {
    let recordings: DeviceScreenRecordings;
    let recording: ScreenRecording;
    const opened: unknown[] = [];
    const questions: string[] = [];
    const { showSaveDialog, showWarningMessage, showInformationMessage } = vscode.window;
    /** What the dialogs are answered with. */
    let target: vscode.Uri | undefined;
    let button: string | undefined;
    let saving: vscode.SaveDialogOptions | undefined;

    before(async () => {
      const deviceId = phone.id;
      recordings = new DeviceScreenRecordings({
        ...{ deviceId, screen: { display: 0 } },
        client: () => Promise.resolve(client),
      });
      const started = await client.startScreenRecording({
        params: { deviceId },
        body: { name: 'A/B: test' },
      });
      const params = { deviceId, recordingId: started.value.id };
      await client.stopScreenRecording({ params });
      const read = async () => (await client.getScreenRecording({ params })).value;
      recording = await until('the video', read, ({ video }) => video != null);
      await recordings.read();
      Object.assign(vscode.window, {
        showInformationMessage: () => Promise.resolve(undefined),
        showSaveDialog: (options: vscode.SaveDialogOptions) => {
          saving = options;
          return Promise.resolve(target);
        },
        showWarningMessage: (question: string) => {
          questions.push(question);
          return Promise.resolve(button);
        },
      });
    });

    after(() => {
      Object.assign(vscode.window, { showSaveDialog, showWarningMessage, showInformationMessage });
      recordings.dispose();
    });

    /** Sends a request of a page. */
    async function ask(request: ScreenRecordingRequest): Promise<unknown> {
      const documents = {
        openJson: (...given: unknown[]) => {
          opened.push(given);
          return Promise.resolve();
        },
      };
      const given = { screenRecordings: recordings, documents, log: services.log };
      return answerScreenRecording({ name: 'Pixel phone' }, given, request);
    }

    it('the screen recordings of devices in a panel are played by their bytes', async () => {
      const bytes = await ask({ kind: 'video', id: recording.id });
      assert.ok(bytes instanceof Uint8Array && !Buffer.isBuffer(bytes));
      assert.equal(bytes.length, recording.video?.sizeBytes);
      await assert.rejects(ask({ kind: 'video', id: 'another' }), /does not exist anymore/);
    });

    it('the screen recordings of devices in a panel are saved under the name of the device and the recording, with the extension of their format', async () => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(folder);
      const file = vscode.Uri.joinPath(folder.uri, 'saved.png');
      target = file;
      await ask({ kind: 'save', id: recording.id });
      const size = async (): Promise<number> => {
        const [found] = await vscode.workspace.findFiles('saved.png');
        return found ? (await vscode.workspace.fs.stat(found)).size : 0;
      };
      await until('the file', size, recording.video?.sizeBytes ?? -1);
      assert.match(saving?.defaultUri?.path ?? '', /\/Pixel-phone-A-B-test\.png$/);
      await vscode.workspace.fs.delete(file);
    });

    it('the screen recordings of devices in a panel show their actions as JSON', async () => {
      await ask({ kind: 'actions', id: recording.id });
      await until('the document', () => opened.length, 1);
      assert.deepEqual(opened, [
        [`screen-recordings/${recording.id}`, 'A/B: test.actions.json', { actions: [] }],
      ]);
    });

    it('the screen recordings of devices in a panel are deleted only after a confirmation', async () => {
      const count = async (): Promise<number> => (await listOf(phone)).length;
      const before = await count();
      await ask({ kind: 'delete', id: recording.id });
      await until('a question', () => questions.length, 1);
      button = 'Delete';
      await ask({ kind: 'delete', id: recording.id });
      await until('one less', count, before - 1);
      assert.deepEqual(questions, Array(2).fill('Delete the video “A/B: test”?'));
    });
  });
});
