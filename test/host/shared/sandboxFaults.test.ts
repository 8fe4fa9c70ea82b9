import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../../src/client/client.ts';
import type { SandboxClient } from '../../../src/client/sandboxClient.ts';
import type { ActiveFault } from '../../../src/contract/sandbox/fault.ts';
import { Command } from '../../../src/manifest.ts';
import type { FaultPreset } from '../../../src/stores/faultPresets.ts';
import type { Row } from '../../../src/views/row.ts';
import { type Answers, runAnswering } from '../../support/dialogs.ts';
import { extensionParts } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

interface Shown {
  readonly row: Row;
  readonly item: vscode.TreeItem;
  readonly children: ReadonlyMap<string, Shown>;
}

/** The rows of the view “Sandbox” by their labels, as they are now. */
async function shown(parent?: Row): Promise<ReadonlyMap<string, Shown>> {
  const { trees } = await extensionParts();
  const found = new Map<string, Shown>();
  for (const row of await trees.sandbox.getChildren(parent)) {
    const item = trees.sandbox.getTreeItem(row);
    const children = row.children ? await shown(row) : new Map<string, Shown>();
    found.set(typeof item.label === 'string' ? item.label : '', { row, item, children });
  }
  return found;
}

async function fault(name: string): Promise<Shown> {
  const found = (await shown()).get('Faults')?.children.get(name);
  assert.ok(found, name);
  return found;
}

function isOn({ item }: Shown): boolean {
  return item.checkboxState === undefined || typeof item.checkboxState === 'number'
    ? item.checkboxState === vscode.TreeItemCheckboxState.Checked
    : item.checkboxState.state === vscode.TreeItemCheckboxState.Checked;
}

