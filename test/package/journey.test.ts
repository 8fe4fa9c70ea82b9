import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from '../../src/manifest.ts';
import { builtVsix } from '../support/builtVsix.ts';
import { Sidebar } from '../support/sidebar.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

const FILE = 'first-steps.flow.json';
const example = resolve(import.meta.dirname, '../../examples', FILE);

// As a user gets it: the package is installed, with all that comes with VS Code.
describe('journey', () => {
  const step = story();
  let workbench: Workbench;
  let sidebar: Sidebar;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'journey-'));
    await cp(example, join(folder, FILE));
    workbench = await Workbench.open({ folder, vsix: builtVsix(), hasAllBuiltIns: true });
    sidebar = new Sidebar(workbench);
    await workbench.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  after(async () => {
    await workbench.close();
    await rm(folder, { recursive: true });
  });

  async function pictures(name: string): Promise<void> {
    await workbench.pictures(`journey-${name}`);
  }

  async function shown(): Promise<string> {
    const text = await workbench.page.locator('.monaco-editor .view-lines').first().innerText();
    return text.replaceAll('\u00a0', ' ');
  }

  step('a first visit from a clean profile starts the sandbox with one click', async () => {
    await workbench.openViews();
    await pictures('welcome');
    await workbench.startSandbox();
    await sidebar.line(/^Pixel phone, device/).waitFor();
    await workbench.page.locator('.statusbar-item', { hasText: 'Sandbox' }).first().waitFor();
    await pictures('started');
  });

  step('a first visit from a clean profile copies the passcode of a received mail', async () => {
    await sidebar.showOnly('Mailboxes');
    const mailbox = /^qa\.devices@gmail\.example, mailbox/;
    const first = workbench.page.getByRole('option', { name: 'With a Passcode' });
    await sidebar.choose(mailbox, 'Deliver Mail to Sandbox', first);
    await sidebar.pick('With a Passcode');
    for (const part of ['Sender', 'Subject', 'Text']) await sidebar.accept(part);
    await workbench.input.waitFor({ state: 'hidden' });
    await sidebar.unfold(mailbox);
    await sidebar.press(/^Your sign-in code is •+, message, .*with a passcode/, /^Copy Passcode/);
    await workbench.page.getByText(/Copied the passcode •+\d\d, on the clipboard for/).waitFor();
    await pictures('passcode');
    await workbench.run('New Untitled Text File');
    await workbench.page.locator('.monaco-editor .view-lines').first().click();
    await workbench.page.keyboard.press('Control+V');
    await until('the passcode', shown, text => /^\d{6}$/.test(text.trim()));
    await workbench.page.keyboard.press('Control+A');
    await workbench.page.keyboard.press('Delete');
    await workbench.run('View: Close Editor');
  });

  step(
    'a first visit from a clean profile tests a webhook and verifies the signature of its delivery',
    async () => {
      await sidebar.registerReceiver();
      await sidebar.line(/^Local receiver, .*, registered/).waitFor();
      await pictures('receiver');
      await sidebar.press(/^To the local receiver, webhook endpoint/, /^Send Test Event/);
      await workbench.page.getByRole('tab', { name: /webhook\.test\.md/ }).waitFor();
      const report = workbench.webview();
      await report.getByRole('heading', { name: 'webhook.test', level: 1 }).waitFor();
      await report.getByRole('cell', { name: 'The signature is right.' }).waitFor();
      await report
        .locator('code', { hasText: /^\{\n {2}"id": "[^]*\n\}\s*$/ })
        .first()
        .waitFor();
      await sidebar.line(/^webhook\.test, received delivery, verified, answered 200/).waitFor();
      await pictures('delivery');
      await workbench.closeEditors();
    },
  );

  step(
    'a first visit from a clean profile shows a delivery from an unknown sender as plain text',
    async () => {
      const name =
        '![x](https://evil.example/a.png) <img src=x> [a](command:b) https://evil.example a@b.example';
      await workbench.hosts.execute(Command.copyReceiverAddress);
      const address = await until(
        'the address',
        () => workbench.page.evaluate<string>('navigator.clipboard.readText()'),
        text => text.startsWith('http://127.0.0.1:'),
      );
      const body = JSON.stringify({ type: name });
      const { status } = await fetch(address, { method: 'POST', headers: { 'x-event': name }, body });
      assert.equal(status, 200);
      await sidebar.open(/evil\.example.*received delivery, (?!being checked).*answered 200/);
      const report = workbench.webview();
      const heading = report.getByRole('heading', { level: 1 });
      await until('the name', () => heading.textContent(), name.replaceAll('](', '] ('));
      assert.equal(await report.locator('.markdown-body').locator('img, a').count(), 0);
      await pictures('foreign');
      await workbench.closeEditors();
    },
  );

  step(
    'a first visit from a clean profile swipes on a device, and sets its location on the map',
    async () => {
      await sidebar.showOnly('Devices');
      await sidebar.press(/, device, ready/, /^Swipe/);
      await sidebar.pick('Up');
      await workbench.page.getByText('Swipe: Precision').waitFor();
      await workbench.picture('journey-swipe-dark');
      await sidebar.pick('Stealth');
      await workbench.page
        .getByText(/swiped from \d+, \d+ to \d+, \d+ in 300 ms/)
        .first()
        .waitFor();
      await sidebar.press(/, device, ready/, /^Set Location/);
      await workbench.input.fill(
        'https://www.openstreetmap.org/?mlat=48.8584&mlon=2.2945#map=17/48.8584/2.2945',
      );
      await workbench.page.getByText('Latitude 48.8584, longitude 2.2945').waitFor();
      await workbench.picture('journey-location-dark');
      await workbench.page.keyboard.press('Enter');
      await workbench.page
        .getByText(/location set to 48\.8584, 2\.2945/)
        .first()
        .waitFor();
      await pictures('located');
      await workbench.clearNotifications();
      await sidebar.line(/^Pixel phone, device/).click();
      await workbench.page.getByRole('tab', { name: 'Pixel phone' }).waitFor();
      await workbench.closeEditors();
    },
  );

  step(
    'a first visit from a clean profile creates a flow from a file, verifies it, and activates it',
    async () => {
      // Newer ones would stand above the part of the list that is in sight.
      await workbench.clearNotifications();
      await sidebar.showOnly('Flows');
      await sidebar.unfold(/^Not created yet, 1 file/);
      await sidebar.press(/^first-steps\.flow\.json/, /^Create Flow from File/);
      await sidebar.line(/^First steps, flow, disabled/).waitFor();
      await pictures('flow-created');
      const verified = workbench.toast('The verification run of “First steps” succeeded');
      const isAsked = workbench.page
        .getByText(/Verifying “First steps”/)
        .or(verified)
        .first();
      await sidebar.press(/^First steps, flow, disabled/, /^Verify Flow/, isAsked);
      await verified.waitFor();
      await workbench.picture('journey-flow-verified-dark');
      await verified.getByRole('button', { name: 'Activate' }).click();
      await sidebar.line(/^First steps, flow, enabled, healthy/).waitFor();
      await pictures('flow-activated');
    },
  );
});
