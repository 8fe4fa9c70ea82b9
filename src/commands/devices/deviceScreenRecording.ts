import { isRunning, readScreenRecordings } from '../../stores/screenRecordings.ts';
import { forDevices, onDevices } from './perDevice.ts';

export const startScreenRecording = forDevices('Start Screen Recording', async (services, targets) => {
  await onDevices(services, 'Start Screen Recording', targets, async (client, { id }, signal) => {
    await client.startScreenRecording({ params: { deviceId: id }, body: {} }, { signal });
    return 'the screen is being recorded';
  });
});

/** Stops all running screen recordings of devices. */
export const stopScreenRecording = forDevices('Stop Screen Recording', async (services, targets) => {
  await onDevices(services, 'Stop Screen Recording', targets, async (client, { id: deviceId }, signal) => {
    const running = (await readScreenRecordings(client, deviceId, signal)).filter(isRunning);
    for (const { id: recordingId } of running)
      await client.stopScreenRecording({ params: { deviceId, recordingId } }, { signal });
    return running.length === 0 ? 'the screen is not being recorded' : 'the screen recording has ended';
  });
});
