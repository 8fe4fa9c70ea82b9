import { phoneOf } from '../../../records/phone.ts';
import type { Service } from '../../../runtime/service.ts';
import { isAwake, reach } from '../reach.ts';
import {
  endRecording,
  recordScreen,
  runningOn,
  ScreenRecordingLimits,
  startRecording,
} from './recordings.ts';

/** Adds what happens on devices to their running recordings, and records the runs of flows that want it. */
export function recordScreens(service: Service): void {
  const { store, events, controls } = service;
  store.phones.onPut(phone => {
    for (const recording of runningOn(service, phone.id)) recordScreen(service, recording, phone);
  });
  store.gestures.onPut(({ deviceId, ...gesture }) => {
    for (const { id: recordingId, types, sandbox } of runningOn(service, deviceId)) {
      if (sandbox.displayId !== gesture.displayId || !types?.includes('trajectory')) continue;
      const { id, createdAt } = gesture;
      store.recordedGestures.put({ id: `${recordingId}:${id}`, createdAt, recordingId, gesture });
    }
  });
  events.on('mail.received', () => {
    for (const recording of runningOn(service)) {
      const device = store.devices.get(recording.deviceId);
      if (device) recordScreen(service, recording, phoneOf(store, device));
    }
  });
  events.on('device.changed', ({ device }) => {
    if (isAwake(device.state)) return;
    const error = `The device is ${device.state ?? 'unknown'}, so the recording ended.`;
    for (const recording of runningOn(service, device.id)) endRecording(service, recording, { error });
  });
  events.on('flow.started', ({ flow, execution: { id: executionId } }) => {
    // What a debugger does to a run takes as long as somebody thinks.
    if (flow.recordingPolicy?.mode !== 'flow' || controls.has(executionId)) return;
    const name = flow.name.slice(0, ScreenRecordingLimits.name);
    for (const deviceId of store.executions.get(executionId)?.sandbox.deviceIds ?? []) {
      const isFree = runningOn(service, deviceId).every(({ sandbox }) => sandbox.displayId !== 0);
      if (isFree && isAwake(store.devices.get(deviceId)?.state))
        startRecording(service, reach(store, { deviceId }), { name, executionId });
    }
  });
  events.on('flow.finished', ({ execution }) => {
    for (const recording of runningOn(service))
      if (recording.executionId === execution.id) endRecording(service, recording);
  });
}
