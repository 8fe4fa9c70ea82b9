import assert from 'node:assert/strict';
import { Command } from '../../src/manifest.ts';
import { CloudService } from '../support/cloudService.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Sidebar } from '../support/sidebar.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

const RECEIVER = /^Local receiver, /;
const ENDPOINT = /^To the local receiver, webhook endpoint, /;
const TUNNEL = 'https://tunnel.example/hook';

describe('receiver', () => {
  const step = story();
  let workbench: Workbench;
  let sidebar: Sidebar;
  let cloud: CloudService;
  let strict: TestSandbox;
  let other: Receiver;

  before(async () => {
    cloud = await CloudService.start();
    strict = await testSandbox({ loopbackWebhooks: false });
    other = await startReceiver(() => 200);
    workbench = await Workbench.open({ folder: await sharedFolder(), settings: cloud.settings });
    sidebar = new Sidebar(workbench);
    await workbench.openViews();
    await workbench.startSandbox();
    await workbench.waitForLists();
    await sidebar.showOnly('Webhooks');
    await sidebar.line(/, webhook endpoint, /).waitFor();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.picture('receiver-failed');
  });

  after(async () => {
    // The local receiver stays registered.
    await workbench.end();
    other.stop();
    await strict.stop();
    await cloud.stop();
  });

  async function pictures(name: string): Promise<void> {
    await workbench.pictures(`receiver-${name}`);
  }

  /** Sends the verified test event again. */
  async function replayTo(target: string): Promise<void> {
    const targets = workbench.quickPickRows(target);
    const delivery = /^webhook\.test, received delivery, verified, answered 200/;
    await sidebar.press(delivery, /^Replay Delivery/, targets);
    await workbench.clickRow(targets);
  }

  /** Chooses how deliveries are answered. */
  async function choose(answer: string): Promise<void> {
    const answers = workbench.page.getByPlaceholder('Choose how deliveries are answered');
    await sidebar.press(RECEIVER, /^Choose Answer of Local Receiver/, answers);
    await sidebar.pick(answer);
  }

  /** Waits until deliveries are answered so: one that is sent earlier gets the former answer. */
  async function answered(how: string): Promise<void> {
    await sidebar.line(new RegExp(`^Local receiver, .*, answers ${how}$`)).waitFor();
  }

  /** Waits for the delivery that a test event opens, which comes once the view is read anew, and closes it. */
  async function closeDelivery(): Promise<void> {
    await workbench.page.getByRole('tab', { name: /webhook\.test\.md/, selected: true }).waitFor();
    await workbench.closeEditors();
  }

  async function received(rest: string): Promise<void> {
    await sidebar.line(new RegExp(`^webhook\\.test, received delivery, ${rest}`)).waitFor();
  }

  /** Waits for an attempt of an event's delivery that failed before. */
  async function attempt(number: number): Promise<void> {
    await sidebar
      .line(new RegExp(`^task\\.run\\.\\w+, received delivery, verified, answered 500, attempt ${number}`))
      .waitFor();
  }

  step(
    'the local receiver is started from the palette and registered with the button of its notification',
    async () => {
      await workbench.run('Cloud Devices: Start Local Receiver');
      await sidebar
        .line(/^Local receiver, http:\/\/127\.0\.0\.1:\d+\/hook, not registered, answers 200/)
        .waitFor();
      await workbench.treeItem('Nothing received yet').waitFor();
      const told = await workbench.notification('No endpoint delivers to it yet.');
      await told.getByRole('button', { name: 'Register' }).click();
      await sidebar.line(/^Local receiver, .*, registered, answers 200/).waitFor();
      await sidebar.line(/^To the local receiver, webhook endpoint, healthy, every event/).waitFor();
      await workbench.picture('receiver-registered-dark');
    },
  );

  step('the local receiver shows a test event as verified, and opens it as a document', async () => {
    const registered = await workbench.notification(/is registered with “Sandbox”/);
    await registered.getByRole('button', { name: 'Send Test Event' }).click();
    await received('verified, answered 200');
    await closeDelivery();
    await workbench.clearNotifications();
    await sidebar.open(/^webhook\.test, received delivery, verified/);
    await workbench.page.getByRole('tab', { name: /webhook\.test\.md/, selected: true }).waitFor();
    const lines = workbench.page.locator('.editor-instance .view-lines').first();
    await lines.getByText('The signature is right.').waitFor();
    await lines.getByText(/X-Service-Signature/i).waitFor();
    await pictures('verified');
    await workbench.closeEditors();
  });

  step(
    'the local receiver gets retries from the sandbox while it responds with 500, until the endpoint is failing',
    async () => {
      await choose('500');
      await answered('500');
      await workbench.run('Cloud Devices: Start Task');
      await workbench.answer('Go home');
      await sidebar.pick('Service Default');
      await workbench.page.getByText('Start Task (3/3): Device').waitFor();
      await sidebar.pick('Pixel phone');
      await attempt(3);
      await workbench.run('Cloud Devices: Advance Sandbox Clock');
      await sidebar.pick('1 min');
      await attempt(4);
      await workbench.run('Cloud Devices: Advance Sandbox Clock');
      await sidebar.pick('Other…');
      await workbench.page.getByText('Such as 90 min').waitFor();
      await workbench.answer('3 min');
      await attempt(5);
      await workbench.clearNotifications();
      await workbench.hosts.start(Command.refreshWebhooks);
      await sidebar.line(/^To the local receiver, webhook endpoint, failing/).waitFor();
      await sidebar.unfold(ENDPOINT);
      await sidebar.line(/^task\.run\.\w+, delivery, dead, 5 attempts/).waitFor();
      await pictures('failing');
      await sidebar.open(/^task\.run\.\w+, delivery, dead, 5 attempts/);
      await workbench.page.getByRole('tab', { name: /task\.run\.\w+\.md/, selected: true }).waitFor();
      await workbench.page.locator('.view-lines').getByText('The receiver answered 500.').first().waitFor();
      await workbench.closeEditors();
      await workbench.hosts.start(Command.resetClock);
    },
  );

  step(
    'the local receiver responds with a redirect that is not followed, and times out when it is slow',
    async () => {
      await workbench.hosts.start(Command.clearReceiver);
      await choose('302');
      await answered('302');
      await sidebar.press(ENDPOINT, /^Send Test Event/);
      await received('verified, answered 302');
      await workbench.notification('not accepted');
      await workbench.clearNotifications();
      await closeDelivery();
      await choose('Slow…');
      await workbench.input.fill('61');
      await workbench.page.getByText('Enter a whole number of seconds from 1 to 60.').waitFor();
      await workbench.answer('60');
      await answered('200 after 60 s');
      await sidebar.press(ENDPOINT, /^Send Test Event/);
      await received('verified, not answered yet');
      await received('verified, answered too late');
      await closeDelivery();
      await until('two deliveries', () => workbench.treeItem(/, received delivery, /).count(), 2);
      await pictures('answers');
    },
  );

  step(
    'the local receiver makes the endpoint healthy again by responding with 200, and replays what it received',
    async () => {
      await choose('200');
      await answered('200');
      await sidebar.press(ENDPOINT, /^Send Test Event/);
      await received('verified, answered 200');
      await sidebar.line(/^To the local receiver, webhook endpoint, healthy/).waitFor();
      await closeDelivery();
      await replayTo('The Local Receiver');
      await received('verified, answered 200, repeated');
      const told = await workbench.notification('was sent again and answered 200');
      await told.waitFor();
      await workbench.clearNotifications();
      await pictures('repeated');
    },
  );

  step(
    'the local receiver replays to another address, and refuses one that is neither https nor on this computer',
    async () => {
      await replayTo('Another Address…');
      await workbench.input.fill('http://example.com/hook');
      await workbench.page.getByText('Enter an address that begins with https://, or with http://').waitFor();
      await workbench.answer(other.url);
      await until('the delivery at the other address', () => other.received.length, 1);
      assert.match(String(other.received[0]?.body), /"type":"webhook\.test"/);
      await workbench.clearNotifications();
    },
  );

  step('the local receiver deletes its endpoint when it stops, if the user agrees', async () => {
    const fates = workbench.page.getByPlaceholder(/Choose what happens to the endpoint/);
    await sidebar.press(RECEIVER, /^Stop Local Receiver/, fates);
    await workbench.picture('receiver-stop-dark');
    await sidebar.pick('Delete It');
    await sidebar.line(RECEIVER).waitFor({ state: 'detached' });
    await sidebar.line(ENDPOINT).waitFor({ state: 'detached' });
  });

  step(
    'the local receiver reports that a local service that accepts only public addresses cannot register it',
    async () => {
      await workbench.connect(strict.baseUrl, 'Strict', strict.key);
      await sidebar.line(/, webhook endpoint, /).waitFor();
      await workbench.run('Cloud Devices: Register Local Receiver');
      await workbench.page
        .getByText(/“Strict” does not deliver to this computer: .*must be public/)
        .waitFor();
      await workbench.page.keyboard.press('Escape');
      const told = await workbench.notification('The local receiver was not registered');
      assert.match(await told.innerText(), /no public https address here, and none was entered/);
      await sidebar.line(/^Local receiver, .*, not registered/).waitFor();
      await workbench.clearNotifications();
    },
  );

  step(
    'the local receiver is registered with a remote service at the address of a tunnel, and says what it needs',
    async () => {
      await workbench.connect(cloud.baseUrl, 'Cloud', cloud.sandbox.key);
      await sidebar.line(/, webhook endpoint, /).waitFor();
      await workbench.run('Cloud Devices: Register Local Receiver');
      await workbench.page.getByText(/“Cloud” cannot reach this computer\. Start a tunnel/).waitFor();
      await workbench.picture('receiver-tunnel-dark');
      await workbench.page.keyboard.press('Escape');
      const told = await workbench.notification('The local receiver was not registered');
      assert.match(await told.innerText(), /“Cloud” cannot reach this computer/);
      await workbench.clearNotifications();
      await workbench.run('Cloud Devices: Register Local Receiver');
      for (const [text, problem] of [
        ['http://tunnel.example/hook', 'Enter an address that begins with https://.'],
        ['https://127.0.0.1/hook', 'Enter an address that can be reached from outside this computer.'],
      ] as const) {
        await workbench.input.fill(text);
        await workbench.page.getByText(problem).waitFor();
      }
      await workbench.picture('receiver-tunnel');
      await workbench.answer(` ${TUNNEL} `);
      await sidebar.line(/^Local receiver, .*, registered/).waitFor();
      const [endpoint] = cloud.sandbox.service.store.webhooks
        .all()
        .filter(({ description }) => description === 'To the local receiver');
      assert.equal(endpoint?.url, TUNNEL);
    },
  );
});
