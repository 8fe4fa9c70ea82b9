import { isRunning, readScreenRecordings } from '../../stores/screenRecordings.ts';
import { forDevices, onDevices } from './perDevice.ts';

export const startScreenRecording = forDevices('Start Video', async (services, targets) => {
  await onDevices(services, 'Start Video', targets, async (client, { id }, signal) => {
    await client.startScreenRecording({ params: { deviceId: id }, body: {} }, { signal });
    return 'the video has started';
  });
});

/** Stops all running screen recordings of devices. */
export const stopScreenRecording = forDevices('Stop Video', async (services, targets) => {
  await onDevices(services, 'Stop Video', targets, async (client, { id: deviceId }, signal) => {
    const running = (await readScreenRecordings(client, deviceId, signal)).filter(isRunning);
    for (const { id: recordingId } of running)
      await client.stopScreenRecording({ params: { deviceId, recordingId } }, { signal });
    return running.length === 0 ? 'no video is running' : 'the video has ended';
  });
});
