import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import type { Gesture } from '../../src/contract/sandbox/devices.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggers } from '../../src/sandbox/demo/triggers.ts';
import { DeviceWorkbench } from '../support/deviceWorkbench.ts';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { tap } from '../support/screenInput.ts';

const [trigger] = demoTriggers(Date.UTC(2026, 2, 14));
const empty = { name: 'Recorded', triggerId: trigger?.id, deviceIds: [demoDeviceId('phone')], actions: [] };

interface Findings {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** What a gesture did, without the time and the id. */
const meaning = ({ kind, asked, path, durationMs, stealth, displayId, input }: Gesture): unknown => ({
  ...{ kind, path, durationMs, stealth, displayId, input },
  asked: Object.fromEntries(Object.entries(asked).filter(([name]) => !['times', 'clear'].includes(name))),
});

describe('deviceRecorder', () => {
  const step = story();
  let window: DeviceWorkbench;
  let flows: FlowWorkbench;
  let folder: string;

  before(async () => {
    folder = await sharedFolder();
    await writeFile(join(folder, 'recorded.flow.json'), `${JSON.stringify(empty, undefined, 2)}\n`);
    window = await DeviceWorkbench.open(folder);
    flows = new FlowWorkbench(window.workbench, folder);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await window.workbench.picture(`device-recorder-failed-${this.currentTest.title.slice(0, 20)}`);
  });

  after(async () => {
    await window.close();
  });

  const lines = (): Locator => window.panel.locator('.log').getByRole('option');
  const button = (name: string): Locator => window.panel.getByRole('button', { name, exact: true });

  async function waitForDone(count: number): Promise<void> {
    await until(
      `${count} gestures are done`,
      () => window.panel.locator('.log-line.done[role=option]').count(),
      count,
    );
  }

  step(
    'the log of the device panel becomes steps of an open flow, which repeat on the device what was done manually',
    async () => {
      const { workbench } = window;
      await flows.openText('recorded.flow.json');
      await window.openPanel('Pixel phone');
      const box = await waitForStableBox(window.screen);
      const earlier = (await window.readGestures('phone')).length;
      await tap(window.screen, { x: 60, y: 90 });
      await waitForDone(1);
      await window.screen.hover({ position: { x: box.width / 2, y: box.height * 0.7 } });
      await workbench.page.mouse.down();
      await workbench.page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.3, { steps: 8 });
      await workbench.page.mouse.up();
      await waitForDone(2);
      await button('Back').first().click();
      await waitForDone(3);
      const byHand = (await window.readGestures('phone')).slice(0, 3).map(meaning);

      await button('Insert Last Gestures…').click();
      await flows.pick('recorded.flow.json');
      await workbench.notification('Inserted 3 steps into recorded.flow.json');
      await workbench.clearNotifications();
      await flows.saveAll();
      const file = join(folder, 'recorded.flow.json');
      await until(
        'the file is written',
        () => readFile(file, 'utf8'),
        value => value.includes('"startX"'),
      );
      const body: unknown = JSON.parse(await readFile(file, 'utf8'));
      const created = await window.sandbox.request('POST', '/flows', body);
      const { data } = (await created.json()) as { data: { id: string } };
      assert.equal(created.status, 201, JSON.stringify(data));
      await window.sandbox.request('POST', `/flows/${data.id}/run`, {});
      await until('the flow has run', async () => (await window.readGestures('phone')).length, earlier + 6);
      const byFlow = (await window.readGestures('phone')).slice(0, 3).map(meaning);
      // Newest first. A tap whose element was known touches the center of it, and any other one its point.
      assert.deepEqual(byFlow.slice(0, 2), byHand.slice(0, 2));
      assert.equal((body as { readonly actions: readonly unknown[] }).actions.length, 3);
    },
  );

  step(
    'the log of the device panel is selected by keyboard and mouse, and replays the selection',
    async () => {
      const { page } = window.workbench;
      await page.getByRole('tab', { name: 'Pixel phone' }).click();
      await lines().first().click();
      await page.keyboard.press('Shift+ArrowDown');
      await until(
        'two are selected',
        () => window.panel.locator('[role=option][aria-selected=true]').count(),
        2,
      );
      await window.workbench.picture('device-log-dark');
      const before = (await window.readGestures('phone')).length;
      await button('Replay').click();
      await until('both are done again', async () => (await window.readGestures('phone')).length, before + 2);
      await button('Stop').waitFor({ state: 'detached' });
      await waitForDone(3);
      const after = await window.readGestures('phone');
      // Newest first: back came after the swipe, and does again.
      assert.deepEqual(after.slice(0, 2).map(meaning), after.slice(2 + 3, 4 + 3).map(meaning));
    },
  );

  step('the log of the device panel is copied as curl without the key', async () => {
    const { page, context } = window.workbench;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await lines().last().click();
    await button('Copy as curl').click();
    const copied = async (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
    await until('something is copied', copied, value => value.startsWith('curl '));
    const text = await copied();
    assert.match(text, /\$API_KEY/);
    assert.match(text, new RegExp(`/devices/${demoDeviceId('phone')}/tap'`));
    assert.ok(!text.includes(window.sandbox.apiKey));
  });

  step(
    'the log of the device panel is mirrored to other devices, scaled to their screens, and reports failures by device',
    async () => {
      const { page } = window.workbench;
      const before = await Promise.all(
        ['phone', 'tablet', 'no-geo'].map(async key => (await window.readGestures(key)).length),
      );
      await window.panel.locator('summary', { hasText: 'Mirroring' }).click();
      await button('Choose Devices…').click();
      for (const name of ['Android tablet', 'Phone without GPS', 'Personal phone']) {
        await window.workbench.clickRow(name);
      }
      await page.keyboard.press('Enter');
      await window.panel.getByText('Mirroring to 3 devices.').waitFor();
      await tap(window.screen, { x: 120, y: 300 });
      await window.panel.getByText(/^Mirroring to 3 devices: 2 done, 1 failed/).waitFor();
      const taps = await Promise.all(
        ['phone', 'tablet', 'no-geo'].map(async key => (await window.readGestures(key))[0]!),
      );
      assert.deepEqual(
        await Promise.all(
          ['phone', 'tablet', 'no-geo'].map(async key => (await window.readGestures(key)).length),
        ),
        before.map(count => count + 1),
      );
      const shares = await Promise.all(
        ['phone', 'tablet', 'no-geo'].map(async (key, index) => {
          const answer = await window.sandbox.request('GET', `/devices/${demoDeviceId(key)}/ui-state`);
          const state = (await answer.json()) as {
            device_context: { screen_bounds: { width: number; height: number } };
          };
          const { width, height } = state.device_context.screen_bounds;
          const { x, y } = taps[index]!.asked as { x: number; y: number };
          return [x / width, y / height] as const;
        }),
      );
      for (const [across, down] of shares) {
        assert.ok(Math.abs(across - shares[0]![0]) < 0.002 && Math.abs(down - shares[0]![1]) < 0.002);
      }
      const mirrors = window.panel.getByRole('list', { name: 'Mirrored devices' });
      await mirrors.getByText('Personal phone').waitFor();
      await mirrors.scrollIntoViewIfNeeded();
      await mirrors.getByRole('img', { name: 'Screen of Android tablet' }).waitFor();
      await window.workbench.pictures('device-mirror');
      assert.deepEqual(await seriousFindings(), []);
      // One that failed shows another screen from then on, so it is left alone.
      const failed = (await window.readGestures('offline')).length;
      await button('Home').first().click();
      await until('the others did', async () => (await window.readGestures('tablet'))[0]?.kind, 'global');
      assert.equal((await window.readGestures('offline')).length, failed);
      await button('Rejoin').waitFor();
      await button('Stop Mirroring').click();
      await button('Choose Devices…').waitFor();
    },
  );

  async function seriousFindings(): Promise<readonly string[]> {
    const { page } = window.workbench;
    // A frame can be gone meanwhile.
    const hasPanel = async (frame: Frame): Promise<boolean> =>
      (await frame
        .locator('device-panel')
        .count()
        .catch(() => 0)) > 0;
    const frames = await Promise.all(
      page.frames().map(async frame => ((await hasPanel(frame)) ? [frame] : [])),
    );
    const [frame] = frames.flat();
    assert.ok(frame);
    await frame.evaluate(
      await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    );
    const { violations } = await frame.evaluate<Findings>(`axe.run('aside')`);
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }
});
