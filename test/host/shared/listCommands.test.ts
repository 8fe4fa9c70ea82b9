import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { ALL_EXECUTIONS } from '../../../src/stores/executionStore.ts';
import { ALL_TASKS } from '../../../src/stores/taskStore.ts';
import { ALL_DEVICES } from '../../../src/stores/deviceStore.ts';
import { ALL_FLOWS } from '../../../src/stores/flowStore.ts';
import { ALL_MESSAGES } from '../../../src/stores/mailboxStore.ts';
import { ALL_WEBHOOKS } from '../../../src/stores/webhookStore.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

const NOBODY = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';

function shownText(): string {
  return vscode.window.activeTextEditor?.document.getText() ?? '';
}

describe('shared/listCommands: commands of the lists', () => {
  before(async () => {
    const { services } = await freshWindow();
    const { flows, devices, webhooks, mailboxes, actions, executions, tasks } = services;
    const lists = [flows, devices, webhooks, mailboxes, actions, executions, tasks];
    await Promise.all(lists.map(list => list.ensure()));
  });

  it('the commands of the lists search, filter, and sort flows, and show all again', async () => {
    const { flows } = (await extensionParts()).services;
    await runAnswering(Command.searchFlows, { inputs: ['survey'] });
    assert.deepEqual(
      flows.state.items.map(({ name }) => name),
      ['Unfinished survey'],
    );
    await runAnswering(Command.showAllFlows, {});
    await runAnswering(Command.filterFlows, { picks: ['Disabled'] });
    assert.ok(flows.state.items.length > 0 && flows.state.items.every(({ enabled }) => !enabled));
    await runAnswering(Command.showAllFlows, {});
    await runAnswering(Command.orderFlows, { picks: ['Created'] });
    assert.equal(flows.filter.orderBy, 'createdAt');
    await runAnswering(Command.showAllFlows, {});
    assert.deepEqual(flows.filter, ALL_FLOWS);
    await assert.rejects(runAnswering(Command.searchFlows, { inputs: ['x'.repeat(300)] }), /is refused/);
    await runAnswering(Command.showAllFlows, {});
  });

  it('the commands of the lists search and filter devices, and refresh them', async () => {
    const { devices } = (await extensionParts()).services;
    await runAnswering(Command.searchDevices, { inputs: ['tablet'] });
    assert.deepEqual(
      devices.state.items.map(({ name }) => name),
      ['Android tablet'],
    );
    await runAnswering(Command.searchDevices, { inputs: [''] });
    await runAnswering(Command.filterDevices, { picks: ['disconnected'] });
    assert.ok(devices.state.items.every(({ state }) => state === 'disconnected'));
    await runAnswering(Command.filterDevices, { picks: ['All'] });
    await runAnswering(Command.orderDevices, { picks: ['Changed'] });
    const changed = devices.state.items.map(({ updatedAt }) => updatedAt ?? '');
    assert.deepEqual(changed, changed.toSorted().reverse());
    await runAnswering(Command.orderDevices, { picks: ['Created'] });
    assert.deepEqual(devices.filter, ALL_DEVICES);
    await runAnswering(Command.refreshDevices, {});
    assert.equal(devices.state.kind, 'ready');
  });

  it('the commands of the lists search and filter endpoints', async () => {
    const { webhooks } = (await extensionParts()).services;
    await runAnswering(Command.searchWebhooks, { inputs: ['in the editor'] });
    assert.equal(webhooks.state.items.length, 1);
    await runAnswering(Command.searchWebhooks, { inputs: [''] });
    await runAnswering(Command.filterWebhooks, { picks: ['disabled'] });
    assert.ok(webhooks.state.items.every(({ state }) => state === 'DISABLED'));
    await runAnswering(Command.filterWebhooks, { picks: ['All'] });
    assert.deepEqual(webhooks.filter, ALL_WEBHOOKS);
  });

  it('the commands of the lists search and sort actions, load a page, and copy an ID', async () => {
    const { actions, catalog } = (await extensionParts()).services;
    await runAnswering(Command.searchActions, { inputs: ['swipe'] });
    const found = actions.services.flatMap(({ list }) => list.items);
    assert.ok(found.length > 0 && found.length < 20);
    // Whoever has no line to point at chooses among all, not among what the view is narrowed to.
    await runAnswering(Command.copyActionId, { picks: ['Long press'] });
    const chosen = catalog.catalog.action(await vscode.env.clipboard.readText());
    assert.ok(chosen?.name.includes('Long press') && !found.some(({ id }) => id === chosen.id));
    await runAnswering(Command.clearActionSearch, {});
    await runAnswering(Command.orderActions, { picks: ['Changed'] });
    assert.deepEqual(actions.filter, { search: '', orderBy: 'updatedAt', direction: 'desc' });
    await runAnswering(Command.orderActions, { picks: ['Name'] });
    const before = actions.services.find(({ service }) => service === 'devices_api')?.list.items.length;
    await runAnswering(Command.loadMore, {}, { list: 'actions/devices_api' });
    const after = actions.services.find(({ service }) => service === 'devices_api')?.list.items.length;
    assert.equal(after, before, 'the last page is the last');
    await runAnswering(Command.refreshActions, {});
    await runAnswering(Command.copyActionId, {}, { kind: 'action', record: found[0] });
    assert.equal(await vscode.env.clipboard.readText(), found[0]?.id);
    const lines = found.map(action => ({ kind: 'action', record: action }));
    await runAnswering(Command.copyActionId, {}, lines[0], [...lines, { kind: 'service' }]);
    assert.equal(await vscode.env.clipboard.readText(), found.map(({ id }) => id).join('\n'));
  });

  it('the commands of the lists reload the action catalog', async () => {
    const { catalog, requests, session } = (await extensionParts()).services;
    const client = await session.client();
    const { value } = await client.listActions({ query: { pageSize: 1 } });
    await runAnswering(Command.clearRequests, {});
    await runAnswering(Command.refreshCatalog, {});
    assert.ok(requests.requests.some(({ operation }) => operation === 'listActions'));
    assert.equal(catalog.state.count, value.pagination.total);
  });

  it('the commands of the lists filter messages by passcode, age, words, and sender', async () => {
    const { messages, mailboxes } = (await extensionParts()).services;
    await runAnswering(Command.filterMessages, { picks: ['With a passcode'] });
    assert.equal(messages.filter.onlyPasscodes, true);
    await runAnswering(Command.filterMessages, { picks: ['last hour'] });
    assert.ok(messages.filter.since);
    await runAnswering(Command.filterMessages, { picks: ['All'] });
    await runAnswering(Command.filterMessages, { picks: ['From a sender'], inputs: ['shop'] });
    const gmail = mailboxes.state.items.find(({ address }) => address === 'qa.devices@gmail.example');
    const list = messages.of(gmail?.id ?? '');
    await list.ensure();
    assert.ok(list.state.items.length > 0);
    assert.ok(list.state.items.every(({ fromAddress }) => fromAddress?.includes('shop')));
    await runAnswering(Command.filterMessages, { picks: ['With words'], inputs: [' order '] });
    assert.deepEqual([messages.filter.search, messages.filter.from], ['order', 'shop']);
    await vscode.commands.executeCommand(Command.clearFilter, { list: `messages/${gmail?.id}` });
    assert.deepEqual(messages.filter, ALL_MESSAGES);
    await runAnswering(Command.filterMessages, { picks: ['With a passcode'] });
    await runAnswering(Command.filterMessages, { picks: ['All'] });
    assert.deepEqual(messages.filter, ALL_MESSAGES);
    await runAnswering(Command.refreshMailboxes, {});
  });

  it('the commands of the lists wait for a passcode and copy it, even if it arrives while the wait time is entered', async () => {
    const { services, window } = await extensionParts();
    const record = services.mailboxes.state.items.find(({ address }) => address?.startsWith('qa.devices'));
    const sandboxClient = await services.clients.openSandbox();
    const asked = (): boolean =>
      services.requests.requests.some(
        ({ path, status }) => path.includes('/otp') && status !== undefined && status < 300,
      );
    const deliver = async (): Promise<string | null> => {
      await until('the passcode is asked for', asked);
      const body = { fromAddress: 'a@b.example', passcode: true };
      const params = { mailboxId: record?.id ?? '' };
      return (await sandboxClient.deliverMessage({ params, body })).value.data.code;
    };
    const wait = (answer: () => Promise<string>): Thenable<unknown> => {
      const original = window.showInputBox;
      window.showInputBox = answer;
      return vscode.commands
        .executeCommand(Command.waitForPasscode, { kind: 'mailbox', record })
        .then(() => (window.showInputBox = original));
    };
    await runAnswering(Command.clearRequests, {});
    const waiting = wait(() => Promise.resolve('60'));
    const later = await deliver();
    await waiting;
    assert.equal(await vscode.env.clipboard.readText(), later);
    await runAnswering(Command.clearRequests, {});
    let meanwhile: string | null = null;
    await wait(async () => {
      meanwhile = await deliver();
      return '60';
    });
    assert.equal(await vscode.env.clipboard.readText(), meanwhile);
  });

  it('the commands of the lists report an invalid wait before it starts', async () => {
    await assert.rejects(
      runAnswering(
        Command.waitForPasscode,
        { inputs: ['4000'] },
        { kind: 'mailbox', record: { id: NOBODY } },
      ),
      /is refused/,
    );
  });

  it('the commands of the lists load a page of a list, retry a failed one, and do nothing without a failure', async () => {
    const { services } = await extensionParts();
    const { executions } = services;
    const before = executions.state.items.length;
    await runAnswering(Command.loadMore, {}, { list: 'executions' });
    assert.ok(executions.state.items.length >= before);
    const sandboxClient = await services.clients.openSandbox();
    const fault = { kind: 'status', status: 400 } as const;
    await sandboxClient.addFault({ body: { operation: 'listTasks', times: 1, fault } });
    await runAnswering(Command.refreshActivity, {});
    assert.equal(services.tasks.state.kind, 'failed');
    await runAnswering(Command.retryList, {}, { list: 'tasks' });
    assert.equal(services.tasks.state.kind, 'ready');
  });

  it('the commands of the lists show the executions of one flow, and of all again', async () => {
    const { services } = await extensionParts();
    const flow = services.flows.byId(services.executions.state.items[0]?.flowId ?? '');
    await runAnswering(Command.showExecutions, {}, { kind: 'flow', record: flow });
    assert.ok(services.executions.state.items.length > 0);
    assert.ok(services.executions.state.items.every(({ flowId }) => flowId === flow?.id));
    await runAnswering(Command.refreshActivity, {});
    assert.equal(services.executions.filter.flowId, flow?.id);
    await runAnswering(Command.showAllActivity, {});
    assert.deepEqual(services.executions.filter, ALL_EXECUTIONS);
    // Visible views read their lists again every few seconds.
    await vscode.commands.executeCommand('workbench.action.closeSidebar');
  });

  it('the commands of the lists show the executions of one call, and of all again', async () => {
    const { services } = await extensionParts();
    const { executions } = services;
    const client = await services.session.client();
    const params = { triggerId: demoTriggerId('custom') };
    for (const invocationId of ['call 1', 'call 2'])
      await client.fireTrigger({ params, body: { payload: {}, invocationId } });
    await runAnswering(Command.refreshActivity, {});
    // The latest call is the first choice.
    await runAnswering(Command.filterActivity, { picks: ['One Call'] });
    assert.equal(executions.filter.invocationId, 'call 2');
    assert.ok(executions.state.items.length > 0);
    assert.ok(executions.state.items.every(({ invocationId }) => invocationId === 'call 2'));
    const [execution] = executions.state.items;
    await runAnswering(Command.showExecution, {}, { kind: 'execution', record: execution });
    assert.match(shownText(), /\| Invocation ID\s*\| `call 2`/);
    await runAnswering(Command.showAllActivity, {});
    assert.deepEqual(executions.filter, ALL_EXECUTIONS);
  });

  it('the commands of the lists filter executions and tasks by state, search, and sort them', async () => {
    const { executions, tasks } = (await extensionParts()).services;
    await runAnswering(Command.filterActivity, { picks: ['Failed'] });
    for (const { state } of [executions, tasks]) {
      assert.ok(state.items.length > 0);
      assert.ok(state.items.every(({ status }) => status === 'failed'));
    }
    await runAnswering(Command.filterActivity, { picks: ['Skipped'] });
    assert.deepEqual([executions.filter.status, tasks.filter.status], ['skipped', 'failed']);
    await runAnswering(Command.filterActivity, { picks: ['All'] });
    await runAnswering(Command.orderActivity, { picks: ['State'] });
    for (const { state } of [executions, tasks]) {
      const statuses = state.items.map(({ status }) => status ?? '');
      assert.ok(new Set(statuses).size > 1);
      assert.deepEqual(statuses, statuses.toSorted());
    }
    const [name] = executions.state.items.flatMap(({ flowName }) => flowName ?? []);
    await runAnswering(Command.searchActivity, { inputs: [name ?? ''] });
    assert.ok(executions.state.items.every(({ flowName }) => flowName === name));
    await assert.rejects(runAnswering(Command.searchActivity, { inputs: ['x'.repeat(200)] }), /is refused/);
    await runAnswering(Command.showAllActivity, {});
    assert.deepEqual([executions.filter, tasks.filter], [ALL_EXECUTIONS, ALL_TASKS]);
  });

  it('the commands of the lists add a device by its ID, and forget it', async () => {
    const { services } = await extensionParts();
    await runAnswering(Command.addDevice, { inputs: [NOBODY] });
    assert.deepEqual(services.addedDevices.ids('sandbox'), [NOBODY]);
    await runAnswering(Command.removeAddedDevice, {}, { kind: 'device', record: { id: NOBODY } });
    assert.deepEqual(services.addedDevices.ids('sandbox'), []);
    assert.deepEqual(await runAnswering(Command.removeAddedDevice, {}), [
      'No devices have been added by ID.',
    ]);
  });

  it('the commands of the lists copy a trace, and clear the requests', async () => {
    const { services } = await extensionParts();
    await runAnswering(Command.clearRequests, {});
    assert.deepEqual(await runAnswering(Command.copyTrace, {}), ['No answer has had a trace ID yet.']);
    assert.deepEqual(await runAnswering(Command.copyAsCurl, {}), ['No requests have been sent yet.']);
    const client = await services.session.client();
    await assert.rejects(client.getFlow({ params: { flowId: NOBODY } }));
    const traced = services.requests.requests.find(({ operation }) => operation === 'getFlow');
    assert.ok(traced?.traceId);
    await runAnswering(Command.copyTrace, {}, { kind: 'request', record: traced });
    assert.equal(await vscode.env.clipboard.readText(), traced.traceId);
  });

  it('the commands of the lists export a support bundle without a key, and open it', async () => {
    const { services, window } = await extensionParts();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, 'support-bundle.json');
    const original = window.showSaveDialog;
    Object.assign(window, { showSaveDialog: () => Promise.resolve(file) });
    try {
      await runAnswering(Command.exportSupportBundle, {});
    } finally {
      window.showSaveDialog = original;
    }
    const { apiKey } = await services.sandbox.start();
    const text = shownText();
    const bundle = JSON.parse(text) as { versions: { extension: string }; requests: unknown };
    assert.ok('requests' in bundle);
    assert.match(bundle.versions.extension, /^\d+\.\d+\.\d+/);
    assert.ok(!text.includes(apiKey));
    await vscode.workspace.fs.delete(file);
  });

  it('the commands of the lists press back and recents on a device', async () => {
    const { services } = await extensionParts();
    const record = services.devices.state.items.find(({ name }) => name === 'Pixel phone');
    for (const command of [Command.pressBack, Command.pressRecents])
      assert.deepEqual(await runAnswering(command, {}, { kind: 'device', record }), []);
  });

  it('the commands of the lists open the log', async () => {
    await vscode.commands.executeCommand('workbench.action.closePanel');
    await vscode.commands.executeCommand(Command.showLog);
    const shown = (): string[] =>
      vscode.window.visibleTextEditors.flatMap(({ document }) =>
        document.uri.scheme === 'output' ? [document.getText()] : [],
      );
    await until('the log is shown', shown, value => value.some(text => text.includes('GET · /')));
    await vscode.commands.executeCommand('workbench.action.closePanel');
  });

  it('the commands of the lists keep the children of an item if a reload fails, and load them once it succeeds', async () => {
    const { services } = await extensionParts();
    const { flows, steps, mailboxes, messages, webhooks, deliveries } = services;
    const sandboxClient = await services.clients.openSandbox();
    const client = await services.session.client();
    // Nobody listens there.
    const endpoint = (await client.createWebhook({ body: { url: 'http://127.0.0.1:9/lists' } })).value.data;
    await client.testWebhook({ params: { id: endpoint.id } });
    await webhooks.refresh();
    const kinds = [
      [Command.refreshFlows, 'listFlowActions', flows, steps],
      [Command.refreshMailboxes, 'listMailboxMessages', mailboxes, messages],
      [Command.refreshWebhooks, 'listWebhookDeliveries', webhooks, deliveries],
    ] as const;
    for (const [command, operation, { state }, below] of kinds) {
      const lists = state.items.map(({ id }) => below.of(id));
      await Promise.all(lists.map(list => list.ensure()));
      const list = lists.find(one => one.state.items.length > 0);
      assert.ok(list, operation);
      const { length } = list.state.items;
      await sandboxClient.addFault({ body: { operation, fault: { kind: 'status', status: 400 } } });
      await runAnswering(command, {});
      await list.ensure();
      await until('the failure', () => list.state.kind, 'failed');
      assert.deepEqual([list.state.items.length, 'readAt' in list.state], [length, true], operation);
      await sandboxClient.clearFaults({});
      await runAnswering(command, {});
      await list.ensure();
      await until('the list is read', () => list.state.kind, 'ready');
    }
  });
});

