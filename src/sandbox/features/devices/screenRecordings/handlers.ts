import type { StartScreenRecording } from '../../../../contract/records/screenRecording.ts';
import { type Handlers, HandlerReply } from '../../../runtime/handler.ts';
import { conflict, notFound, type RequestProblem, refuseProblems } from '../../../runtime/refusal.ts';
import type { Service } from '../../../runtime/service.ts';
import type { StoredScreenRecording } from '../../../store/stored.ts';
import { reach, requireDevice, targetOf } from '../reach.ts';
import {
  deleteRecording,
  endRecording,
  PROCESSING,
  RUNNING,
  SCREEN_RECORDING_TYPES,
  ScreenRecordingLimits,
  startDisplayRecording,
  toRecord,
} from './recordings.ts';
import { drawVideo } from './video.ts';

/** Handlers for the screen recordings of a device (wire facts 9). */
export const screenRecordingHandlers = {
  listScreenRecordings: ({ params, query: { status, type }, service }) => {
    const deviceId = requireDevice(service.store, params.deviceId).id;
    const recordings = service.store.screenRecordings.list({ where: { deviceId, status } });
    const wanted = recordings.filter(({ types }) => type === undefined || types?.includes(type));
    return wanted.map(recording => toRecord(service, recording));
  },
  startScreenRecording: ({ params, headers, body, service }) => {
    const reached = reach(service.store, targetOf(params, headers));
    refuseProblems(problemsOf(body), 'invalid_recording', 422);
    return toRecord(service, startDisplayRecording(service, reached, body));
  },
  getScreenRecording: ({ params, service }) => toRecord(service, requireRecording(service, params)),
  stopScreenRecording: ({ params, service }) => {
    const recording = requireRecording(service, params);
    return toRecord(service, recording.status === RUNNING ? endRecording(service, recording) : recording);
  },
  deleteScreenRecording: ({ params, service }): undefined => {
    deleteRecording(service, requireEnded(service, params, [RUNNING]));
  },
  getScreenRecordingActions: ({ params, service }) => {
    const { id, types } = requireRecording(service, params);
    if (!types?.includes('trajectory')) throw notFound('trajectory of this recording', 'no_trajectory');
    const rows = service.store.recordedGestures.all({ recordingId: id });
    const text = JSON.stringify({ actions: rows.map(({ gesture }) => gesture) });
    return new HandlerReply(new TextEncoder().encode(text), { 'content-type': 'application/json' });
  },
  getScreenRecordingVideo: ({ params, service }) => {
    const recording = requireEnded(service, params, [RUNNING, PROCESSING]);
    if (!recording.types?.includes('video')) throw notFound('video of this recording', 'no_video');
    return new HandlerReply(drawVideo(service.store, recording), { 'content-type': 'image/apng' });
  },
} as const satisfies Handlers;

interface Params {
  readonly deviceId: string;
  readonly recordingId: string;
}

function requireRecording({ store }: Service, { deviceId, recordingId }: Params): StoredScreenRecording {
  const device = requireDevice(store, deviceId);
  const recording = store.screenRecordings.get(recordingId);
  if (recording?.deviceId === device.id) return recording;
  throw notFound('screen recording', 'recording_not_found');
}

function requireEnded(
  service: Service,
  params: Params,
  refused: readonly (string | null)[],
): StoredScreenRecording {
  const recording = requireRecording(service, params);
  if (!refused.includes(recording.status ?? null)) return recording;
  throw recording.status === RUNNING
    ? conflict('recording_running', 'The recording is running; stop it first.')
    : conflict('recording_processing', 'The video of the recording is being prepared.');
}

function problemsOf({ name, types, retentionDays: days }: StartScreenRecording): readonly RequestProblem[] {
  const { name: longest, retentionDays } = ScreenRecordingLimits;
  const { min, max } = retentionDays;
  const problems: RequestProblem[] = [];
  const check = (isValid: boolean, field: string, message: string, value: unknown): void => {
    if (!isValid) problems.push({ location: `body.${field}`, message, value });
  };
  check(name === undefined || name.length <= longest, 'name', `at most ${longest} characters`, name);
  check(days === undefined || (days >= min && days <= max), 'retentionDays', `from ${min} to ${max}`, days);
  const unknown = types?.find(type => !SCREEN_RECORDING_TYPES.some(known => known === type));
  const message = `one or more of ${SCREEN_RECORDING_TYPES.join(', ')}`;
  check(unknown === undefined && types?.length !== 0, 'types', message, unknown ?? types);
  return problems;
}
