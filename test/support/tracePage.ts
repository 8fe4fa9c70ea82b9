import type { BrowserContext, Page } from 'playwright-core';
import { createCatalog } from '../../src/flow/catalog.ts';
import type { Trace } from '../../src/flow/trace/traceFile.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { type HostEnvelope, requestEnvelope } from '../../src/protocol/envelope.ts';
import {
  type OpenTrace,
  type RecordedMoment,
  type RunRecording,
  traceRequest,
  type TraceRequest,
  traceState,
  type TraceState,
} from '../../src/protocol/traceViewer.ts';
import type { ShownTrace } from '../../src/traceViewer/shownTrace.ts';
import { type OtherRun, RunComparison } from '../../src/traceViewer/runComparison.ts';
import { TraceReading } from '../../src/traceReading/traceReading.ts';
import { TraceRepairs } from '../../src/traceViewer/traceRepairs.ts';
import { bytesCode, messageCode, usePageContexts } from './pageContexts.ts';
import { savePicture } from './pictures.ts';
import {
  dressWebview,
  findOverflowingParts,
  loadWebview,
  type Search,
  seriousFindings,
  type Theme,
} from './webviewPage.ts';

type Progress = NonNullable<ShownTrace['progress']>;

/** Screen recordings in memory; a thrown error is the message of a failure. */
interface PageRecordings {
  readonly list: readonly RunRecording[];
  readonly momentOf: (step: number) => RecordedMoment;
  readonly video: () => Uint8Array;
}

/** Options of a trace page. */
interface TracePageSettings {
  /** The trace, or the reason why it cannot be read. */
  readonly trace: Trace | string;
  /** Given for a run in progress. */
  readonly progress?: Progress;
  /** The last run of the flow that passed. */
  readonly passed?: Trace;
  /** The screen recordings of the run. */
  readonly recordings?: PageRecordings;
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
}

/** Starts a browser for the tests of the surrounding suite, and returns a function that opens a trace page in it. */
export function useTracePages(): (settings: TracePageSettings) => Promise<TracePage> {
  const createContext = usePageContexts();
  return async settings => {
    const { width = 1100, height = 760 } = settings;
    return TracePage.open(await createContext({ viewport: { width, height } }), settings);
  };
}

/** A trace page whose host is a trace in memory. */
export class TracePage {
  readonly page: Page;
  readonly errors: string[] = [];
  readonly requests: TraceRequest[] = [];
  /** The sentence with which the request to open the flow file fails. */
  refusal: string | undefined;
  /** The run that the user chooses to compare with. */
  other: OtherRun | undefined;
  #reading: TraceReading | RunComparison | undefined;
  #alone: TraceReading | undefined;
  readonly #passed: Trace | undefined;
  readonly #recordings: PageRecordings | undefined;
  #repairs: TraceRepairs | undefined;
  #state: TraceState;
  #line: Promise<unknown> = Promise.resolve();

