import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../../src/client/client.ts';
import type { UiNode } from '../../../src/contract/records/uiState.ts';
import type { Gesture } from '../../../src/contract/sandbox/devices.ts';
import { Command } from '../../../src/manifest.ts';
import { type Answers, runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { deviceNamed, gesturesOf } from '../../support/hostDevices.ts';

/** The middle of the first element that fits, as the command takes it. */
function centerOf(node: UiNode | null | undefined, fits: (node: UiNode) => boolean): string | undefined {
  if (!node) return undefined;
  if (fits(node) && node.boundsInScreen) {
    const { left, top, right, bottom } = node.boundsInScreen;
    return `${Math.round((left + right) / 2)}, ${Math.round((top + bottom) / 2)}`;
  }
  for (const child of node.children ?? []) {
    const found = centerOf(child, fits);
    if (found !== undefined) return found;
  }
  return undefined;
}

describe('shared/deviceCommands', () => {
  let client: Client;

  before(async () => {
    const fresh = await freshWindow();
    const { services } = fresh;
    ({ client } = fresh);
    await services.devices.ensure();
  });

  async function run(command: Command, name: string, answers: Answers = {}): Promise<void> {
    await runAnswering(command, answers, { kind: 'device', record: await deviceNamed(name) });
  }

  async function newest(name: string): Promise<Gesture> {
    const [gesture] = await gesturesOf(await deviceNamed(name));
    assert.ok(gesture);
    return gesture;
  }

  it('the commands on devices swipe in a direction, relative to the screen, and by coordinates', async () => {
    await run(Command.swipe, 'Pixel phone');
    const { kind, path } = await newest('Pixel phone');
    assert.equal(kind, 'swipe');
    const [from, to] = [path[0], path.at(-1)];
    assert.ok(from && to && from.y > to.y && Math.abs(from.x - to.x) < 2, JSON.stringify(path));
  });

  it('the commands on devices tap, and type into the focused field', async () => {
    const { id } = await deviceNamed('Pixel phone');
    type Fits = (node: UiNode) => boolean;
    const pointOf = async (fits: Fits): Promise<string | undefined> =>
      centerOf((await client.getUiState({ params: { deviceId: id } })).value.a11y_tree, fits);
    const isForm: Fits = node => [node.text, node.contentDescription].includes('Form');
    const isField: Fits = node => node.isEditable === true;
    const form = await pointOf(isForm);
    assert.ok(form !== undefined);
    await run(Command.tap, 'Pixel phone', { inputs: [form] });
    const field = await pointOf(isField);
    assert.ok(field !== undefined);
    await run(Command.tap, 'Pixel phone', { inputs: [field] });
    assert.equal((await newest('Pixel phone')).kind, 'tap');
    await run(Command.typeText, 'Pixel phone', { inputs: ['hello'] });
    assert.equal((await newest('Pixel phone')).kind, 'text');
  });

  it('the commands on devices set a location from degrees with minutes, and reset it', async () => {
    const { id } = await deviceNamed('Pixel phone');
    const at = async (): Promise<readonly unknown[]> => {
      const { value } = await client.getLocation({ params: { deviceId: id } });
      return [value.latitude, value.longitude];
    };
    const own = await at();
    await run(Command.setLocation, 'Pixel phone', { inputs: ['48°51\'30"N 2°17\'40"E'] });
    const [latitude, longitude] = await at();
    assert.deepEqual([Number(latitude).toFixed(4), Number(longitude).toFixed(4)], ['48.8583', '2.2944']);
    await run(Command.resetLocation, 'Pixel phone');
    assert.deepEqual(await at(), own);
  });

  it('the commands on devices save a screenshot without the touch marker in the workspace, and open it', async () => {
    const { id } = await deviceNamed('Pixel phone');
    const picture = async (hideOverlay: boolean): Promise<Uint8Array> =>
      (await client.takeScreenshot({ params: { deviceId: id }, query: { hideOverlay } })).value;
    await run(Command.tap, 'Pixel phone', { inputs: ['540, 1200'] });
    const before = await picture(true);
    assert.ok(!Buffer.from(before).equals(await picture(false)));
    await run(Command.takeScreenshot, 'Pixel phone');
    // The clock of the phone may go on meanwhile.
    const plain = [before, await picture(true)];
    const pattern = '.cloud-devices/screenshots/Pixel-phone-*.png';
    const [file, ...more] = await vscode.workspace.findFiles(pattern);
    assert.ok(file && more.length === 0);
    const png = await vscode.workspace.fs.readFile(file);
    assert.ok(plain.some(one => Buffer.from(one).equals(png)));
    await until(
      'the picture is open',
      () => vscode.window.tabGroups.all,
      value => value.some(({ tabs }) => tabs.some(({ label }) => label.startsWith('Pixel-phone'))),
    );
    await vscode.workspace.fs.delete(file);
  });

  it('the commands on devices stop, resume, and reboot after a confirmation', async () => {
    const state = async (): Promise<string | null | undefined> => {
      const { id } = await deviceNamed('Android tablet');
      return (await client.getDevice({ params: { deviceId: id } })).value.state;
    };
    await run(Command.stopDevice, 'Android tablet', { buttons: ['Stop'] });
    await until('the tablet is stopped', () => state(), 'stopped');
    await run(Command.resumeDevice, 'Android tablet', { buttons: ['Resume'] });
    await until('the tablet is back', () => state(), 'ready');
    await run(Command.rebootDevice, 'Android tablet', { buttons: ['Reboot'] });
    await until('the tablet was rebooted', () => state(), 'ready');
  });

  it('the commands on devices name the devices that they stop, resume, and reboot, and do nothing without a confirmation', async () => {
    const { services, window } = await extensionParts();
    const records = [await deviceNamed('Android tablet'), await deviceNamed('Pixel phone')];
    const lines = records.map(record => ({ kind: 'device', record }));
    const { showWarningMessage } = window;
    const questions: string[] = [];
    window.showWarningMessage = (question: string, options: unknown) => {
      questions.push(`${question}\n${(options as vscode.MessageOptions).detail}`);
      return Promise.resolve(undefined);
    };
    const acts = (): unknown =>
      services.requests.requests.flatMap(({ id, method }) => (method === 'POST' ? [id] : []));
    const before = acts();
    try {
      for (const command of [Command.stopDevice, Command.resumeDevice, Command.rebootDevice])
        await vscode.commands.executeCommand(command, lines[0], lines);
    } finally {
      window.showWarningMessage = showWarningMessage;
    }
    assert.equal(questions.length, 3);
    for (const [index, verb] of ['Stop', 'Resume', 'Reboot'].entries()) {
      const form = new RegExp(`^${verb} 2 devices\\?\n.+\nAndroid tablet\nPixel phone$`);
      assert.match(questions[index] ?? '', form);
    }
    assert.deepEqual(acts(), before);
  });

  it('the commands on devices offer in the menu only what the device supports', async () => {
    const { trees } = await extensionParts();
    const contextOf = async (name: string): Promise<string> => {
      const lines = await trees.devices.getChildren();
      const items = lines.map(line => trees.devices.getTreeItem(line));
      return items.find(({ label }) => label === name)?.contextValue ?? '';
    };
    await until('what the phone without GPS can do', async () => {
      const context = await contextOf('Phone without GPS');
      return context !== '' && !/\bgeo\b/.test(context);
    });
    assert.doesNotMatch(await contextOf('Phone without GPS'), /\bstop\b/);
    assert.match(await contextOf('Pixel phone'), /\bagent geo stop\b/);
  });

  it('the commands on devices say what a device does not support', async () => {
    const { services } = await extensionParts();
    const { id } = await deviceNamed('Phone without GPS');
    await assert.rejects(
      client.setLocation({ params: { deviceId: id }, body: { latitude: 1, longitude: 2 } }),
      /does not support geo/,
    );
    assert.ok(services.requests.requests.length > 0);
  });

  it('the commands on devices start a task on a device, follow it to its end, and open its result', async () => {
    const { services } = await extensionParts();
    const { id } = await deviceNamed('Pixel phone');
    const before = new Set(services.tasks.state.items.map(task => task.id));
    await runAnswering(
      Command.startTask,
      { inputs: ['Open the settings'] },
      { kind: 'device', record: { id } },
    );
    const task = services.tasks.state.items.find(one => !before.has(one.id));
    assert.ok(task);
    await runAnswering(Command.followTask, {}, { kind: 'task', record: { id: task.id } });
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(
      text,
      /^# Task\n\nOpen the settings\n\n\*\*(completed|failed)\*\*[^]*\n## Transcript\n\n### 1\. `QueuedEvent`\n/,
    );
    // With the clock going it might end before it is cancelled.
    await runAnswering(Command.freezeClock, {});
    await runAnswering(
      Command.startTask,
      { inputs: ['Open the settings again'] },
      { kind: 'device', record: { id } },
    );
    const second = services.tasks.state.items.find(one => one.id !== task.id && !before.has(one.id));
    assert.ok(second);
    await runAnswering(Command.cancelTask, {}, { kind: 'task', record: { id: second.id } });
    await runAnswering(Command.resetClock, {});
    await until('the task is cancelled', async () => {
      const { value } = await client.getTask({ params: { task_id: second.id } });
      return value.task.status === 'cancelled';
    });
  });

  it('the commands on devices let a task use stored files, and ask for none if all are switched off', async () => {
    const { services } = await extensionParts();
    const { id } = await deviceNamed('Pixel phone');
    const body = { filename: 'list.csv', mimeType: 'text/csv', sizeBytes: 3, zone: 'skills' } as const;
    const { fileId, putUrl } = (await client.createAgentFileUpload({ body })).value;
    const headers = { 'content-type': body.mimeType };
    assert.ok((await fetch(putUrl, { method: 'PUT', headers, body: 'a,b' })).ok);
    await client.confirmAgentFileUpload({ params: { fileId } });
    const start = async (task: string, picks: string[]): Promise<unknown> => {
      await runAnswering(Command.startTask, { inputs: [task], picks }, { kind: 'device', record: { id } });
      const started = services.tasks.state.items.find(one => one.task === task);
      assert.ok(started);
      return (await client.getTask({ params: { task_id: started.id } })).value.task.files;
    };
    assert.deepEqual(await start('Read the list', ['list.csv']), [fileId]);
    assert.deepEqual(await start('Read nothing', []), []);
    await client.updateAgentFile({ params: { fileId }, body: { enabled: false } });
    await assert.rejects(start('Read no more', ['list.csv']), /list\.csv/);
  });

  it('the commands on devices look up an app', async () => {
    await runAnswering(Command.showApp, {});
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /"bundleId"/);
  });
});
