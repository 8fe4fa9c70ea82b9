import type { Client } from '../../client/client.ts';
import type { ApiError } from '../../client/failure.ts';
import type { ScreenRecording } from '../../contract/records/screenRecording.ts';
import type { ScreenRecordingLine, ScreenRecordingsState } from '../../protocol/screenRecordings.ts';
import { isNotOffered } from '../../stores/notOffered.ts';
import { Poller, type Polled } from '../../stores/poller.ts';
import { isRunning, readScreenRecordings } from '../../stores/screenRecordings.ts';
import { type Disposable, Disposables } from '../../util/disposables.ts';
import { Emitter } from '../../util/emitter.ts';
import { toError } from '../../util/errors.ts';
import { explain } from '../../wording/explain.ts';

/** The device whose screen is recorded. */
interface RecordedScreen {
  readonly deviceId: string;
  /** The display that is shown. */
  readonly screen: { readonly display: number };
  /** Returns the client of its connection; rejects if another connection is active. */
  client(): Promise<Client>;
}

/** The pause between two reads, in milliseconds; another client can start a recording at any time. */
const EVERY_MS = 10_000;
/** The pause while a video is being prepared. */
const PREPARING_MS = 1500;
/** The time in which the video of a recording is expected once its end was seen, in milliseconds. */
const PREPARED_AFTER_MS = 120_000;
/** The maximum number of recordings that a page shows. */
const MAX_SHOWN = 200;
/** The maximum length of a text of the service. */
const MAX_TEXT_LENGTH = 300;

/** The screen recordings of a device: reads them while a page is visible, and starts, stops, and deletes them. */
export class DeviceScreenRecordings implements Disposable {
  readonly #device: RecordedScreen;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly onDidChange = this.#changed.event;
  readonly #watchers = new Set<object>();
  readonly #poller: Poller;
  /** The times at which the ends of recordings were first seen; the clock of the service may differ. */
  readonly #endsSeen = new Map<string, number>();
  #list: readonly ScreenRecording[] = [];
  #reads = 0;
  /** The number of the read whose result is shown. */
  #shown = 0;
  #isMissing = false;
  #failure: unknown;

  constructor(device: RecordedScreen) {
    this.#device = device;
    this.#poller = this.#owned.add(
      new Poller(
        () => this.#poll(),
        () => (this.#list.some(recording => this.#isPreparing(recording)) ? PREPARING_MS : EVERY_MS),
      ),
    );
  }

  /** The state for the webview. */
  get state(): ScreenRecordingsState {
    return {
      isRead: this.#shown > 0,
      isMissing: this.#isMissing,
      problem: this.#failure === undefined || this.#isMissing ? undefined : explain(this.#failure).summary,
      list: this.#list.slice(0, MAX_SHOWN).map(toLine),
    };
  }

  /** Returns a recording that was read. Throws an Error for the user if it is gone. */
  require(id: string): ScreenRecording {
    const found = this.#list.find(recording => recording.id === id);
    if (!found) throw new Error('This video does not exist anymore.');
    return found;
  }

  /** Registers or removes a page; the list is read only while there is a visible one. */
  watch(page: object, isVisible: boolean): void {
    const wasWatched = this.#watchers.size > 0;
    if (isVisible) this.#watchers.add(page);
    else this.#watchers.delete(page);
    const isWatched = this.#watchers.size > 0;
    if (isWatched === wasWatched) return;
    this.#poller.watch(isWatched);
    if (isWatched) void this.read();
  }

