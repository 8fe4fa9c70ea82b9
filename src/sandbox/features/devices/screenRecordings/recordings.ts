import { randomUUID } from 'node:crypto';
import type { ScreenRecording } from '../../../../contract/records/screenRecording.ts';
import { contextOf, countShownMessages } from '../../../records/phone.ts';
import { timestamp } from '../../../runtime/clock.ts';
import type { JobKind } from '../../../runtime/job.ts';
import { conflict } from '../../../runtime/refusal.ts';
import type { Service } from '../../../runtime/service.ts';
import { clamp } from '../../../phone/geometry.ts';
import {
  type RecordedStep,
  type StoredPhone,
  type StoredScreenRecording,
  toResponse,
} from '../../../store/stored.ts';
import type { Reached } from '../reach.ts';
import { drawVideo } from './video.ts';

/** The limits of screen recordings, which are choices of the sandbox (wire facts 9). */
export const ScreenRecordingLimits = {
  name: 100,
  retentionDays: { min: 1, max: 365, default: 7 },
  /** The number of recordings of a device that are kept. */
  kept: 20,
  durationMs: 30 * 60_000,
  /** The number of different screens, which limits the size of the video. */
  screens: 500,
} as const;

/** The parts of a recording. */
export const SCREEN_RECORDING_TYPES = ['video', 'trajectory'] as const;

/** The status while a recording is running. */
export const RUNNING = 'recording';
/** The status while the video is drawn for the first time, to know its size. */
export const PROCESSING = 'processing';

const DAY_MS = 86_400_000;

/** The settings of a new recording. */
export interface RecordingOptions {
  readonly name?: string | undefined;
  readonly types?: readonly string[] | null | undefined;
  readonly retentionDays?: number | undefined;
  readonly executionId?: string;
  /** The step of that run; the whole run by default. */
  readonly step?: RecordedStep;
}

/** Starts a recording of a display. Throws the 409 Refusal `already_recording` if there is one. */
export function startDisplayRecording(
  service: Service,
  reached: Reached,
  options: RecordingOptions,
): StoredScreenRecording {
  const { store, clock, jobs } = service;
  const { device, phone, display } = reached;
  if (runningOn(service, device.id).some(({ sandbox }) => sandbox.displayId === display.id))
    throw conflict('already_recording', 'This display is being recorded already.');
  const { name, types, retentionDays = ScreenRecordingLimits.retentionDays.default } = options;
  const { executionId, step } = options;
  const now = clock.now();
  const recording = store.screenRecordings.put({
    id: randomUUID(),
    deviceId: device.id,
    name: name ?? `${device.name ?? 'Device'} ${timestamp(clock).slice(0, 16).replace('T', ' ')}`,
    status: RUNNING,
    types: [...(types ?? SCREEN_RECORDING_TYPES)],
    actions: 0,
    display: { width: display.width, height: display.height, rotation: 0 },
    startedAt: timestamp(clock),
    expiresAt: new Date(now + retentionDays * DAY_MS).toISOString(),
    executionId: executionId ?? null,
    sandbox: { displayId: display.id, limitReason: null, ...(step ? { step } : {}) },
  });
  recordScreen(service, recording, phone);
  jobs.add(dueJob, now + ScreenRecordingLimits.durationMs, { recordingId: recording.id }, dueId(recording));
  const old = store.screenRecordings.list({
    where: { deviceId: device.id },
    offset: ScreenRecordingLimits.kept,
  });
  for (const other of old) if (other.status !== RUNNING) deleteRecording(service, other);
  return recording;
}

/** Returns the running recordings of a device, or of all devices. */
export function runningOn({ store }: Service, deviceId?: string): readonly StoredScreenRecording[] {
  return store.screenRecordings.all({ status: RUNNING, deviceId });
}

/** Adds what a phone shows to a recording of it, unless it is the same as before. */
export function recordScreen(service: Service, recording: StoredScreenRecording, phone: StoredPhone): void {
  const { store } = service;
  const { id: recordingId, deviceId } = recording;
  const device = store.devices.get(deviceId);
  if (!device || !recording.types?.includes('video')) return;
  const world = contextOf(service, device, phone, countShownMessages(phone.state));
  const shown = { state: phone.state, world, hideOverlay: !phone.overlayVisible };
  const [last] = store.recordedScreens.list({ where: { recordingId }, limit: 1 });
  const content = (screen: typeof shown): string =>
    JSON.stringify([screen.state, { ...screen.world, now: null }, screen.hideOverlay]);
  if (last && content(last) === content(shown)) return;
  store.recordedScreens.put({
    id: randomUUID(),
    createdAt: timeIn(service, recording),
    recordingId,
    ...shown,
  });
  if (store.recordedScreens.count({ where: { recordingId } }) >= ScreenRecordingLimits.screens)
    endRecording(service, recording, { limitReason: 'size' });
}

