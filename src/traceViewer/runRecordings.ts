import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '../client/client.ts';
import type { ScreenRecording } from '../contract/records/screenRecording.ts';
import type { TraceRun, TraceStep } from '../contract/sandbox/traces.ts';
import type { TraceDocument } from '../flow/trace/traceFile.ts';
import type { RecordedMoment, RunRecording } from '../protocol/traceViewer.ts';
import { isNotOffered } from '../stores/notOffered.ts';
import { readScreenRecordings } from '../stores/screenRecordings.ts';
import { mapLimit } from '../util/mapLimit.ts';

/** The maximum number of devices whose recordings are read, of requests at once, and of reads until there is a video. */
const MAX = { devices: 32, requests: 4, reads: 20 } as const;
/** The time between two reads. */
const PAUSE_MS = 500;

/** A recording of a device during a run. */
interface Found {
  readonly deviceId: string;
  readonly recording: ScreenRecording;
}

/** The screen recordings that were made during a run. */
export class RunRecordings {
  readonly #client: () => Promise<Client>;
  #found: readonly Found[] = [];
  /** The last read, with the document that it belongs to. */
  #reading: { readonly document: TraceDocument; readonly list: Promise<readonly RunRecording[]> } | undefined;

  constructor(client: () => Promise<Client>) {
    this.#client = client;
  }

  /** Reads the recordings with a video of the devices of a run; none if the service does not offer them. */
  list(document: TraceDocument, signal: AbortSignal): Promise<readonly RunRecording[]> {
    // Every state of the page asks again.
    if (this.#reading?.document === document) return this.#reading.list;
    const reading = { document, list: this.#read(document, signal) };
    this.#reading = reading;
    const forget = (): void => {
      if (this.#reading === reading) this.#reading = undefined;
    };
    void reading.list.catch(forget);
    return reading.list;
  }

  async #read(document: TraceDocument, signal: AbortSignal): Promise<readonly RunRecording[]> {
    const client = await this.#client();
    const deviceIds = devicesOf(document).slice(0, MAX.devices);
    const found = await mapLimit(deviceIds, MAX.requests, async deviceId => {
      try {
        const recordings = await readRecordings(client, deviceId, document.run, signal);
        return recordings.flatMap(recording => (recording.video == null ? [] : [{ deviceId, recording }]));
      } catch (error) {
        if (isNotOffered(error)) return [];
        throw error;
      }
    });
    if (this.#reading?.document === document) this.#found = found.flat();
    const nameOf = (deviceId: string): string | null | undefined =>
      document.run.devices?.find(({ id }) => id === deviceId)?.name;
    return found.flat().map(({ deviceId, recording: { id, name } }) => ({
      id,
      label: nameOf(deviceId) ?? name ?? deviceId,
    }));
  }

  /** Returns the recording of a step, with the positions of the step in it; undefined if the step was not recorded. */
  momentOf({ run, steps }: TraceDocument, index: number): RecordedMoment | undefined {
    const step = steps[index];
    const ofDevice = this.#found.filter(({ deviceId }) => deviceId === step?.deviceId);
    const candidates = ofDevice.length > 0 ? ofDevice : this.#found;
    const found = candidates.find(
      ({ recording }) => !isOfStep(recording, run) || stepOf(recording, steps) === step,
    );
    if (!found) return undefined;
    const start = Date.parse(found.recording.startedAt ?? '');
    const positionOf = (time: string | null | undefined): number | undefined => {
      const position = Date.parse(time ?? '') - start;
      return Number.isNaN(position) ? undefined : Math.max(0, position);
    };
    return {
      id: found.recording.id,
      before: positionOf(step?.startedAt),
      after: positionOf(step?.finishedAt ?? step?.startedAt),
    };
  }

  /** Reads the video of a recording that was found. */
  async video(id: string): Promise<Uint8Array> {
    const found = this.#found.find(({ recording }) => recording.id === id);
    if (!found) throw new Error('This video does not exist anymore.');
    const { deviceId } = found;
    const client = await this.#client();
    const { value } = await client.getScreenRecordingVideo({ params: { deviceId, recordingId: id } });
    // A Buffer would reach the page as JSON.
    return new Uint8Array(value);
  }
}

function devicesOf({ run, steps }: TraceDocument): readonly string[] {
  const ids = [...(run.devices ?? []).map(({ id }) => id), ...steps.map(({ deviceId }) => deviceId)];
  return [...new Set(ids.filter(id => id != null))];
}

/** Reads the recordings of a device in a run. Waits for a while for the videos of a run that has just ended. */
async function readRecordings(
  client: Client,
  deviceId: string,
  run: TraceRun,
  signal: AbortSignal,
): Promise<readonly ScreenRecording[]> {
  for (let count = 1; ; count++) {
    const found = recordingsOf(run, await readScreenRecordings(client, deviceId, signal));
    const isComing = found.some(({ video, error }) => video == null && error == null);
    if (!isComing || count === MAX.reads) return found;
    await wait(PAUSE_MS, undefined, { signal });
  }
}

// A run may name its recordings, and a recording of the sandbox names its run. Otherwise, the time decides.
function recordingsOf(run: TraceRun, recordings: readonly ScreenRecording[]): readonly ScreenRecording[] {
  const [begin, end] = [Date.parse(run.startedAt ?? ''), Date.parse(run.finishedAt ?? '')];
  const named = recordings.filter(({ id }) => run.recordingIds?.includes(id));
  if (named.length > 0) return named;
  const ofRun = recordings.filter(recording => recording['executionId'] === run.executionId);
  if (ofRun.length > 0) return ofRun;
  return recordings
    .filter(
      ({ startedAt, endedAt }) => Date.parse(startedAt ?? '') < end && Date.parse(endedAt ?? '') > begin,
    )
    .slice(0, 1);
}

// A run names the recordings of its steps, and a recording of the sandbox its step.
function isOfStep(recording: ScreenRecording, { recordsSteps }: TraceRun): boolean {
  return recordsSteps === true || typeof recording['flowActionId'] === 'string';
}

/** Returns the step that a recording was made of: one that it names, whose beginning is closest to that of the recording. */
function stepOf(recording: ScreenRecording, steps: readonly TraceStep[]): TraceStep | undefined {
  const named = steps.filter(
    ({ flowActionId }) => flowActionId != null && flowActionId === recording['flowActionId'],
  );
  const distance = ({ startedAt }: TraceStep): number =>
    Math.abs(Date.parse(startedAt ?? '') - Date.parse(recording.startedAt ?? ''));
  return (
    (named.length > 0 ? named : steps)
      .filter(step => !Number.isNaN(distance(step)))
      // Of steps that began at the same time, the last one is inside the other, or the other took no time.
      .reduce<TraceStep | undefined>(
        (best, step) => (best === undefined || distance(step) <= distance(best) ? step : best),
        undefined,
      )
  );
}
