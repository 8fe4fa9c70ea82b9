import assert from 'node:assert/strict';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { positionLabel } from '../../src/webview/common/screenVideo/frameTimes.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { DeviceWorkbench } from '../support/deviceWorkbench.ts';
import { until } from '../support/until.ts';

describe('screenRecordingOfDevice', () => {
  let window: DeviceWorkbench;

  before(async () => {
    window = await DeviceWorkbench.open();
  });

  after(async () => {
    await window.close();
  });

  it('a screen recording in a window is shown while it runs, and played when it has ended', async () => {
    const { panel, workbench } = window;
    await window.openPanel('Pixel phone');
    await window.screen.waitFor();
    await panel.getByText('Videos', { exact: true }).click();
    await panel.getByRole('button', { name: 'Start Video' }).click();
    await panel.getByRole('status').getByText('Video: Pixel phone').waitFor();
    await panel.getByRole('button', { name: 'Recents' }).click();
    await panel.locator('gesture-list .log-line.done').first().waitFor();
    await panel.getByRole('button', { name: 'Stop Video' }).click();
    const play = panel.getByRole('button', { name: 'Play Pixel phone' });
    await until('the video', () => play.isEnabled());
    await play.click();
    const canvas = panel.locator('screen-video canvas');
    await until('a drawn picture', () => canvas.getAttribute('width'), '540');
    await workbench.picture('screen-recording');
    assert.equal(await canvas.getAttribute('height'), '1200');
    // The page as a whole must not scroll to the player, as it has no scroll bar to go back.
    assert.equal(await panel.locator('body').evaluate('document.scrollingElement.scrollTop'), 0);
    await panel.getByRole('button', { name: 'Close Player' }).click();
  });

  it('a screen recording in a window of another program is shown, and can be stopped', async () => {
    const { panel, sandbox } = window;
    const path = `/devices/${demoDeviceId('phone')}/recordings`;
    const started = await sandbox.request('POST', path, { name: 'By another program' });
    assert.equal(started.status, 200);
    await panel.getByRole('status').getByText('Video: By another program').waitFor();
    await panel.getByRole('button', { name: 'Stop Video' }).click();
    await panel.locator('.screen-recording-note').waitFor({ state: 'detached' });
  });

  it('a screen recording in a window of a run on another service is played beside its steps', async () => {
    const { workbench, sandbox } = window;
    const body = {
      ...{ name: 'Recorded run', triggerId: demoTriggerId('custom'), enabled: true, recordingEnabled: true },
      deviceIds: [demoDeviceId('phone')],
      actions: [
        { actionId: demoActionId('device.openUrl'), position: 1, overrides: { params: { url: 'form:' } } },
        { actionId: demoActionId('flow.wait'), position: 2, overrides: { params: { seconds: 1 } } },
      ],
    };
    const created = (await (await sandbox.request('POST', '/flows', body)).json()) as {
      data: { id: string };
    };
    const flowId = created.data.id;
    await sandbox.request('POST', `/flows/${flowId}/run`, {});
    const status = async (): Promise<unknown> => {
      const answer = await sandbox.request('GET', `/executions?flowId=${flowId}`);
      return ((await answer.json()) as { items: { status: string }[] }).items[0]?.status;
    };
    await until('the run', status, 'success');
    const recordedMs = async (): Promise<number> => {
      const answer = await sandbox.request('GET', `/devices/${demoDeviceId('phone')}/recordings`);
      const recordings = (await answer.json()) as { name: string; video: { durationMs: number } | null }[];
      return recordings.find(({ name }) => name === 'Recorded run')?.video?.durationMs ?? 0;
    };
    // The run waits for a second, and takes longer on a slow computer.
    const length = await until('the video of the run', recordedMs, milliseconds => milliseconds >= 1000);
    await workbench.run('Cloud Devices: Open Trace');
    await workbench.quickPickRows('Recorded run').first().waitFor();
    await workbench.answer('Recorded run');
    const trace = workbench.webview();
    // The device panel, which is in front until then, has a button with this name, too.
    await trace.getByRole('treeitem', { name: /1 Open address/, selected: true }).waitFor();
    await trace.getByRole('button', { name: 'Video' }).click();
    const position = trace.getByRole('slider', { name: 'Position' });
    // Such as “0:01 / 0:02”: the seconds before the slash, once the video is there.
    const seconds = async (): Promise<number> => {
      const [at = '', of = ''] = ((await position.getAttribute('aria-valuetext')) ?? '').split(' / ');
      return of === positionLabel(length) ? Number(at.split(':').at(-1)) : NaN;
    };
    const first = await until('the end of the first step', seconds, Number.isFinite);
    await trace.getByRole('img', { name: 'Video: Pixel phone' }).waitFor();
    await trace.getByRole('treeitem').nth(1).click();
    await trace.getByRole('treeitem', { selected: true, name: /2 Wait/ }).waitFor();
    // The second step waits for a second.
    await until('the end of the second step', seconds, at => at > first);
    await workbench.picture('screen-recording-of-run');
  });
});