  private constructor(page: Page, { trace, progress, passed, recordings }: TracePageSettings) {
    this.#recordings = recordings;
    this.#passed = passed;
    this.page = page;
    this.#reading = this.#alone = typeof trace === 'string' ? undefined : new TraceReading(trace, progress);
    this.#state = this.#reading?.state ?? {
      kind: 'broken',
      sentence: typeof trace === 'string' ? trace : '',
    };
  }

  static async open(
    context: BrowserContext,
    { theme = 'dark', ...shown }: TracePageSettings,
  ): Promise<TracePage> {
    const page = await context.newPage();
    const opened = new TracePage(page, shown);
    await page.exposeFunction('hostAsk', (message: unknown) => opened.#receive(message));
    await loadWebview(page, 'traceViewer', theme, opened.errors);
    await page.locator('trace-viewer main').waitFor();
    await opened.settled();
    return opened;
  }

  /** Shows another version of the trace. */
  async show(trace: Trace, progress?: Progress, wanted?: OpenTrace['wanted']): Promise<void> {
    this.#alone = new TraceReading(trace, progress);
    this.#use(this.#alone, wanted);
    await this.#line;
  }

  /** Compares the trace with another run by the button, and waits until the first difference is shown. */
  async compare(other: OtherRun): Promise<void> {
    this.other = other;
    await this.page.getByRole('button', { name: 'Compare…' }).click();
    await this.page.getByRole('region', { name: 'Comparison' }).waitFor();
    await this.settled();
  }

  /** Waits until the evidence of the selected step is shown. */
  async settled(): Promise<void> {
    await this.page.locator('.details[aria-busy=false], .broken').first().waitFor();
    if ((await this.page.locator('trace-filmstrip').count()) > 0)
      await this.page.locator('trace-filmstrip[data-ready]').waitFor();
  }

  /** Returns the text of the selected row. */
  selected(): Promise<string> {
    return this.page.locator('.row[aria-selected=true]').innerText();
  }

  seriousFindings(search?: Search): Promise<readonly string[]> {
    return seriousFindings(this.page, this.errors, search);
  }

  overflowingParts(): Promise<readonly string[]> {
    return findOverflowingParts(this.page, 'main, main > section, .top, .why, .evidence');
  }

  /** Applies the colors of a theme to the page. */
  async dress(theme: Theme): Promise<void> {
    await dressWebview(this.page, theme);
  }

  /** Saves a screenshot if the run saves screenshots. */
  async picture(name: string): Promise<void> {
    await savePicture(this.page, `trace-page/${name}`);
  }

  #receive(message: unknown): void {
    if (!requestEnvelope(message) || !traceRequest(message.request)) {
      this.errors.push(`The page sends ${JSON.stringify(message)}.`);
      return;
    }
    const { id, request } = message;
    this.requests.push(request);
    if (request.kind === 'open') this.#showState();
    else if (request.kind === 'recordings' || request.kind === 'recordedMoment' || request.kind === 'video')
      this.#answerRecording(id, request);
    else if (request.kind === 'compare' || request.kind === 'stopComparing') {
      const other = request.kind === 'compare' ? this.other : undefined;
      if (this.#alone) this.#use(other ? new RunComparison(this.#alone, other) : this.#alone);
      this.#post({ kind: 'answer', id, answer: null });
    } else if (
      request.kind === 'repair' ||
      request.kind === 'applyRepair' ||
      request.kind === 'passedScreen' ||
      request.kind === 'passedPicture'
    )
      void this.#answerRepair(id, request);
    else if (request.kind === 'goTo' && this.refusal !== undefined)
      this.#post({ kind: 'failure', id, sentence: this.refusal });
    else {
      const answer = request.kind === 'goTo' ? null : (this.#reading?.answer(request) ?? null);
      if (answer instanceof Uint8Array) this.#postBytes(id, answer);
      else this.#post({ kind: 'answer', id, answer });
    }
  }

  #answerRecording(
    id: number,
    request: Extract<TraceRequest, { kind: 'compare' | 'recordings' | 'step' | 'recordedMoment' | 'video' }>,
  ): void {
    const { list = [], momentOf, video } = this.#recordings ?? {};
    try {
      if (request.kind === 'video' && video) this.#postBytes(id, video());
      else {
        const moment = request.kind === 'recordedMoment' ? (momentOf?.(request.step) ?? null) : list;
        this.#post({ kind: 'answer', id, answer: moment });
      }
    } catch (error) {
      this.#post({ kind: 'failure', id, sentence: error instanceof Error ? error.message : '' });
    }
  }

  async #answerRepair(
    id: number,
    request: Extract<
      TraceRequest,
      { kind: 'repair' } | { kind: 'applyRepair' } | { kind: 'passedScreen' } | { kind: 'passedPicture' }
    >,
  ): Promise<void> {
    const document = this.#alone?.document;
    if (!document) return;
    const passed = this.#passed;
    const run = passed && {
      evidence: passed.document,
      picture: async (screen: string) => Promise.resolve(passed.pictures.get(screen)),
    };
    this.#repairs ??= new TraceRepairs(
      {
        readPassedRun: () => Promise.resolve(run),
        readCatalog: () => Promise.resolve(createCatalog(demoCatalog)),
      },
      document,
    );
    if (request.kind === 'repair') {
      this.#post({ kind: 'answer', id, answer: (await this.#repairs.find(request.step)) ?? null });
    } else if (request.kind === 'passedScreen')
      this.#post({ kind: 'answer', id, answer: (await this.#repairs.screen(request.id)) ?? null });
    else if (request.kind === 'passedPicture') {
      const png = await this.#repairs.picture(request.id);
      if (png) this.#postBytes(id, png);
      else this.#post({ kind: 'answer', id, answer: null });
    } else this.#post({ kind: 'answer', id, answer: null });
  }

  #use(reading: TraceReading | RunComparison, wanted?: OpenTrace['wanted']): void {
    this.#reading = reading;
    this.#state = { ...reading.state, wanted };
    this.#showState();
  }

  #showState(): void {
    if (!traceState(this.#state)) this.errors.push('The host shows a state of a wrong form.');
    this.#post({ kind: 'state', state: this.#state });
  }

  #post(message: HostEnvelope): void {
    this.#evaluate(messageCode(message));
  }

  #postBytes(id: number, bytes: Uint8Array): void {
    this.#evaluate(bytesCode(id, bytes));
  }

  #evaluate(code: string): void {
    // The page may have closed.
    this.#line = this.#line.then(() => this.page.evaluate(code)).catch(() => undefined);
  }
}
