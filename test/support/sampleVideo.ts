import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { MovableClock } from '../../src/sandbox/runtime/movableClock.ts';
import { testSandbox } from './sandbox.ts';
import { until } from './until.ts';

/** Records a phone of a sandbox that shows another screen after each second, and returns the video. */
export async function sampleVideo(): Promise<Uint8Array> {
  const clock = new MovableClock(Date.parse('2026-11-21T09:41:00Z'));
  const sandbox = await testSandbox({ clock });
  try {
    const { client } = sandbox;
    const params = { deviceId: demoDeviceId('phone') };
    const { id: recordingId } = (await client.startScreenRecording({ params, body: {} })).value;
    for (const packageName of ['org.sandbox.settings', 'org.sandbox.form', 'org.sandbox.browser']) {
      clock.advance(1000);
      await client.startApp({ params: { ...params, packageName }, body: {} });
    }
    clock.advance(1000);
    const recorded = { params: { ...params, recordingId } };
    await client.stopScreenRecording(recorded);
    await until('the video', async () => (await client.getScreenRecording(recorded)).value.video);
    return (await client.getScreenRecordingVideo(recorded)).value;
  } finally {
    await sandbox.stop();
  }
}
