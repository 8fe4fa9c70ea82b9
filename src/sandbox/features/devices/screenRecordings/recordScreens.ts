import { isDeepStrictEqual } from 'node:util';
import { isAwake } from '../../../../contract/awakeStates.ts';
import type { ExecutionStep } from '../../../../contract/records/execution.ts';
import { phoneOf } from '../../../records/phone.ts';
import type { Service } from '../../../runtime/service.ts';
import type { RecordedStep } from '../../../store/stored.ts';
import { reach } from '../reach.ts';
import {
  endRecording,
  type RecordingOptions,
  recordScreen,
  runningOn,
  ScreenRecordingLimits,
  startDisplayRecording,
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
    for (const deviceId of store.executions.get(executionId)?.sandbox.deviceIds ?? [])
      recordRun(service, deviceId, { name: flow.name, executionId });
  });
  events.on('step.started', ({ executionId, step, isSelected }) => {
    if (!isSelected || step.deviceId == null || controls.has(executionId)) return;
    const flow = store.flows.get(store.executions.get(executionId)?.flowId ?? '');
    if (flow?.recordingPolicy?.mode !== 'selected_steps') return;
    const name = `${flow.name}: ${step.name ?? ''}`;
    recordRun(service, step.deviceId, { name, executionId, step: recordedStep(step) });
  });
  events.on('step.ended', ({ executionId, step }) => {
    if (step.deviceId == null) return;
    for (const recording of runningOn(service, step.deviceId))
      if (
        recording.executionId === executionId &&
        isDeepStrictEqual(recording.sandbox.step, recordedStep(step))
      )
        endRecording(service, recording);
  });
  events.on('flow.finished', ({ execution }) => {
    for (const recording of runningOn(service))
      if (recording.executionId === execution.id) endRecording(service, recording);
  });
}

/** Records a device for a run, unless its display is being recorded, such as by a step around this one. */
function recordRun(
  service: Service,
  deviceId: string,
  { name, ...options }: Pick<RecordingOptions, 'executionId' | 'step'> & { readonly name: string },
): void {
  const { store } = service;
  const isFree = runningOn(service, deviceId).every(({ sandbox }) => sandbox.displayId !== 0);
  const device = store.devices.get(deviceId);
  if (!isFree || !isAwake(device?.state) || device?.sandbox.phone) return;
  const shortName = name.slice(0, ScreenRecordingLimits.name);
  startDisplayRecording(service, reach(store, { deviceId }), { name: shortName, ...options });
}

function recordedStep({ flowActionId, index, childIndex, round }: ExecutionStep): RecordedStep {
  return {
    flowActionId: flowActionId ?? null,
    index: index ?? 0,
    childIndex: childIndex ?? null,
    round: round ?? null,
  };
}