  /** Reads the list again if a page shows it. */
  readAgain(): void {
    if (this.#watchers.size > 0) void this.read();
  }

  /** Reads the list; never rejects. After a failure, the last list stays. */
  async read(): Promise<void> {
    const number = ++this.#reads;
    const { list, failure, isMissing = false } = await this.#fetch();
    // A read that took long must not replace what a later one found.
    if (number < this.#shown) return;
    this.#shown = number;
    this.#failure = failure;
    this.#isMissing = isMissing;
    if (list) this.#show(list);
    this.#changed.fire();
  }

  async #fetch(): Promise<{
    readonly list?: readonly ScreenRecording[];
    readonly failure?: unknown;
    readonly isMissing?: boolean;
  }> {
    try {
      return { list: await readScreenRecordings(await this.#device.client(), this.#device.deviceId) };
    } catch (failure) {
      return { failure, isMissing: isNotOffered(failure) && !namesDevice(failure) };
    }
  }

  #show(list: readonly ScreenRecording[]): void {
    this.#list = list;
    const ended = new Set(list.filter(recording => !isRunning(recording)).map(({ id }) => id));
    for (const id of this.#endsSeen.keys()) if (!ended.has(id)) this.#endsSeen.delete(id);
    for (const id of ended) if (!this.#endsSeen.has(id)) this.#endsSeen.set(id, Date.now());
  }

  /** Returns true for a recording that has just ended and whose video may still come. */
  #isPreparing({ id, types, video }: ScreenRecording): boolean {
    const seen = this.#endsSeen.get(id);
    if (video != null || seen === undefined || types?.includes('video') === false) return false;
    return Date.now() - seen < PREPARED_AFTER_MS;
  }

  /** Starts to record the display that is shown. */
  async start(): Promise<void> {
    const { deviceId, screen } = this.#device;
    const headers = { 'x-device-display-id': screen.display };
    await this.#change(client => client.startScreenRecording({ params: { deviceId }, headers, body: {} }));
  }

  async stop(id: string): Promise<void> {
    await this.#change(client => client.stopScreenRecording(this.#paramsOf(id)));
  }

  async delete(id: string): Promise<void> {
    await this.#change(client => client.deleteScreenRecording(this.#paramsOf(id)));
  }

  /** Reads the video of a recording. */
  async video(id: string): Promise<Uint8Array> {
    const client = await this.#device.client();
    return (await client.getScreenRecordingVideo(this.#paramsOf(id))).value;
  }

  /** Reads the actions that were performed during a recording, in the format of the service. */
  async actions(id: string): Promise<Uint8Array> {
    const client = await this.#device.client();
    return (await client.getScreenRecordingActions(this.#paramsOf(id))).value;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  // The list is read again after a failure, too, since another client may have changed the recording before.
  async #change(call: (client: Client) => Promise<unknown>): Promise<void> {
    try {
      await call(await this.#device.client());
    } finally {
      await this.read();
    }
  }

  #paramsOf(id: string): { readonly params: { readonly deviceId: string; readonly recordingId: string } } {
    return { params: { deviceId: this.#device.deviceId, recordingId: id } };
  }

  async #poll(): Promise<Polled> {
    // A service does not begin to offer an operation while a page is open.
    if (this.#isMissing) return undefined;
    await this.read();
    return this.#failure === undefined ? undefined : toError(this.#failure);
  }
}

// The status is 404 for a device that is gone, too.
function namesDevice({ failure }: ApiError): boolean {
  return failure.kind === 'refused' && /device/i.test(failure.code ?? failure.message);
}

function toLine(recording: ScreenRecording): ScreenRecordingLine {
  const { id, name, status, startedAt, endedAt, expiresAt, actions, error, types, video } = recording;
  const [start, end] = [timeOf(startedAt), timeOf(endedAt)];
  return {
    id,
    name: shown(name) ?? 'Video',
    status: shown(status) ?? '',
    isRunning: isRunning(recording),
    hasVideo: video != null,
    hasVideoPart: video != null || types?.includes('video') !== false,
    hasActions: types?.includes('trajectory') !== false,
    startedAt: start,
    durationMs:
      video?.durationMs ?? (start === undefined || end === undefined ? undefined : Math.max(0, end - start)),
    sizeBytes: video?.sizeBytes ?? undefined,
    expiresAt: timeOf(expiresAt),
    actions: actions ?? undefined,
    isLimited: video?.limited === true,
    limitReason: shown(video?.limitReason),
    error: shown(error),
  };
}

function shown(text: string | null | undefined): string | undefined {
  return text == null || text === '' ? undefined : text.slice(0, MAX_TEXT_LENGTH);
}

function timeOf(timestamp: string | null | undefined): number | undefined {
  const time = Date.parse(timestamp ?? '');
  return Number.isNaN(time) ? undefined : time;
}
