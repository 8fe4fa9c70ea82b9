import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandContribution } from '../../src/contributions/command.ts';
import { commands } from '../../src/contributions/commands.ts';
import { Command } from '../../src/manifest.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { writeTrace } from '../../src/flow/trace/traceFile.ts';
import { executeAccepting } from '../support/accepting.ts';
import { CloudService } from '../support/cloudService.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { failingActions, recordTrace } from '../support/sampleTraces.ts';
import { Sidebar } from '../support/sidebar.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

const SENTENCE = 'This workspace is in Restricted Mode';

/** The commands that may take the connection away from those after them. */
const CHANGES_CONNECTION = /^cloudDevices\.(connection|sandbox)\./;

/** What is only read once a record was chosen, an answer was given, or both. */
const READ_AT_LAST = [
  /\/devices\/[^/]+\/screenshot/,
  /\/mailboxes\/[^/]+\/messages/,
  /\/flows\/[^/]+\/actions/,
  /\/executions\/[^/?]+/,
  /\/tasks\/[^/?]+/,
  /\/apps\/[^/?]+/,
];

const CREATED = /^Calls, flow, /;

interface Manifest {
  readonly contributes: {
    readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
  };
}

/** The commands that a menu hands a file. */
async function commandsOfFiles(): Promise<ReadonlySet<string>> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { menus } = (JSON.parse(text) as Manifest).contributes;
  const offered = [...(menus['explorer/context'] ?? []), ...(menus['editor/title'] ?? [])];
  return new Set(offered.map(({ command }) => command));
}

function needsTrust(command: Command): boolean {
  const contribution: CommandContribution = commands[command];
  return contribution.needsTrust === true;
}

/** A flow whose only step calls an address, and its tests. */
function callingFlow(url: string): { flow: string; tests: string } {
  const action = { actionId: demoActionId('webhooks.request'), position: 1, overrides: { params: { url } } };
  const flow = { name: 'Calls', triggerId: demoTriggerId('custom'), actions: [action] };
  return {
    flow: JSON.stringify(flow, undefined, 2),
    tests: JSON.stringify({ cases: [{ name: 'calls' }] }, undefined, 2),
  };
}

