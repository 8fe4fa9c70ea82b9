import * as vscode from 'vscode';
import type { TraceDocument, Trace } from '../flow/trace/traceFile.ts';
import { stepsTracedAs } from '../flow/trace/findTracedStep.ts';
import { taskIdIn } from '../flow/run/runSteps.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { runCommand } from '../host/commands.ts';
import { dialogs } from '../host/dialogs.ts';
import { editDocument } from '../host/editDocument.ts';
import { openPage, type WebviewPage } from '../host/page.ts';
import { Command } from '../manifest.ts';
import {
  type RunRecording,
  traceViewerProtocol,
  type TraceRequest,
  type TraceState,
} from '../protocol/traceViewer.ts';
import { InactiveConnectionError } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import { explain } from '../wording/explain.ts';
import { type OtherRun, ComparedTraces } from './comparedTraces.ts';
import { findFlowFile, goToStep, openStepAt } from './goToStep.ts';
import { maskPicture } from './maskPicture.ts';
import { pictureOfCheck, withFailedChecks } from './pictureChecks.ts';
import type { ShownTrace } from './shownTrace.ts';
import { shownPicture, TraceReading } from '../traceReading/traceReading.ts';
import { TraceRepairs } from './traceRepairs.ts';
import type { TraceServices, WantedStep } from './traceServices.ts';

/** For a step with several rounds, the first run with one of these states is shown, in this order, or else the last run. */
const PREFERRED_STATES = ['failed', 'running'];

/** One viewer of a trace: sends the trace to its page and answers the requests of the page. */
export class TraceSession implements vscode.Disposable {
  readonly #document: ShownTrace;
  readonly #services: TraceServices;
  readonly #owned = new Disposables();
  readonly #closing = new AbortController();
  readonly #page: WebviewPage<TraceState>;
  #reading: Promise<TraceReading> | undefined;
  /** Incremented for each state that is to be shown. */
  #turn = 0;
  #wanted: (WantedStep & { readonly at: number }) | undefined;
  #other: OtherRun | undefined;
  #comparison: ComparedTraces | undefined;
  #repairs: TraceRepairs | undefined;

