import assert from 'node:assert/strict';
import { Gateway } from '../support/gateway.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Sidebar } from '../support/sidebar.ts';
import { ATTEMPT, retry } from '../support/retry.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

/** Longer than the pause between two reads of any list, in milliseconds. */
const POLL_MS = 31_000;

const BOX = /^qa\.devices@gmail\.example, mailbox/;

describe('liveLists', () => {
  const step = story();
  let workbench: Workbench;
  let sidebar: Sidebar;
  let gateway: Gateway;

  before(async () => {
    gateway = await Gateway.start(() => true);
    workbench = await Workbench.open({ folder: await sharedFolder() });
    sidebar = new Sidebar(workbench);
    await workbench.openViews();
    await workbench.connect(gateway.baseUrl, 'Live', gateway.key);
    await sidebar.showOnly('Mailboxes');
  });

  after(async () => {
    // A window that was closed is among its hosts.
    await workbench.end();
    await gateway.stop();
  });

  function polls(path: string): number {
    return gateway.requestsTo(`GET /v1/${path}`).length;
  }

  async function deliver(subject: string): Promise<void> {
    const boxes = (await gateway.sandbox.client.listMailboxes({})).value.items ?? [];
    const mailboxId = boxes.find(({ address }) => address === 'qa.devices@gmail.example')?.id ?? '';
    const body = { fromAddress: 'news@shop.example', subject };
    await gateway.sandbox.sandboxClient.deliverMessage({ params: { mailboxId }, body });
  }

  /** Moves the time on until a list was read by itself twice: by then others would have been read, too. */
  async function twoPolls(path: string): Promise<void> {
    for (const which of ['first', 'second']) {
      const before = polls(path);
      await workbench.advance(POLL_MS);
      await until(
        `the ${which} poll of ${path}`,
        () => polls(path),
        value => value > before,
      );
    }
  }

  step('visible lists show new mail automatically', async () => {
    await sidebar.unfold(BOX);
    await sidebar.line(/, message, /).waitFor();
    await deliver('Live news');
    await workbench.advance(POLL_MS);
    await workbench.treeItem(/^Live news, message, unread, news@shop\.example/).waitFor();
  });

  step('visible lists count unread mail on the icon of the side bar until it is opened', async () => {
    const badge = workbench.page.getByRole('tab', { name: /Cloud Devices.*1 unread message/ });
    await badge.waitFor();
    await sidebar.open(/^Live news, message/);
    await workbench.treeItem(/^Live news, message, news@shop\.example/).waitFor();
    await badge.waitFor({ state: 'detached' });
  });

  step('visible lists are not read below a collapsed item', async () => {
    await sidebar.collapse(BOX);
    await sidebar.line(/, message, /).waitFor({ state: 'detached' });
    // What was on its way, or due with what was shown, may still come.
    await twoPolls('mailboxes?');
    const before = polls('mailboxes/');
    await twoPolls('mailboxes?');
    assert.equal(polls('mailboxes/'), before);
  });

  step('visible lists show what came while an item was collapsed when it is expanded again', async () => {
    await deliver('While collapsed');
    await sidebar.unfold(BOX);
    await workbench.treeItem(/^Live news, message/).waitFor();
    // The host may learn only after the first advance that the messages are in sight again.
    await retry('the message that came meanwhile', async () => {
      await workbench.advance(POLL_MS);
      await workbench.treeItem(/^While collapsed, message/).waitFor(ATTEMPT);
    });
  });

  step('visible lists are not read in a collapsed view', async () => {
    await sidebar.showOnly('Devices');
    await sidebar.line(/, device, /).waitFor();
    // What was on its way when the view was folded may still come.
    await twoPolls('devices?');
    const before = polls('mailboxes');
    await twoPolls('devices?');
    assert.equal(polls('mailboxes'), before);
  });

  step(
    'visible lists are not read in a window without focus, and immediately when it regains focus',
    async () => {
      await sidebar.showOnly('Devices');
      const other = await workbench.openAnother();
      await other.openViews();
      const sidebarOfOther = new Sidebar(other);
      await sidebarOfOther.showOnly('Mailboxes');
      await sidebarOfOther.line(BOX).waitFor();
      const { hosts } = workbench;
      await until(
        'the first window to know that it lost the focus',
        async () => (await hosts.focused())[0],
        false,
      );
      await twoPolls('mailboxes?');
      const before = polls('devices?');
      await twoPolls('mailboxes?');
      assert.equal(polls('devices?'), before);
      await workbench.focus();
      await until(
        'the devices are read again',
        () => polls('devices?'),
        value => value > before,
      );
      await other.page.close();
    },
  );
});