/** Ends a running recording and prepares its video. */
export function endRecording(
  service: Service,
  recording: StoredScreenRecording,
  { error, limitReason = null }: { readonly error?: string; readonly limitReason?: string | null } = {},
): StoredScreenRecording {
  const { store, clock, jobs } = service;
  const { id, sandbox } = recording;
  const ended = {
    ...recording,
    endedAt: timeIn(service, recording),
    sandbox: { ...sandbox, limitReason },
    ...(error === undefined ? {} : { error }),
  };
  if (!recording.types?.includes('video')) return store.screenRecordings.put({ ...ended, ...outcome(ended) });
  jobs.add(prepareJob, clock.now(), { recordingId: id }, prepareId(recording));
  return store.screenRecordings.put({ ...ended, status: PROCESSING });
}

// The clock can be set back and far ahead, and a computer can sleep. The times of a recording only increase, and lie
// within its maximum duration, which limits the images of its video.
function timeIn({ store, clock }: Service, { id: recordingId, startedAt }: StoredScreenRecording): string {
  const [last] = store.recordedScreens.list({ where: { recordingId }, limit: 1 });
  const earliest = Date.parse(last?.createdAt ?? startedAt);
  const latest = Date.parse(startedAt) + ScreenRecordingLimits.durationMs;
  return new Date(clamp(clock.now(), earliest, latest)).toISOString();
}

export function deleteRecording({ store, jobs }: Service, recording: StoredScreenRecording): void {
  const { id: recordingId } = recording;
  store.transaction(() => {
    jobs.cancel(dueId(recording));
    jobs.cancel(prepareId(recording));
    store.recordedScreens.deleteWhere({ recordingId });
    store.recordedGestures.deleteWhere({ recordingId });
    store.screenRecordings.delete(recordingId);
  });
}

/** Returns a recording as replies contain it. */
export function toRecord({ store }: Service, recording: StoredScreenRecording): ScreenRecording {
  const actions = store.recordedGestures.count({ where: { recordingId: recording.id } });
  const flowActionId = recording.sandbox.step?.flowActionId ?? null;
  return { ...toResponse(recording), actions, flowActionId };
}

interface Payload {
  readonly recordingId: string;
}

/** The job that ends a recording at its maximum duration, and deletes it when it expires. */
export const dueJob: JobKind<Payload> = {
  name: 'screenRecording.due',
  concurrency: 16,
  run({ payload }, service) {
    const { store, clock } = service;
    return store.transaction(() => {
      const recording = store.screenRecordings.get(payload.recordingId);
      if (recording?.status === RUNNING) endRecording(service, recording, { limitReason: 'duration' });
      if (!recording) return undefined;
      const nextRunAt = Date.parse(recording.expiresAt);
      if (nextRunAt > clock.now()) return { nextRunAt, payload };
      deleteRecording(service, recording);
      return undefined;
    });
  },
};

/** The job that draws the video of a recording once, to know its size. */
export const prepareJob: JobKind<Payload> = {
  name: 'screenRecording.prepare',
  concurrency: 1,
  async run({ payload, signal, isLastAttempt }, service) {
    const { store } = service;
    const recording = store.screenRecordings.get(payload.recordingId);
    if (recording?.status !== PROCESSING) return undefined;
    let sizeBytes = 0;
    try {
      for await (const part of drawVideo(store, recording)) {
        signal.throwIfAborted();
        sizeBytes += part.length;
      }
      signal.throwIfAborted();
    } catch (failure) {
      const error = recording.error ?? 'The video cannot be drawn.';
      if (isLastAttempt && !signal.aborted)
        store.screenRecordings.put({ ...recording, status: 'failed', error });
      throw failure;
    }
    const { startedAt, endedAt, sandbox } = recording;
    store.screenRecordings.put({
      ...recording,
      ...outcome(recording),
      video: {
        durationMs: Date.parse(endedAt ?? startedAt) - Date.parse(startedAt),
        format: 'apng',
        sizeBytes,
        limited: sandbox.limitReason !== null,
        ...(sandbox.limitReason === null ? {} : { limitReason: sandbox.limitReason }),
      },
    });
    return undefined;
  },
};

function outcome({ error }: StoredScreenRecording): { readonly status: string } {
  return { status: error == null ? 'completed' : 'failed' };
}

function dueId({ id }: StoredScreenRecording): string {
  return `screenRecording.due:${id}`;
}

function prepareId({ id }: StoredScreenRecording): string {
  return `screenRecording.prepare:${id}`;
}