describe('restrictedMode', () => {
  const step = story();
  let workbench: Workbench;
  let sidebar: Sidebar;
  let cloud: CloudService;
  let local: Receiver;
  let folder: string;
  let file: string;

  before(async () => {
    cloud = await CloudService.start();
    local = await startReceiver(() => 200);
    folder = await mkdtemp(join(tmpdir(), 'restricted-'));
    file = join(folder, 'calls.flow.json');
    const { flow, tests } = callingFlow(local.url);
    await writeFile(file, flow);
    await writeFile(join(folder, 'calls.flow.test.json'), tests);
    for (const name of ['ann', 'bob']) {
      const trace = await recordTrace(failingActions(), { payload: { email: `${name}@a.example` } });
      await writeFile(join(folder, `${name}.flow-trace`), await writeTrace(trace));
    }
    const quiet = { 'security.workspace.trust.startupPrompt': 'never', 'files.autoSave': 'off' };
    workbench = await Workbench.open({ folder, trusted: false, settings: { ...cloud.settings, ...quiet } });
    await workbench.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    sidebar = new Sidebar(workbench);
    await workbench.openViews();
    await workbench.connect(cloud.baseUrl, 'Cloud', cloud.sandbox.key);
    await workbench.waitForLists();
  });

  after(async () => {
    await workbench.close();
    local.stop();
    await cloud.stop();
    await rm(folder, { recursive: true });
  });

  /** The requests so far that are not of a method that only reads. */
  function writes(): readonly string[] {
    return cloud.requests.filter(request => !request.startsWith('GET '));
  }

  /** Executes a command and fails with its id where the service is asked to do more than read. */
  async function execute(command: Command, given?: string): Promise<number> {
    const answers = await executeAccepting(workbench, command, given);
    assert.deepEqual(writes(), [], `${command}${given === undefined ? '' : ' with a file'}`);
    return answers;
  }

  /** Closes all editors without saving what the commands have opened. */
  async function closeEditors(): Promise<void> {
    const discard = workbench.page.getByRole('button', { name: "Don't Save" });
    let isClosed = false;
    const closing = workbench.closeEditors().then(() => (isClosed = true));
    await until(
      'the editors are closed',
      async () => {
        if (await discard.isVisible()) await discard.click();
        return isClosed;
      },
      value => value,
    );
    await closing;
  }

  step('an untrusted workspace shows a message with a button that opens the trust editor', async () => {
    for (const command of [Command.deployFlows, Command.startTask]) {
      await workbench.hosts.start(command);
      const refusal = await workbench.notification(SENTENCE);
      await refusal.getByRole('button', { name: 'Manage Trust' }).waitFor();
      await workbench.pictures(`restricted-refused-${command}`);
      await workbench.clearNotifications();
    }
  });

  step('an untrusted workspace does not change what a service notifies about', async () => {
    await workbench.hosts.start(Command.switchConnection);
    await sidebar.pick('Choose Notifications…');
    await workbench.notification(SENTENCE);
    await workbench.clearNotifications();
    assert.deepEqual(writes(), []);
  });

  step('an untrusted workspace runs no command that requires trust', async () => {
    const refused = Object.values(Command).filter(id => needsTrust(id));
    assert.ok(refused.length > 50);
    const files = await commandsOfFiles();
    for (const id of refused) {
      assert.equal(await execute(id), 0, id);
      if (files.has(id)) assert.equal(await execute(id, file), 0, `${id} with a file`);
    }
  });

  // The commands of a single step would take longer than a step may on a busy machine.
  for (const part of [1, 2, 3]) {
    step(`an untrusted workspace allows all other commands to read and edit only, part ${part}`, async () => {
      const free = Object.values(Command).filter(id => !needsTrust(id));
      const files = await commandsOfFiles();
      const rank = (id: Command): number => Number(CHANGES_CONNECTION.test(id));
      const sorted = free.toSorted((one, other) => rank(one) - rank(other));
      const [first, end] = [part - 1, part].map(share => Math.round((share * sorted.length) / 3));
      for (const [index, id] of sorted.slice(first, end).entries()) {
        await execute(id);
        if (files.has(id)) await execute(id, file);
        // Panels, maps, and grids that stay open would draw during all other commands.
        if (index % 8 === 7) await closeEditors();
      }
    });
  }

  step('an untrusted workspace answers the questions of the commands that read', () => {
    // What is only read behind questions shows that these were answered.
    const unread = READ_AT_LAST.filter(path => !cloud.requests.some(request => path.test(request)));
    assert.deepEqual(unread, []);
  });

  step('an untrusted workspace shows devices in a grid, and performs no gesture on them', async () => {
    const { page } = workbench;
    await closeEditors();
    await workbench.run('Cloud Devices: Open Devices in Grid');
    for (const name of ['Pixel phone', 'Android tablet'])
      await workbench.quickPickRows(name).first().getByRole('checkbox').click();
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    const tile = workbench.webview().getByRole('group', { name: 'Pixel phone', exact: true });
    await tile.locator('.situation').waitFor({ state: 'detached' });
    await tile.getByRole('button', { name: 'Screen of Pixel phone' }).click();
    await tile.getByText(SENTENCE).waitFor();
    await workbench.webview().getByRole('button', { name: 'Act on All' }).click();
    await tile.getByRole('button', { name: 'Home' }).click();
    await workbench.webview().getByText('Press Home: failed on “Pixel phone”').first().waitFor();
    await workbench.pictures('restricted-grid');
    assert.deepEqual(writes(), []);
  });

  step('an untrusted workspace opens a trace and its comparison, and starts nothing for them', async () => {
    const { hosts, input, page } = workbench;
    const before = await hosts.started();
    await hosts.open(join(folder, 'ann.flow-trace'));
    const view = workbench.webview();
    await view.getByRole('treeitem', { name: /6 Tap/, selected: true }).waitFor();
    await view.locator('.glass image').waitFor();
    await view.getByRole('button', { name: 'Compare…' }).press('Enter');
    const list = page.locator('.quick-input-widget', { hasText: 'Compare with Another Run' });
    await list.locator('.monaco-list-row', { hasText: 'Open Trace File…' }).waitFor();
    await input.press('Enter');
    await workbench
      .quickPickRows(/\.flow-trace|\.\./)
      .first()
      .waitFor();
    await until(
      'the folder in the file dialog',
      () => input.inputValue(),
      value => value.startsWith('/'),
    );
    await input.fill(join(folder, 'bob.flow-trace'));
    await input.press('Enter');
    await view.getByRole('region', { name: 'Comparison' }).waitFor();
    await view.getByRole('treeitem', { name: /3 Type text/, selected: true }).waitFor();
    assert.deepEqual(await hosts.started(), before);
    await closeEditors();
  });

  step(
    'an untrusted workspace edits a flow in the visual editor, which says what is not trusted',
    async () => {
      const { hosts } = workbench;
      await hosts.execute(Command.openFlowVisually, file);
      const view = workbench.webview();
      await view.getByRole('textbox', { name: 'Name' }).fill('Not trusted');
      await view.getByRole('heading', { level: 1, name: 'Not trusted' }).waitFor();
      await view.getByRole('button', { name: 'Manage Trust' }).click();
      await workbench.page.locator('.workspace-trust-editor').waitFor();
      await closeEditors();
    },
  );

  step(
    'an untrusted workspace starts sandboxes without stored data, and calls nothing on this computer',
    async () => {
      const started = await workbench.hosts.started();
      assert.ok(started.length > 0);
      assert.deepEqual(
        started.filter(args => args.includes('--data')),
        [],
      );
      assert.deepEqual(local.received, []);
    },
  );

  step('an untrusted workspace starts no test', async () => {
    const { hosts, page } = workbench;
    const before = await hosts.started();
    await hosts.execute('workbench.view.testing.focus');
    await page.getByRole('treeitem', { name: /^calls\.flow\.json/ }).waitFor();
    const ended = hosts.execute('testing.runAll');
    // VS Code asks by itself, before the extension could refuse.
    const dialog = page.locator('.monaco-dialog-box', { hasText: 'Running tests may execute code' });
    await dialog.waitFor();
    await workbench.pictures('restricted-tests');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await ended;
    assert.deepEqual(await hosts.started(), before);
    assert.deepEqual(local.received, []);
  });

  step('an untrusted workspace restarts its sandbox with the stored data once it is trusted', async () => {
    const { hosts, page } = workbench;
    await executeAccepting(workbench, 'workbench.action.closeAllEditors');
    await workbench.openViews();
    await hosts.execute(Command.startSandbox);
    const before = (await hosts.started()).length;
    await hosts.execute('workbench.trust.manage');
    const editor = page.locator('.workspace-trust-editor');
    await editor.getByRole('button', { name: 'Trust', exact: true }).click();
    const started = await until(
      'another sandbox',
      () => hosts.started(),
      all => all.length > before,
    );
    assert.ok(started.at(-1)?.includes('--data'));
    await workbench.closeEditors();
    await sidebar.showOnly('Flows');
    await executeAccepting(workbench, Command.createFlow, file);
    await sidebar.line(CREATED).waitFor();
    await hosts.execute(Command.stopSandbox);
    await sidebar.line(CREATED).waitFor({ state: 'detached' });
    await hosts.execute(Command.startSandbox);
    await sidebar.showOnly('Flows');
    await sidebar.line(CREATED).waitFor();
  });
});
