import assert from 'node:assert/strict';
import { Command } from '../../src/manifest.ts';
import { ACTION, actions, faults, FaultyServer } from '../support/faultyServer.ts';
import { ATTEMPT, retry } from '../support/retry.ts';
import { story } from '../support/story.ts';
import { readBrowserStorage, findFilesWith } from '../support/storedText.ts';
import { Workbench } from '../support/workbench.ts';
import { until } from '../support/until.ts';

const CANARY = 'canary-4f1d9b7e2a6c';

describe('faults', () => {
  const step = story();
  let workbench: Workbench;
  let server: FaultyServer;

  before(async () => {
    server = await new FaultyServer().start();
    workbench = await Workbench.open();
  });

  after(async () => {
    await workbench.close();
    await server.stop();
  });

  async function refresh(): Promise<void> {
    // The tooltip of a line would say the same as the view.
    await workbench.leave();
    await workbench.hosts.start(Command.refreshActions);
  }

  async function recovers(): Promise<void> {
    server.answer = actions(ACTION);
    const again = workbench.treeItem('Retry').first();
    await retry('the recovery', async () => {
      // The view also repeats failed reads by itself.
      if (await again.isVisible()) await again.click(ATTEMPT);
      await again.waitFor({ state: 'detached', ...ATTEMPT });
    });
    await workbench.treeItem(/^Wave/).waitFor();
    await workbench.treeItem('Retry').first().waitFor({ state: 'detached' });
  }

  /** The item of the connection in the status bar, by what it says. */
  function status(label: RegExp): ReturnType<typeof workbench.page.locator> {
    return workbench.page
      .locator('.statusbar-item', { hasText: 'Faulty' })
      .getByRole('button', { name: label });
  }

  // Reads are retried after random waits, so each service reports its failure separately until all have failed.
  async function failedAsOne(text: RegExp): Promise<void> {
    await workbench.page.getByRole('treeitem', { name: 'Retry', level: 1 }).waitFor();
    await workbench.treeItem('Retry').nth(1).waitFor({ state: 'detached' });
    const said = workbench.page.getByText(text).filter({ visible: true });
    await said.nth(1).waitFor({ state: 'detached' });
    await said.waitFor();
  }

  step('a service that fails is not saved as a connection while its address is invalid', async () => {
    await workbench.openViews();
    await workbench.page
      .getByRole('button', { name: 'Add Connection' })
      .filter({ visible: true })
      .first()
      .click();
    // Each view shows what fails; here it is one of them that is looked at.
    for (const other of ['Flows', 'Devices', 'Mailboxes']) await workbench.fold(other, true);
    await workbench.fold('Actions', false);
    await workbench.input.fill('http://example.com/v1');
    await workbench.page.getByText('Use https://').waitFor();
    await workbench.picture('bad-address');
  });

  step(
    'a service that fails is tried before a key is asked for, and can be used although it fails',
    async () => {
      server.answer = faults.html;
      await workbench.answer(server.baseUrl);
      await workbench.page.getByText(/sign-in page.*Press Enter again/).waitFor();
      assert.equal(await workbench.input.inputValue(), server.baseUrl);
      await workbench.picture('address-tried');
      await workbench.page.keyboard.press('Enter');
      await workbench.page.getByText('Add Connection: Name (2/3)').waitFor();
    },
  );

  step(
    'a service that fails is called once before a key is saved, and a refused key is not saved',
    async () => {
      await workbench.answer('Faulty');
      await workbench.page.getByText('Add Connection: API Key (3/3)').waitFor();
      server.answer = faults.unauthorized;
      await workbench.answer(CANARY);
      await workbench.page.getByText('The service refused this key.').waitFor();
      await workbench.picture('key-refused');
    },
  );

  step(
    'a service that fails can be saved while it does not respond, with a key that cannot be tested',
    async () => {
      await server.stop();
      await workbench.page.keyboard.press('Enter');
      await workbench.page.getByText(/Press Enter again to store the key/).waitFor();
      await workbench.page.keyboard.press('Enter');
      await status(/the service does not respond/).waitFor();
      server.answer = actions(ACTION);
      await server.start();
      await recovers();
      await status(/connected\. Click to switch/).waitFor();
    },
  );

  const states: [name: string, fault: keyof typeof faults, text: RegExp][] = [
    ['an HTML page', 'html', /sign-in page/],
    ['a wrong base URL', 'missing', /ends with the version/],
    ['429 with a wait', 'limited', /Too many requests\. Try again in \d+ s\./],
    ['500', 'broken', /\(500\): The database is away/],
    ['a service that repeats the key', 'echo', /The service failed \(503\): ••••••/],
    ['an empty body', 'empty', /status 200 and an empty body/],
    ['a body that ends early', 'cutOff', /response ended early/],
  ];
  for (const [name, fault, text] of states) {
    step(
      `a service that fails shows ${name} in the view with the earlier data, and recovers on Retry`,
      async () => {
        server.answer = faults[fault];
        await refresh();
        await failedAsOne(text);
        await workbench.treeItem(/^Wave/).waitFor();
        await workbench.picture(`fault-${fault}`);
        await recovers();
      },
    );
  }

  step('a service that fails shows the readable part of a page that violates the contract', async () => {
    server.answer = faults.malformed;
    await refresh();
    await workbench.treeItem('Some actions could not be read').waitFor();
    await workbench.treeItem(/^Wave/).waitFor();
    await workbench.picture('fault-malformed');
    await recovers();
    await workbench.treeItem('Some actions could not be read').waitFor({ state: 'detached' });
  });

  step('a service that fails shows a refused connection and recovers on Retry', async () => {
    await server.stop();
    await refresh();
    await failedAsOne(/No service responds/);
    await workbench.picture('fault-refused');
    await server.start();
    await recovers();
  });

  step('a service that fails shows one prompt to sign in again after a 401', async () => {
    server.answer = faults.unauthorized;
    await refresh();
    await workbench.page.getByText('The service refused the API key.').waitFor();
    await workbench.picture('fault-unauthorized');
    await workbench.notification('“Faulty” refused the API key');
    await until('a single notification', async () => (await workbench.notifications()).count(), 1);
    await workbench.page.keyboard.press('Escape');
  });

  step('a service that fails has its key only in the secret storage', async () => {
    const logs = await findFilesWith(workbench.server.data, 'GET · /actions');
    assert.ok(
      logs.some(file => file.endsWith('Cloud Devices.log')),
      'requests are logged',
    );
    assert.doesNotMatch(await workbench.page.content(), new RegExp(CANARY));
    assert.ok(workbench.context.pages().every(page => !page.url().includes(CANARY)));
    assert.ok(server.requests.every(request => !request.includes(CANARY)));
    assert.deepEqual(await findFilesWith(workbench.server.data, CANARY), []);
    const kept = await workbench.page.evaluate(readBrowserStorage);
    assert.ok(kept.includes('cloud-device-automation'), 'the browser keeps state of the extension');
    assert.ok(!kept.includes(CANARY));
  });
});
