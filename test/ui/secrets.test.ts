import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import type { StoredWebhook } from '../../src/sandbox/store/stored.ts';
import { ATTEMPT, retry } from '../support/retry.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Sidebar } from '../support/sidebar.ts';
import { story } from '../support/story.ts';
import { readBrowserStorage, findFilesWith } from '../support/storedText.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

const KEY = 'canary-key-7b1e90d24c';
const STREAM = 'canary-stream-5f83a6c1e2';
const PASSCODE = 'K7Q4ZX';
const PASSWORD = 'canary-password-c41f08e6b3';
/** The parameter next to the password, which shows that the action is stored. */
const BESIDE = 'beside-password-92d7';
/** Not a secret: shows that each location is searched. */
const CONTROL = 'canary-control-d09e4b77';

const FILE = 'first-steps.flow.json';
const example = resolve(import.meta.dirname, '../../examples', FILE);
const DELIVERED = /^Your code: •+, message/;

describe('secrets', () => {
  const step = story();
  let sandbox: TestSandbox;
  let workbench: Workbench;
  let sidebar: Sidebar;
  let folder: string;
  /** Recorded texts by location. */
  const seen = new Map<string, string>();
  const urls: string[] = [];

  before(async () => {
    sandbox = await testSandbox({ key: KEY });
    const { store } = sandbox.service;
    const phone = store.devices.get(demoDeviceId('phone'));
    assert.ok(phone);
    store.devices.put({ ...phone, streamUrl: `https://stream.example/#${STREAM}`, streamToken: STREAM });
    const [action] = store.actions.all();
    assert.ok(action);
    const properties = { word: { type: 'string', format: 'password' }, user: { type: 'string' } };
    store.actions.put({
      ...action,
      params: { word: PASSWORD, user: BESIDE },
      paramsSchema: { type: 'object', properties },
    });
    folder = await sharedFolder();
    await cp(example, join(folder, FILE));
    workbench = await Workbench.open({ folder });
    sidebar = new Sidebar(workbench);
    workbench.context.on('request', request => urls.push(request.url()));
    await workbench.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  after(async () => {
    // The local receiver stays registered.
    await workbench.end();
    await sandbox.stop();
  });

  // Beside what is drawn this takes the whole text of the editor in front, of which only some lines are drawn.
  async function look(where: string): Promise<void> {
    const pages = workbench.context.pages().flatMap(page => page.frames());
    const drawn = await Promise.all(pages.map(frame => frame.content().catch(() => '')));
    seen.set(where, [seen.get(where), ...drawn].join('\n'));
  }

  const tab = (name: RegExp) => workbench.page.getByRole('tab', { name, selected: true });

  async function readDocument(name: RegExp): Promise<string> {
    const { page } = workbench;
    await tab(name).waitFor();
    const marker = `nothing-${Math.random()}`;
    await page.evaluate(copy, marker);
    await page.locator('.editor-instance .view-lines').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    const text = await until(
      'the copied document',
      () => page.evaluate(paste),
      value => value !== marker,
    );
    await look(`document ${name.source}`);
    seen.set(`whole document ${name.source}`, text);
    return text;
  }

  step('secrets are entered: a key while connecting', async () => {
    await workbench.openViews();
    await workbench.run('Cloud Devices: Add Connection');
    await workbench.answer(sandbox.baseUrl);
    await workbench.page.getByText('Add Connection: Name (2/3)').waitFor();
    await workbench.answer('Guarded');
    await workbench.page.getByText('Add Connection: API Key (3/3)').waitFor();
    await workbench.input.fill(KEY);
    await look('signing in');
    await workbench.page.keyboard.press('Enter');
    await workbench.waitForLists();
  });

  step('secrets are used: devices with their documents and their panel', async () => {
    await sidebar.showOnly('Devices');
    await sidebar.choose(/^Pixel phone, device/, 'Open as JSON', tab(/Pixel phone\.json/));
    assert.match(await readDocument(/Pixel phone\.json/), /"streamToken": "••••••"/);
    await sidebar.press(/^Pixel phone, device/, /^Open Device Panel/);
    await workbench.webview().getByRole('heading', { name: 'Pixel phone', level: 1 }).waitFor();
    await look('the device panel');
    await workbench.closeEditors();
  });

  step('secrets are used: webhooks with their documents and deliveries', async () => {
    await sidebar.registerReceiver();
    await sidebar.choose(/^To the local receiver, webhook endpoint/, 'Open as JSON', tab(/webhook .*\.json/));
    assert.match(await readDocument(/webhook .*\.json/), /"url"/);
    await sidebar.press(/^To the local receiver, webhook endpoint/, /^Send Test Event/);
    assert.match(await readDocument(/webhook\.test\.md/), /The signature is right/);
    // The document of the received delivery has the same name.
    await workbench.closeEditors();
    const received = /^webhook\.test, received delivery, verified/;
    await sidebar.open(received);
    await workbench.page.getByRole('tab', { name: /webhook\.test.*md/ }).waitFor();
    await look('a received delivery');
    await workbench.closeEditors();
  });

  step('secrets are used: a message with a passcode', async () => {
    const params = { mailboxId: demoMailboxId('gmail') };
    const text = `Enter ${PASSCODE} to sign in. Your code is ${PASSCODE}.`;
    const body = {
      fromAddress: 'no-reply@shop.example',
      subject: `Your code: ${PASSCODE}`,
      text,
      passcode: false,
    };
    await sandbox.sandboxClient.deliverMessage({ params, body });
    await sidebar.showOnly('Mailboxes');
    await sidebar.unfold(/^qa\.devices@gmail\.example, mailbox/);
    // A tooltip comes for a mouse that moves on a line, and goes when the line is drawn again.
    await retry('the tooltip', async () => {
      for (const x of [60, 70]) await sidebar.line(DELIVERED).hover({ position: { x, y: 10 }, ...ATTEMPT });
      const tooltip = workbench.page.locator('.workbench-hover-container', { hasText: 'Passcode' });
      await tooltip.waitFor(ATTEMPT);
    });
    await look('the tooltip of a message');
    await sidebar.choose(DELIVERED, 'Open as JSON', tab(/message .*\.json/));
    assert.match(await readDocument(/message .*\.json/), /"subject": "Your code: •+"/);
    await workbench.closeEditors();
  });

  step('secrets are used: deliveries of that message', async () => {
    await sidebar.showOnly('Webhooks');
    await sidebar.open(/^mailbox\.message\.received, received delivery, verified/);
    assert.match(await readDocument(/mailbox\.message\.received.*md/), /"subject": "Your code: •+"/);
    // The document of the endpoint's delivery has the same name.
    await workbench.closeEditors();
    await sidebar.unfold(/^To the local receiver, webhook endpoint/);
    await sidebar.open(/^mailbox\.message\.received, delivery, /);
    const text = await readDocument(/mailbox\.message\.received\.md/);
    assert.match(text, /"subject\W+Your code: •+/);
    assert.match(text, /Signature +\| The signature is right\./);
    await workbench.closeEditors();
  });

  step('secrets are used: reports, requests and the log', async () => {
    await workbench.run('Cloud Devices: Check Service against the Interface');
    assert.match(await readDocument(/Guarded against the interface\.md/), /Checked at/);
    await workbench.closeEditors();
    await sidebar.showOnly('Activity');
    await sidebar.unfold(/^Requests/);
    // A new request moves the lines, so a click can reach another one.
    await retry('the copied request', async () => {
      await sidebar.press(/^GET \/devices.*, 200/, /^Copy Request as curl/);
      const note = workbench.page.getByText('Set API_KEY in your shell before you run it.');
      await note.first().waitFor(ATTEMPT);
    });
    const curl = await workbench.page.evaluate(paste);
    assert.match(curl, /\$API_KEY/);
    seen.set('a request as curl', curl);
    await workbench.run('Cloud Devices: Show Log');
    await workbench.page.locator('.output-view .view-lines', { hasText: 'GET' }).waitFor();
    await look('the log');
  });

  step('secrets are used: a support bundle', async () => {
    await workbench.run('Cloud Devices: Export Support Bundle');
    await workbench.page.locator('.quick-input-title', { hasText: 'Export Support Bundle' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page.getByRole('tab', { name: 'support-bundle.json' }).waitFor();
    const bundle = await readFile(join(folder, 'support-bundle.json'), 'utf8');
    assert.match(bundle, /"requests"/);
    seen.set('the support bundle', bundle);
    await workbench.closeEditors();
  });

  step('secrets are used: the visual editor', async () => {
    await sidebar.showOnly('Flows');
    await sidebar.unfold(/^Not created yet/);
    await sidebar.open(/^first-steps\.flow\.json, flow file/);
    await workbench.page.getByRole('tab', { name: FILE }).waitFor();
    await workbench.run('Cloud Devices: Open in Visual Editor');
    await workbench.webview().getByRole('tree').waitFor();
    await look('the visual editor');
    await workbench.closeEditors();
  });

  step('secrets would be found by this test', async () => {
    await workbench.run('New Untitled Text File');
    await workbench.page.locator('.editor-instance .view-lines').first().click();
    await workbench.page.keyboard.type(CONTROL);
    await workbench.page.locator('.view-lines', { hasText: CONTROL }).first().waitFor();
    await workbench.page.evaluate(`localStorage.setItem('control', '${CONTROL}')`);
    await workbench.page.evaluate(`fetch('/?${CONTROL}').catch(() => undefined)`);
    await look('a document');
    assert.match(seen.get('a document') ?? '', new RegExp(CONTROL));
    await until(
      'the draft in the profile',
      async () => (await findFilesWith(workbench.server.data, CONTROL)).length,
    );
    assert.ok((await workbench.page.evaluate(readBrowserStorage)).includes(CONTROL));
    assert.ok(urls.some(url => url.includes(CONTROL)));
    assert.ok(
      (await findFilesWith(workbench.server.data, 'GET · /devices')).length > 0,
      'requests are logged',
    );
  });

  step('secrets are only in the secret storage', async () => {
    await until(
      'the catalog is kept',
      async () => (await findFilesWith(workbench.server.data, BESIDE)).length,
    );
    assert.deepEqual(await findSecrets(), []);
  });

  step('secrets are deleted after signing out', async () => {
    await sidebar.showOnly('Webhooks');
    const copied = workbench.page.getByText('Copied the signing secret.').first();
    await sidebar.choose(/^To the local receiver, webhook endpoint/, 'Copy Signing Secret', copied);
    await until('the copied secret', async () => workbench.page.evaluate(paste), registered().sandbox.secret);
    await workbench.run('Cloud Devices: Sign Out');
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Sign Out' }).click();
    await until(
      'the catalog is deleted',
      async () => (await findFilesWith(workbench.server.data, BESIDE)).length,
      0,
    );
    await until('an empty clipboard', async () => workbench.page.evaluate(paste), '');
    await look('the window after signing out');
    assert.deepEqual(await findSecrets(), []);
  });

  function registered(): StoredWebhook {
    const endpoint = [...sandbox.service.store.webhooks.all()].find(
      one => one.description === 'To the local receiver',
    );
    assert.ok(endpoint);
    return endpoint;
  }

  /** Where secrets are that have no business there. */
  async function findSecrets(): Promise<string[]> {
    const kept = await workbench.page.evaluate(readBrowserStorage);
    const webhook = registered().sandbox.secret;
    const secrets = { key: KEY, stream: STREAM, passcode: PASSCODE, password: PASSWORD, webhook };
    const found: string[] = [];
    for (const [name, secret] of Object.entries(secrets)) {
      for (const [where, text] of seen) if (text.includes(secret)) found.push(`${name} in ${where}`);
      if (urls.some(url => url.includes(secret))) found.push(`${name} in an address`);
      if (kept.includes(secret)) found.push(`${name} in the browser's storage`);
      for (const place of [workbench.server.data, folder])
        for (const file of await findFilesWith(place, secret)) found.push(`${name} in ${file}`);
    }
    return found;
  }
});

/** Runs in the page. */
async function copy(text: string): Promise<void> {
  await (globalThis as unknown as Clipboard).navigator.clipboard.writeText(text);
}

/** Runs in the page. */
async function paste(): Promise<string> {
  return (globalThis as unknown as Clipboard).navigator.clipboard.readText();
}

/** The part of a browser's globals that is used here; tests have no DOM types. */
interface Clipboard {
  readonly navigator: {
    readonly clipboard: { writeText(text: string): Promise<void>; readText(): Promise<string> };
  };
}
