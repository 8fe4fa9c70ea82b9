import assert from 'node:assert/strict';
import { Gateway } from '../support/gateway.ts';
import { Sidebar } from '../support/sidebar.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

const BOX = /^qa\.devices@gmail\.example, mailbox/;

describe('lists that somebody looks at', () => {
  let workbench: Workbench;
  let sidebar: Sidebar;
  let gateway: Gateway;

  before(async () => {
    gateway = await Gateway.start(() => true);
    workbench = await Workbench.open();
    sidebar = new Sidebar(workbench);
    await workbench.openViews();
    await workbench.connect(gateway.baseUrl, 'Live', gateway.key);
    await sidebar.look('Mailboxes');
  });

  after(async () => {
    await workbench.close();
    await gateway.stop();
  });

  function polls(path: string): number {
    return gateway.asked(`GET /v1/${path}`).length;
  }

  /** Waits for the second time from now that a list is read by itself: by then others would have been read, too. */
  async function twoPolls(path: string): Promise<void> {
    const before = polls(path);
    for (const more of [1, 2]) await until(`poll ${more} of ${path}`, () => polls(path) >= before + more);
  }

  it('show mail that comes meanwhile, without being asked', async () => {
    await sidebar.unfold(BOX);
    await sidebar.line(/, message, /).waitFor();
    const boxes = (await gateway.sandbox.client.listMailboxes({})).value.items ?? [];
    const mailboxId = boxes.find(({ address }) => address === 'qa.devices@gmail.example')?.id ?? '';
    await gateway.sandbox.own.deliverMessage({
      params: { mailboxId },
      body: { fromAddress: 'news@shop.example', subject: 'Live news' },
    });
    await workbench.treeItem(/^Live news, message, news@shop\.example/).waitFor();
  });

  it('are not read below what is folded', async () => {
    await sidebar.line(BOX).click();
    await sidebar.line(/, message, /).waitFor({ state: 'detached' });
    // What was on its way, or due with what was shown, may still come.
    await twoPolls('mailboxes?');
    const before = polls('mailboxes/');
    await twoPolls('mailboxes?');
    assert.equal(polls('mailboxes/'), before);
  });

  it('are not read in a view that is folded', async () => {
    await sidebar.look('Devices');
    await sidebar.line(/, device, /).waitFor();
    // What was on its way when the view was folded may still come.
    await twoPolls('devices?');
    const before = polls('mailboxes');
    await twoPolls('devices?');
    assert.equal(polls('mailboxes'), before);
  });

  it('are not read in a window without the focus, and at once when it is back', async () => {
    await sidebar.look('Devices');
    const other = await workbench.openAnother();
    await other.openViews();
    const sidebarOfOther = new Sidebar(other);
    await sidebarOfOther.look('Mailboxes');
    await sidebarOfOther.line(BOX).waitFor({ timeout: 90_000 });
    await twoPolls('mailboxes?');
    const before = polls('devices?');
    await twoPolls('mailboxes?');
    assert.equal(polls('devices?'), before);
    await workbench.page.bringToFront();
    await until('the devices are read again', () => polls('devices?') > before);
    await other.page.close();
  });
});