  constructor(document: ShownTrace, webview: vscode.Webview, extension: vscode.Uri, services: TraceServices) {
    this.#document = document;
    this.#services = services;
    this.#page = this.#owned.add(
      openPage<TraceRequest, TraceState>(
        webview,
        extension,
        { name: 'traceViewer', title: 'Trace' },
        traceViewerProtocol,
        { answer: request => this.#answer(request), explain: error => explain(error).summary },
      ),
    );
    this.#owned.add(
      document.onDidChange(() => {
        this.#reading = undefined;
        this.#comparison = undefined;
        this.#repairs = undefined;
        void this.#show();
      }),
    );
    this.setVisible(true);
  }

  /** The address of the trace. */
  get uri(): string {
    return this.#document.uri.toString();
  }

  dispose(): void {
    this.#closing.abort();
    this.setVisible(false);
    this.#owned.dispose();
  }

  /** Follows the panel of the viewer, which was shown or hidden. */
  setVisible(isVisible: boolean): void {
    this.#document.setVisible(this, isVisible);
  }

  /** Selects the step that ran as a step of a flow file, now or as soon as it runs. */
  async showStep(step: WantedStep): Promise<void> {
    this.#wanted = { ...step, at: Date.now() };
    this.#other = undefined;
    this.#comparison = undefined;
    await this.#show();
  }

  async #answer(request: TraceRequest): Promise<unknown> {
    if (request.kind === 'open') return this.#show();
    if (request.kind === 'compare') return this.#compare();
    if (request.kind === 'stopComparing') return this.compareWith(undefined);
    if (request.kind === 'passedScreen') return (await this.#readRepairs()).screen(request.id);
    if (request.kind === 'passedPicture') return (await this.#readRepairs()).picture(request.id);
    if (request.kind === 'repair') return (await this.#readRepairs()).find(request.step);
    if (request.kind === 'applyRepair') return this.#applyRepair(request.step);
    if (request.kind === 'saveTask') return this.#saveTask(request.step);
    if (request.kind === 'recordings') return this.#listRecordings();
    if (request.kind === 'recordedMoment')
      return this.#document.recordings?.momentOf((await this.#document.read()).document, request.step);
    if (request.kind === 'video') return this.#document.recordings?.video(request.id);
    if (request.kind === 'maskPicture')
      return maskPicture(this.#document.failedChecks, request.picture, request.area);
    if (request.kind === 'checkPicture') return pictureOfCheck(this.#document.failedChecks, request.id);
    const shown = await this.#shown();
    if (request.kind !== 'goTo') {
      const answer = shown.answer(request);
      const isSecond = shown instanceof ComparedTraces && shown.isShownSecond;
      const ofShown = isSecond ? 'otherPicture' : 'picture';
      if (answer !== undefined || request.kind !== ofShown) return answer;
      return shownPicture(await this.#document.picture(request.id));
    }
    const { document } = shown;
    const step = document.steps[request.step];
    if (step) await goToStep(this.#services, document, step);
    return undefined;
  }

  async #listRecordings(): Promise<readonly RunRecording[] | undefined> {
    const { document } = await this.#document.read();
    return this.#document.recordings?.list(document, this.#closing.signal);
  }

  async #readRepairs(): Promise<TraceRepairs> {
    const { document } = await this.#document.read();
    return (this.#repairs ??= new TraceRepairs(this.#services, document));
  }

  async #applyRepair(step: number): Promise<void> {
    const repairs = await this.#readRepairs();
    const { document } = await this.#document.read();
    const file = await findFlowFile(this.#services, document.run);
    if (!file) return;
    const flow = await vscode.workspace.openTextDocument(file);
    const text = flow.getText();
    const edits = await repairs.editsFor(step, text);
    // The edits have offsets of the text that they were made for.
    if (flow.getText() !== text) throw new Error('The flow file has changed meanwhile. Try again.');
    if (!(await editDocument(flow, edits)))
      throw new Error('The flow file cannot be changed now. Try again.');
    await openStepAt(this.#services, file, edits[0]?.start ?? 0);
  }

  async #saveTask(step: number): Promise<void> {
    const { document } = await this.#document.read();
    const id = taskIdIn(document.steps[step]?.output);
    const connection = this.#services.connections.withId(this.#document.connectionId);
    if (id === undefined || !connection) return;
    if (!this.#services.scopes.isCurrent(connection)) throw new InactiveConnectionError(connection.name);
    await runCommand(Command.writeTaskFlow, { kind: 'task', record: { id } });
  }

  /** Lets the user choose another run of the flow, and compares the trace with it. */
  async #compare(): Promise<void> {
    const { document } = await this.#document.read();
    const other = await this.#services.chooseRun(document.run);
    if (other) await this.compareWith(other);
  }

  /** Shows the comparison with another run; undefined to show the trace alone. */
  async compareWith(other: OtherRun | undefined): Promise<void> {
    this.#other = other;
    this.#comparison = undefined;
    await this.#show();
  }

  async #shown(): Promise<TraceReading | ComparedTraces> {
    const reading = await this.#read();
    if (!this.#other) return reading;
    return (this.#comparison ??= new ComparedTraces(reading, this.#other));
  }

  async #show(): Promise<void> {
    const turn = ++this.#turn;
    const state = await this.#shown().then(
      async (reading): Promise<TraceState> => {
        const trace = await this.#document.read();
        return {
          ...withFailedChecks(reading.state, trace.document, this.#document.failedChecks),
          wanted: this.#wantedIn(reading, trace),
          savesTasks: this.#document.connectionId !== undefined,
        };
      },
      (error: unknown): TraceState => ({ kind: 'broken', sentence: explain(error).summary }),
    );
    // A reading that took longer than a later one is outdated.
    if (turn === this.#turn) this.#page.show(state);
  }

  #wantedIn(
    { state }: TraceReading | ComparedTraces,
    { document }: Trace,
  ): { readonly row: string; readonly at: number } | undefined {
    if (!this.#wanted || state.comparison) return undefined;
    const { at, label } = this.#wanted;
    const index = findWanted(document, this.#wanted);
    const row = index === undefined ? undefined : state.rows.find(({ step }) => step === index)?.key;
    if (row !== undefined) return { row, at };
    // The step may be about to run.
    if (!state.live) {
      this.#wanted = undefined;
      void dialogs.showInformationMessage(
        `This run has no evidence of ${label}. The step is new, or did not run.`,
      );
    }
    return undefined;
  }

  #read(): Promise<TraceReading> {
    return (this.#reading ??= this.#document
      .read()
      .then(trace => new TraceReading(trace, this.#document.progress))
      .catch((error: unknown) => {
        this.#reading = undefined;
        throw error;
      }));
  }
}

function findWanted({ steps }: TraceDocument, { text, path }: WantedStep): number | undefined {
  const found = stepsTracedAs(parseFlow(text), steps, path);
  const states = found.map(index => steps[index]?.status ?? '');
  const at = PREFERRED_STATES.map(state => states.indexOf(state)).find(index => index >= 0);
  return found[at ?? found.length - 1];
}
