import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Gesture } from '../../../src/contract/sandbox/devices.ts';
import type { DevicePanelSession } from '../../../src/devicePanel/devicePanelSession.ts';
import { Command } from '../../../src/manifest.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { newFlowEditor } from '../../support/hostDevices.ts';
import { story } from '../../support/story.ts';

const TRACK = `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Two steps</name><trkseg>
<trkpt lat="38.70753" lon="-9.1365"><time>2026-05-02T09:00:00Z</time></trkpt>
<trkpt lat="38.70846" lon="-9.13673"><time>2026-05-02T09:00:02Z</time></trkpt>
</trkseg></trk></gpx>`;

describe('shared/gestureCommands', () => {
  const step = story();
  let id: string;
  let session: DevicePanelSession;

  before(async () => {
    const { services, devicePanels } = await freshWindow();
    await Promise.all([services.devices.ensure(), services.catalog.refresh()]);
    const phone = services.devices.state.items.find(({ name }) => name === 'Pixel phone');
    assert.ok(phone);
    id = phone.id;
    (await devicePanels.session(id)).log.clear();
  });

  /** Returns the gestures of the phone, oldest first. */
  async function done(): Promise<readonly Gesture[]> {
    const { services } = await extensionParts();
    const { baseUrl, apiKey } = await services.sandbox.start();
    const answer = await fetch(`${new URL(baseUrl).origin}/_sandbox/devices/${id}/gestures`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    return ((await answer.json()) as { data: Gesture[] }).data.toReversed();
  }

  step(
    'the commands on the gestures of a device panel require a panel and a gesture in its log',
    async () => {
      assert.deepEqual(await runAnswering(Command.replayGestures, {}), ['Open a device panel first.']);
      const { devicePanels } = await extensionParts();
      await vscode.commands.executeCommand(Command.openDevicePanel, { kind: 'device', record: { id } });
      session = await devicePanels.session(id);
      await until('the panel is in front', () => tabInFront()?.label, 'Pixel phone');
      for (const command of [Command.replayGestures, Command.copyGesturesAsCurl, Command.insertGestures])
        assert.deepEqual(await runAnswering(command, {}), [
          'There are no gestures in the log of this device.',
        ]);
    },
  );

  step(
    'the commands on the gestures of a device panel press a button as the panel does, so that the log shows it',
    async () => {
      for (const command of [Command.pressBack, Command.pressRecents, Command.pressHome])
        await vscode.commands.executeCommand(command);
      const buttons = session.log.done.map(({ gesture }) =>
        'button' in gesture ? gesture.button : gesture.kind,
      );
      assert.deepEqual(buttons, ['back', 'recents', 'home']);
      session.log.clear();
    },
  );

  step('the commands on the gestures of a device panel repeat what was done', async () => {
    session.log.clear();
    const before = (await done()).length;
    await session.perform({ kind: 'tap', at: { x: 500, y: 900 }, stealth: false });
    await session.perform({ kind: 'global', button: 'home' });
    await runAnswering(Command.replayGestures, {});
    const again = await until('both are done again', done, gestures => gestures.length === before + 4);
    const kinds = again.slice(before).map(({ kind }) => kind);
    assert.deepEqual(kinds.slice(2), kinds.slice(0, 2));
  });

  step(
    'the commands on the gestures of a device panel copy what was done as curl, with the address of the sandbox and without its key',
    async () => {
      await runAnswering(Command.copyGesturesAsCurl, {});
      const text = await vscode.env.clipboard.readText();
      const { services } = await extensionParts();
      const { baseUrl, apiKey } = await services.sandbox.start();
      assert.ok(text.startsWith(`curl --request POST '${baseUrl}/devices/${id}/tap'`), text);
      assert.match(text, /Bearer \$API_KEY/);
      assert.ok(!text.includes(apiKey));
    },
  );

  step('the commands on the gestures of a device panel write what was done into a new flow', async () => {
    const said = await runAnswering(Command.insertGestures, { picks: ['New Flow File'] });
    assert.match(said[0] ?? '', /^Inserted 2 steps into a new flow file/);
    const { document, viewColumn } = newFlowEditor();
    const text = document.getText();
    const flow = JSON.parse(text) as { deviceIds: string[]; actions: unknown[] };
    assert.deepEqual([flow.deviceIds, flow.actions.length], [[id], 2]);
    await vscode.window.showTextDocument(document, viewColumn);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  step(
    'the commands on the gestures of a device panel play a track from a file on the device, position by position',
    async () => {
      const { services, window } = await extensionParts();
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(folder);
      const file = vscode.Uri.joinPath(folder.uri, 'two-steps.gpx');
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(TRACK));
      await runAnswering(Command.clearRequests, {});
      const original = window.showOpenDialog;
      Object.assign(window, { showOpenDialog: () => Promise.resolve([file]) });
      try {
        await runAnswering(Command.playTrack, {}, { kind: 'device', record: { id } });
        await until('the track is over', () => session.place.state.track?.play, 'finished');
      } finally {
        window.showOpenDialog = original;
        await vscode.workspace.fs.delete(file);
      }
      assert.equal(session.place.state.track?.name, 'Two steps');
      const client = await services.session.client();
      const { latitude, longitude } = (await client.getLocation({ params: { deviceId: id } })).value;
      assert.deepEqual([latitude, longitude], [38.70846, -9.13673]);
      const sent = services.requests.requests.filter(({ operation }) => operation === 'setLocation');
      assert.ok(sent.length >= 2 && sent.every(({ status }) => status === 204), JSON.stringify(sent));
    },
  );

  step(
    'the commands on the gestures of a device panel do not play an invalid track, and report the location of the error',
    async () => {
      const { window } = await extensionParts();
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(folder);
      const file = vscode.Uri.joinPath(folder.uri, 'broken.gpx');
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('<gpx><trk>'));
      const original = window.showOpenDialog;
      Object.assign(window, { showOpenDialog: () => Promise.resolve([file]) });
      try {
        const [said] = await runAnswering(Command.playTrack, {}, { kind: 'device', record: { id } });
        assert.match(said ?? '', /^broken\.gpx: /);
      } finally {
        window.showOpenDialog = original;
        await vscode.workspace.fs.delete(file);
      }
    },
  );
});

function tabInFront(): vscode.Tab | undefined {
  return vscode.window.tabGroups.activeTabGroup.activeTab;
}
