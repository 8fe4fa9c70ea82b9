import type { BrowserContext, Page } from 'playwright-core';
import type { FailedCheck } from '../../src/appState/failedChecks.ts';
import { createCatalog } from '../../src/flow/catalog.ts';
import type { Trace } from '../../src/flow/trace/traceFile.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import {
  type OpenTrace,
  type RecordedMoment,
  type RunRecording,
  type TraceRequest,
  type TraceState,
  traceViewerProtocol,
} from '../../src/protocol/traceViewer.ts';
import { pictureOfCheck, withFailedChecks } from '../../src/traceViewer/pictureChecks.ts';
import type { ShownTrace } from '../../src/traceViewer/shownTrace.ts';
import { type OtherRun, ComparedTraces } from '../../src/traceViewer/comparedTraces.ts';
import { TraceReading } from '../../src/traceReading/traceReading.ts';
import { TraceRepairs } from '../../src/traceViewer/traceRepairs.ts';
import { HostedPage } from './hostedPage.ts';
import { type Lifetime, usePageContexts } from './pageContexts.ts';
import type { Theme } from './webviewPage.ts';

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
  /** The picture checks that failed after the run. */
  readonly failedChecks?: readonly FailedCheck[];
  /** True if the tasks of the run can be saved. */
  readonly savesTasks?: boolean;
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
}

/** Uses a browser for the tests of the surrounding suite, and returns a function that opens a trace page in it. */
export function useTracePages(lifetime?: Lifetime): (settings: TracePageSettings) => Promise<TracePage> {
  const createContext = usePageContexts(lifetime);
  return async settings => {
    const { width = 1100, height = 760 } = settings;
    return TracePage.open(await createContext({ viewport: { width, height } }), settings);
  };
}

/** A trace page whose host is a trace in memory. */
export class TracePage extends HostedPage<TraceRequest, TraceState> {
  /** The sentence with which the request to open the flow file fails. */
  refusal: string | undefined;
  /** The steps whose tasks were to be saved. */
  readonly savedTasks: number[] = [];
  /** The run that the user chooses to compare with. */
  other: OtherRun | undefined;
  #reading: TraceReading | ComparedTraces | undefined;
  #alone: TraceReading | undefined;
  readonly #passed: Trace | undefined;
  readonly #recordings: PageRecordings | undefined;
  readonly #failedChecks: readonly FailedCheck[];
  #repairs: TraceRepairs | undefined;
  #state: TraceState;

  private constructor(
    page: Page,
    { trace, progress, passed, recordings, failedChecks = [], savesTasks = false }: TracePageSettings,
  ) {
    super(page, {
      ...{ bundle: 'traceViewer', protocol: traceViewerProtocol, pictures: 'trace-page' },
      parts: 'main, main > section, .top, .why, .evidence',
    });
    this.#recordings = recordings;
    this.#passed = passed;
    this.#failedChecks = failedChecks;
    this.#reading = this.#alone = typeof trace === 'string' ? undefined : new TraceReading(trace, progress);
    this.#state = this.#reading
      ? { ...withFailedChecks(this.#reading.state, this.#reading.document, failedChecks), savesTasks }
      : { kind: 'broken', sentence: typeof trace === 'string' ? trace : '' };
  }

  static async open(context: BrowserContext, { theme, ...shown }: TracePageSettings): Promise<TracePage> {
    const page = await context.newPage();
    const opened = new TracePage(page, shown);
    await opened.load(theme);
    await page.locator('trace-viewer main').waitFor();
    await opened.settled();
    return opened;
  }

  /** Shows another version of the trace. */
  async showTrace(trace: Trace, progress?: Progress, wanted?: OpenTrace['wanted']): Promise<void> {
    this.#alone = new TraceReading(trace, progress);
    await this.#use(this.#alone, wanted);
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

  protected override receive(id: number, request: TraceRequest): void {
    const answer = async (): Promise<void> => {
      try {
        await this.answer(id, (await this.#answerTo(request)) ?? null);
      } catch (error) {
        await this.fail(id, error);
      }
    };
    if (request.kind === 'open') void this.show(this.#state);
    else void answer();
  }

  async #answerTo(request: TraceRequest): Promise<unknown> {
    const { list = [], momentOf, video } = this.#recordings ?? {};
    switch (request.kind) {
      case 'recordings':
        return list;
      case 'recordedMoment':
        return momentOf?.(request.step);
      case 'video':
        return video?.();
      case 'compare':
      case 'stopComparing': {
        const other = request.kind === 'compare' ? this.other : undefined;
        if (this.#alone) void this.#use(other ? new ComparedTraces(this.#alone, other) : this.#alone);
        return null;
      }
      case 'repair':
        return this.#openRepairs()?.find(request.step);
      case 'passedScreen':
        return this.#openRepairs()?.screen(request.id);
      case 'passedPicture':
        return this.#openRepairs()?.picture(request.id);
      case 'checkPicture':
        return pictureOfCheck(this.#failedChecks, request.id);
      case 'applyRepair':
        return null;
      case 'saveTask':
        this.savedTasks.push(request.step);
        return null;
      case 'goTo':
        if (this.refusal !== undefined) throw new Error(this.refusal);
        return null;
      default:
        return this.#reading?.answer(request);
    }
  }

  #openRepairs(): TraceRepairs | undefined {
    const document = this.#alone?.document;
    const passed = this.#passed;
    const run = passed && {
      evidence: passed.document,
      picture: async (screen: string) => Promise.resolve(passed.pictures.get(screen)),
    };
    return (this.#repairs ??=
      document &&
      new TraceRepairs(
        {
          readPassedRun: () => Promise.resolve(run),
          readCatalog: () => Promise.resolve(createCatalog(demoCatalog)),
        },
        document,
      ));
  }

  #use(reading: TraceReading | ComparedTraces, wanted?: OpenTrace['wanted']): Promise<void> {
    this.#reading = reading;
    this.#state = { ...reading.state, wanted };
    return this.show(this.#state);
  }
}