describe('shared/sandboxFaults', () => {
  let sandboxClient: SandboxClient;
  let client: Client;

  before(async () => {
    ({ sandboxClient, client } = await freshWindow());
  });

  afterEach(async () => {
    await runAnswering(Command.liftFaults, {});
    await runAnswering(Command.resetClock, {});
  });

  async function inForce(): Promise<ActiveFault[]> {
    return (await sandboxClient.listFaults({})).value.data;
  }

  async function warning(): Promise<string | undefined> {
    return (await extensionParts()).sandboxStatus.text;
  }

  async function set(kind: FaultPreset['kind'], answers: Answers): Promise<void> {
    await runAnswering(Command.addFault, answers, { kind: 'fault', record: { id: kind } });
  }

  it('faults and clock of the sandbox are shown as off', async () => {
    const rows = await shown();
    assert.deepEqual([...rows.keys()], ['Clock', 'Faults', 'Snapshots', 'API Key']);
    assert.equal(rows.get('Clock')?.item.description, 'same as this computer');
    assert.equal(rows.get('Faults')?.item.description, 'none on');
    assert.ok([...(rows.get('Faults')?.children.values() ?? [])].every(one => !isOn(one)));
    assert.equal(await warning(), undefined);
  });

  it('faults and clock of the sandbox are turned on and off by their checkboxes, for every call', async () => {
    const { row } = await fault('Connection reset');
    await vscode.commands.executeCommand(Command.switchFault, row, true);
    assert.equal(isOn(await fault('Connection reset')), true);
    assert.equal(await warning(), '1 fault');
    const body = { name: 'Never made', activation: 'custom' } as const;
    await assert.rejects(client.createTrigger({ body }), (error: { failure: { kind: string } }) => {
      assert.equal(error.failure.kind, 'connectionLost');
      return true;
    });
    await vscode.commands.executeCommand(Command.switchFault, row, false);
    assert.equal(isOn(await fault('Connection reset')), false);
    assert.equal(await warning(), undefined);
    await client.listFlows({ query: {} });
  });

  it('faults and clock of the sandbox can be slow responses of one operation for the next calls', async () => {
    const picks = ['One Operation', 'Next Calls'];
    await set('slow', { inputs: ['1.5 s', '2'], picks });
    const [rule] = await inForce();
    assert.deepEqual(rule?.fault, { kind: 'latency', milliseconds: 1500 });
    assert.equal(rule.times, 2);
    assert.ok(rule.operation);
    const { item } = await fault('Slow answers');
    assert.equal(item.description, `1.5 s late · ${rule.operation} · 2 more`);
  });

  it('faults and clock of the sandbox can be 429 responses with a wait, by path, and end after the next call', async () => {
    const picks = ['by Path', 'Next Call'];
    await set('tooMany', { inputs: ['120', '/v1/apps'], picks });
    assert.equal((await fault('Too many requests')).item.description, '429, wait 120 s · /v1/apps · 1 more');
    await assert.rejects(client.listApps({ query: {} }), { status: 429, retryAfterMs: 120_000 });
    await client.listApps({ query: {} });
    const { services } = await extensionParts();
    await services.sandboxStore.refresh();
    assert.equal(isOn(await fault('Too many requests')), false);
  });

  it('faults and clock of the sandbox can be disabled mailboxes, with the message of the service', async () => {
    await set('mailboxesDisabled', { picks: ['Next Calls'], inputs: ['10'] });
    const body = { provider: 'gmail' } as const;
    await assert.rejects(
      client.connectMailbox({ headers: {}, body }),
      (error: { failure: { code: string } }) => {
        assert.equal(error.failure.code, 'mailboxes_disabled');
        return true;
      },
    );
    const { services } = await extensionParts();
    await services.mailboxes.refresh();
    assert.equal(services.mailboxes.state.kind, 'failed');
  });

  it('faults and clock of the sandbox can be concurrent duplicates, temporary or permanent', async () => {
    for (const [pick, retryable] of [
      ['Retryable', true],
      ['Not Retryable', false],
    ] as const) {
      await set('duplicate', { picks: [pick, 'Until'] });
      const body = { provider: 'gmail' } as const;
      await assert.rejects(client.connectMailbox({ headers: {}, body }), { status: 409, retryable });
      await sandboxClient.clearFaults({});
    }
  });

  it('faults and clock of the sandbox can be apps in another layout and language', async () => {
    await set('anotherLayout', { picks: ['Translated', 'Portuguese'] });
    const [rule] = await inForce();
    assert.deepEqual(rule?.fault, { kind: 'layout', changes: ['translated'], language: 'pt' });
    const { item } = await fault('Another layout');
    assert.equal(item.description, 'apps in Portuguese · every device');
    assert.equal(await warning(), '1 fault');
  });

  it('faults and clock of the sandbox can be apps that load slowly', async () => {
    await set('slowScreens', { inputs: ['1500 ms'] });
    const [rule] = await inForce();
    assert.deepEqual(rule?.fault, { kind: 'slowScreen', milliseconds: 1500 });
    const { item } = await fault('Slow screens');
    assert.equal(item.description, 'apps load for 1.5 s · every device');
  });

  it('faults and clock of the sandbox can be malformed responses of four kinds', async () => {
    for (const [pick, kind] of [
      ['No JSON', 'malformedJson'],
      ['A Page', 'html'],
      ['Nothing', 'emptyBody'],
      ['Half', 'halfBody'],
    ] as const) {
      await set('malformed', { picks: [pick, 'Every Call', 'Until'] });
      assert.equal((await inForce())[0]?.fault.kind, kind);
      await sandboxClient.clearFaults({});
    }
  });

  it('faults and clock of the sandbox can be a device without GPS, selected by its name', async () => {
    await set('withoutLocation', { picks: ['Until'] });
    const { services } = await extensionParts();
    await services.devices.ensure();
    const ready = services.devices.state.items.find(({ state }) => state === 'ready');
    assert.ok(ready);
    const params = { deviceId: ready.id };
    const body = { latitude: 1, longitude: 2 };
    await assert.rejects(client.setLocation({ params, body }), {
      status: 422,
      message: /does not support geo/,
    });
    assert.equal((await fault('Device without GPS')).item.description, '422 · every device');
  });

  it('faults and clock of the sandbox of other programs are shown and can be turned off', async () => {
    await sandboxClient.addFault({
      body: { path: '/v1/apps', fault: { kind: 'field', at: 'items', change: 'null' } },
    });
    const { services } = await extensionParts();
    await services.sandboxStore.refresh();
    const { row, item } = await fault('Fault of another program');
    assert.equal(item.description, 'items null · /v1/apps');
    await vscode.commands.executeCommand(Command.switchFault, row, false);
    assert.deepEqual(await inForce(), []);
  });

  it('faults and clock of the sandbox advance the clock, by a picked or typed time, and return to now', async () => {
    await runAnswering(Command.moveClock, { picks: ['10 min'] });
    await runAnswering(Command.moveClock, { picks: ['Other'], inputs: ['1 h 20 min'] });
    const { item } = (await shown()).get('Clock')!;
    assert.equal(item.description, '1 h 30 min ahead');
    assert.equal(item.contextValue, 'clock moved going');
    assert.equal(await warning(), 'clock 1 h 30 min ahead');
    await assert.rejects(
      runAnswering(Command.moveClock, { picks: ['Other'], inputs: ['soon'] }),
      /“soon” is refused/,
    );
    await runAnswering(Command.resetClock, {});
    assert.equal((await shown()).get('Clock')?.item.contextValue, 'clock going');
    assert.equal(await warning(), undefined);
  });

  it('faults and clock of the sandbox freeze the clock and resume it', async () => {
    await runAnswering(Command.freezeClock, {});
    const { item } = (await shown()).get('Clock')!;
    assert.match(String(item.description), /^frozen at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    assert.equal(item.contextValue, 'clock moved frozen');
    await runAnswering(Command.resumeClock, {});
    assert.match((await shown()).get('Clock')?.item.contextValue ?? '', /going$/);
  });

  it('faults and clock of the sandbox show snapshots with their age', async () => {
    await runAnswering(Command.saveSnapshot, { inputs: ['Before the tests'] });
    const snapshots = (await shown()).get('Snapshots');
    assert.equal(snapshots?.item.description, '1');
    const row = snapshots.children.get('Before the tests')?.row;
    await runAnswering(Command.deleteSnapshot, { buttons: ['Delete'] }, row);
    assert.deepEqual([...((await shown()).get('Snapshots')?.children.keys() ?? [])], ['No snapshots yet']);
  });

  it('faults and clock of the sandbox show the key, which is refused immediately when it is revoked, and a new key after a restart', async () => {
    const { row, item } = (await shown()).get('API Key')!;
    assert.equal(item.contextValue, 'key');
    await runAnswering(Command.revokeKey, { buttons: ['Revoke'] }, row);
    await assert.rejects(client.listFlows({}), { status: 401 });
    await assert.rejects(sandboxClient.listFaults({}), { status: 401 });
    await vscode.commands.executeCommand(Command.stopSandbox);
    ({ sandboxClient, client } = await freshWindow());
    assert.ok((await client.listFlows({})).value.items);
  });

  it('faults and clock of the sandbox are removed when the sandbox ends', async () => {
    await vscode.commands.executeCommand(Command.switchFault, (await fault('Slow answers')).row, true);
    assert.equal(await warning(), '1 fault');
    await vscode.commands.executeCommand(Command.stopSandbox);
    assert.equal(await warning(), undefined);
    for (const command of [Command.addFault, Command.liftFaults, Command.moveClock, Command.freezeClock]) {
      assert.deepEqual(await runAnswering(command, {}), ['The sandbox is not running. Start it first.']);
    }
    const { services } = await freshWindow();
    sandboxClient = await services.clients.openSandbox();
    assert.deepEqual(await inForce(), []);
  });
});