describe('shared/listCommands: command that fails because of the service', () => {
  const DEVICE = 'Pixel phone';

  before(async () => {
    await (await freshWindow()).services.devices.ensure();
  });

  afterEach(async () => {
    const sandboxClient = await (await extensionParts()).services.clients.openSandbox();
    await sandboxClient.clearFaults({});
  });

  const failures = [
    ['a wait', { kind: 'status', status: 429, headers: { 'retry-after': '30' } }, /Try again in 30 s/],
    ['a failure', { kind: 'status', status: 503 }, /The service failed \(503\)/],
    ['a reset connection', { kind: 'reset' }, /The connection was lost/],
    ['a page', { kind: 'html' }, /sign-in page/],
  ] as const;
  for (const [name, fault, sentence] of failures) {
    it(`a command that fails because of the service shows one sentence and does not repeat the action: ${name}`, async () => {
      const { services } = await extensionParts();
      const sandboxClient = await services.clients.openSandbox();
      await sandboxClient.addFault({ body: { operation: 'setLocation', fault } });
      await runAnswering(Command.clearRequests, {});
      const record = services.devices.state.items.find(one => one.name === DEVICE);
      const said = await runAnswering(
        Command.setLocation,
        { inputs: ['48.8584, 2.2945'] },
        { kind: 'device', record },
      );
      assert.equal(said.length, 1);
      assert.match(said[0] ?? '', sentence);
      const sent = services.requests.requests.filter(({ operation }) => operation === 'setLocation');
      assert.deepEqual([sent.length, sent[0]?.attempt], [1, 1]);
    });
  }

  it('a command that fails because of the service says that a device has no GPS', async () => {
    const { services } = await extensionParts();
    const record = services.devices.state.items.find(({ name }) => name === 'Phone without GPS');
    const inputs = ['48.8584, 2.2945'];
    const [said] = await runAnswering(Command.setLocation, { inputs }, { kind: 'device', record });
    assert.match(said ?? '', /does not support geo/);
  });
});
