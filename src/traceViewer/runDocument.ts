import type * as vscode from 'vscode';
import type { FailedCheck } from '../appState/failedChecks.ts';
import { isFinished } from '../contract/enumerations.ts';
import type { Trace, TraceDocument as TraceContent } from '../flow/trace/traceFile.ts';
import { Poller, type Polled } from '../stores/poller.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { toError } from '../util/errors.ts';
import { explain } from '../wording/explain.ts';
import { readScreenPicture } from '../deploy/readSandboxTrace.ts';
import { readScreenshot } from '../deploy/readServiceTrace.ts';
import { RunReader, type RunSource } from './runReader.ts';
import { RunRecordings } from './runRecordings.ts';
import type { ShownTrace } from './shownTrace.ts';

/** The time between two reads of a run in progress. */
const POLL_MS = 400;
/** The maximum number of pictures that are kept. */
const MAX_PICTURES = 60;

const NOT_KEPT = 'The evidence of this test run is not known anymore. Run the test again.';

/** The source of a test run, whose times are not those of the phone. */
const TEST_SOURCE = 'Sandbox for tests, in which waits are shortened';

/** The source of a run that is watched. */
interface WatchedSource extends RunSource {
  readonly connectionId: string;
  /** Returns true if the run belongs to the sandbox and the sandbox is not running. */
  readonly isStopped: () => boolean;
  /** Reads what the window has kept of the run; undefined if that is nothing. */
  readonly kept: () => Promise<Trace | undefined>;
  /** Returns the picture checks of a test that failed after the run. */
  readonly failedChecks: () => readonly FailedCheck[];
  /** True for a run of a test, whose sandbox has ended. */
  readonly isTest: boolean;
}

/** The evidence of a run on a connection, read again while the run goes on and a viewer is visible. */
export class RunDocument implements ShownTrace {
  readonly uri: vscode.Uri;
  readonly recordings: RunRecordings;
  readonly #source: WatchedSource;
  readonly #name: string;
  readonly #reader: RunReader;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #poller = this.#owned.add(new Poller(() => this.#refresh(), POLL_MS));
  readonly #closing = new AbortController();
  readonly #pictures = new Map<string, Promise<Uint8Array | undefined>>();
  readonly #visible = new Set<object>();
  #reading: Promise<Polled> | undefined;
  #read: TraceContent | undefined;
  /** The evidence that was read, with its source. */
  #content: TraceContent | undefined;
  #error: Error | undefined;
  /** True if the content is what the window has kept, which has no pictures. */
  #isKept = false;

  readonly onDidChange = this.#changed.event;

  /** `name` is that of the connection. */
  constructor(uri: vscode.Uri, name: string, source: WatchedSource) {
    this.uri = uri;
    this.#name = name;
    this.#source = source;
    this.#reader = new RunReader(source);
    this.recordings = new RunRecordings(async () => {
      this.#requireSandbox();
      return source.client();
    });
  }

  get connectionId(): string | undefined {
    const { isTrial, isTest, connectionId } = this.#source;
    return isTrial || isTest ? undefined : connectionId;
  }

  get failedChecks(): readonly FailedCheck[] {
    return this.#source.failedChecks();
  }

  get progress(): ShownTrace['progress'] {
    if (!this.#content || isFinished(this.#content.run)) return undefined;
    return { problem: this.#error && explain(this.#error).summary };
  }

  async read(): Promise<Trace> {
    if (!this.#content) await this.#refresh();
    if (!this.#content) throw this.#error ?? new Error('The run cannot be read.');
    return { document: this.#content, pictures: new Map() };
  }

  async picture(id: string): Promise<Uint8Array | undefined> {
    const { openSandbox, executionId, client } = this.#source;
    if (this.#isKept) return undefined;
    let picture = this.#pictures.get(id);
    if (!picture) {
      this.#requireSandbox();
      const { signal } = this.#closing;
      const screen = this.#content?.screens.find(one => one.id === id);
      picture = openSandbox
        ? openSandbox().then(async sandbox =>
            readScreenPicture(sandbox, { executionId, screenId: id }, signal),
          )
        : client().then(async service => readScreenshot(service, executionId, screen, signal));
      // A picture that could not be read is requested again.
      picture.then(
        bytes => bytes ?? this.#pictures.delete(id),
        () => this.#pictures.delete(id),
      );
    }
    this.#pictures.delete(id);
    this.#pictures.set(id, picture);
    for (const oldest of this.#pictures.keys()) {
      if (this.#pictures.size <= MAX_PICTURES) break;
      this.#pictures.delete(oldest);
    }
    return picture;
  }

  setVisible(viewer: object, isVisible: boolean): void {
    if (isVisible) this.#visible.add(viewer);
    else this.#visible.delete(viewer);
    this.#watch();
  }

  dispose(): void {
    this.#closing.abort();
    this.#owned.dispose();
  }

  #watch(): void {
    const isOver = this.#content !== undefined && isFinished(this.#content.run);
    this.#poller.watch(this.#visible.size > 0 && !isOver && !this.#closing.signal.aborted);
  }

  // The first read and a repeated one share their result.
  #refresh(): Promise<Polled> {
    return (this.#reading ??= this.#readAgain().finally(() => (this.#reading = undefined)));
  }

  async #readAgain(): Promise<Polled> {
    const { signal } = this.#closing;
    const before = this.#content;
    const problem = this.#error?.message;
    try {
      if (this.#source.isTest) await this.#useKept(new Error(NOT_KEPT));
      else {
        this.#requireSandbox();
        const read = await this.#reader.read(signal);
        if (read !== this.#read) this.#content = { ...read, source: this.#name };
        this.#read = read;
      }
      this.#error = undefined;
    } catch (error) {
      if (signal.aborted) return undefined;
      this.#error = await this.#useKept(toError(error)).catch(toError);
    }
    if (signal.aborted) return undefined;
    this.#watch();
    if (this.#content !== before || this.#error?.message !== problem) this.#changed.fire();
    // The poller would wait longer after each error, but the user may start the sandbox at any time.
    return this.#isStopped ? undefined : this.#error;
  }

  /** Shows what the window has kept of the run, or throws the given error if that is nothing. */
  async #useKept(error: Error): Promise<undefined> {
    const kept = this.#source.isTrial ? await this.#source.kept() : undefined;
    if (!kept) throw error;
    // The window did not keep the pictures, which the service had.
    const missing = kept.document.missing.filter(part => part !== 'pictures');
    const source = this.#source.isTest ? TEST_SOURCE : this.#name;
    this.#content = { ...kept.document, missing, source };
    this.#isKept = true;
  }

  /** True if the sandbox does not run after the first read of the run, the only one that may start it. */
  get #isStopped(): boolean {
    return (this.#content ?? this.#error) !== undefined && this.#source.isStopped();
  }

  /** Throws if the sandbox was stopped. */
  #requireSandbox(): void {
    if (!this.#isStopped) return;
    throw new Error(
      this.#source.isTrial
        ? 'The sandbox was stopped and no longer has this trial run. Run it again for a new trace.'
        : 'The sandbox is not running. Start it to read the run again.',
    );
  }
}
