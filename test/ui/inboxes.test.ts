import assert from 'node:assert/strict';
import { chooseEntry } from '../support/contextMenu.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Sidebar } from '../support/sidebar.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

const SECONDS = 60;
const NEWEST = '482913';

describe('inboxes', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({
      folder: await sharedFolder(),
      settings: { 'cloudDevices.passcode.clipboardSeconds': SECONDS },
    });
    await workbench.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.openSandbox();
    for (const other of ['Flows', 'Devices']) await workbench.fold(other, true);
  });

  after(async () => {
    await workbench.close();
  });

  it('mailboxes and webhooks show messages, and copy a passcode without showing it', async () => {
    await workbench.fold('Mailboxes', false);
    await new Sidebar(workbench).unfold(/^qa\.devices@gmail\.example, mailbox/);
    const message = workbench.treeItem(/^Your sign-in code.*with a passcode/);
    await workbench.press(message, /Passcode/, workbench.page.getByText(/Copied the passcode •+13/).first());
    await workbench.picture('mailboxes-dark');
  });

  it('mailboxes and webhooks show their states, create one within the capacity that is left, and offer what its state allows', async () => {
    const { page } = workbench;
    const sidebar = new Sidebar(workbench);
    await sidebar.collapse(/^qa\.devices@gmail\.example, mailbox/);
    const payment = page.locator('.monaco-button, .action-label').and(page.getByLabel(/^Open Payment Page/));
    await sidebar.line(/^receipts@inbox\.example, mailbox, awaiting payment/).hover();
    await payment.first().waitFor();
    const title = page.locator('.quick-input-title', { hasText: 'New Mailbox' });
    await sidebar.pressTitle('Mailboxes', /More Actions/);
    await chooseEntry(page, 'New Mailbox…');
    await title.waitFor();
    await page.getByRole('option', { name: /2 of 3 included mailboxes left/ }).waitFor();
    await workbench.pictures('mailbox-new');
    await sidebar.pick('Included in the Plan');
    await sidebar.accept('New Mailbox: Address');
    await sidebar.accept('New Mailbox: Label');
    const made = /^box-[0-9a-f]{8}@inbox\.example, mailbox, active/;
    await sidebar.line(made).waitFor();
    const question = page.locator('.monaco-dialog-box');
    await sidebar.choose(made, 'Cancel Mailbox…', question);
    await workbench.pictures('mailbox-cancel');
    await question.getByRole('button', { name: 'End Mailbox' }).click();
    await sidebar.line(/^box-[0-9a-f]{8}@inbox\.example, mailbox, archived/).waitFor();
    await workbench.pictures('mailboxes');
  });

  it('mailboxes and webhooks show a message with the names of its attachments', async () => {
    const sidebar = new Sidebar(workbench);
    await sidebar.unfold(/^qa\.devices@gmail\.example, mailbox/);
    await sidebar.open(/^Receipt for order 118820/);
    await workbench.page.locator('.monaco-editor .view-lines').getByText('## Attachments').waitFor();
    await workbench.pictures('message-attachments');
  });

  it('mailboxes and webhooks copy the newest passcode with one key, masked, and clear the clipboard later', async () => {
    const { page } = workbench;
    const clipboard = (): Promise<unknown> => page.evaluate('navigator.clipboard.readText()');
    await page.evaluate(`navigator.clipboard.writeText('')`);
    await page.keyboard.press('Control+Alt+p');
    await until('the passcode on the clipboard', () => clipboard(), NEWEST);
    await page.getByText(`Copied the passcode ••••13, on the clipboard for ${SECONDS} s.`).first().waitFor();
    // An ID may contain the digits by chance.
    const content = (await page.content()).replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '');
    assert.ok(!content.includes(NEWEST));
    await workbench.advance(SECONDS * 1000);
    await until('the clipboard forgets it', () => clipboard(), '');
  });

  it('mailboxes and webhooks show endpoints with their deliveries, and one delivery as a document', async () => {
    await workbench.fold('Mailboxes', true);
    await workbench.fold('Webhooks', false);
    const endpoint = workbench.treeItem(/^The receiver in the editor, webhook endpoint/);
    await workbench.press(endpoint, /^Send Test Event/);
    // The delivery of the test opens automatically.
    await workbench.page.locator('.monaco-editor .view-lines').getByText('## Attempt').waitFor();
    const sidebar = new Sidebar(workbench);
    await sidebar.unfold(/^The receiver in the editor, webhook endpoint/);
    await sidebar.line(/, delivery, /).waitFor();
    await sidebar.open(/, delivery, /);
    await workbench.page.locator('.monaco-editor .view-lines').getByText('## Attempt').waitFor();
    await workbench.pictures('webhooks');
  });
});
