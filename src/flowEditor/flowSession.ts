import type { CatalogAction } from '../flow/catalog.ts';
import type { NewStep, StepPath } from '../flow/edit/flowEdit.ts';
import { explain } from '../wording/explain.ts';
import type { WebviewPage } from '../host/page.ts';
import { Command, ContextKey } from '../manifest.ts';
import { sameStep } from '../protocol/flowEdit.ts';
import type {
  ActionMatches,
  EditReply,
  FlowRequest,
  FlowState,
  Problem,
  StepAction,
  InspectorTarget,
} from '../protocol/flowEditor.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { giveReadKeys } from '../flow/edit/readKeys.ts';
import { applyFlowEdits, type EditedFile } from './applyFlowEdit.ts';
import type { FlowSources } from './editorServices.ts';
import type { EditorWindow } from './editorWindow.ts';
import { findSteps } from './findSteps.ts';
import { FlowEditing } from './flowEditing.ts';
import type { FileAddress, FlowFile } from './flowFile.ts';
import { readFlow, type FlowReading } from './flowReading.ts';
import { createFlowState } from './flowState.ts';
import { findActions, noCatalogSentence } from './searchActions.ts';
import { ActionSearch } from '../wording/actionSearch.ts';
import type { StepFile } from './recordedSteps.ts';
import { rangeOfStep } from './stepCards.ts';
import { runHeaderAction } from './headerActions.ts';
import { isNowhere, placeAt, type PlacedProblem } from './placedProblems.ts';
import { outlineOfStep } from './stepElement.ts';
import { deliveryOptionsIn } from './deliveryOptions.ts';
import { stepRuns } from './runOutline.ts';
import { withRunValues } from './runValues.ts';
import { findValues, StepDataScopes } from './stepValues.ts';
import type { ValueChoices } from '../protocol/flowValues.ts';

/**
 * Milliseconds that a save waits for the webview; after 1.5 seconds VS Code itself gives up and ignores the listener.
 */
const FLUSH_MS = 1200;

/** The inspected target and the selected steps of an editor. */
interface Shown {
  readonly target: InspectorTarget;
  readonly selected: readonly StepPath[];
}

/** One visual editor of a flow file: sends each version to its webview and answers the requests of the webview. */
export class FlowSession implements Disposable {
  readonly #file: FlowFile;
  readonly #window: EditorWindow;
  readonly #sources: FlowSources;
  readonly #owned = new Disposables();
  readonly #page: WebviewPage<FlowState>;
  readonly #edited: EditedFile;
  readonly #editing: FlowEditing;
  readonly #actions = new ActionSearch();
  /** The settings until the webview reports what it shows. */
  #shown: Shown = { target: { kind: 'settings' }, selected: [] };
  /** True once the webview has reported what it shows; from then on it receives states. */
  #hasAsked = false;
  /** Resolves once the webview has reported for the first time. */
  readonly loaded: Promise<void>;
  #load!: () => void;
  /** Steps that the webview selects with the next state, because an edit has moved them. */
  #select: readonly StepPath[] | undefined;
  /** The target that the cursors of text editors beside follow; a page begins with the one that it restores. */
  #followed: InspectorTarget | undefined;
  /** The location to reveal with the next state. */
  #problemLocation: ReturnType<typeof placeAt> | undefined;
  #facts: FileFacts;
  readonly #scopes = new StepDataScopes();

  /** Starts the catalog and reads the properties of a file, so that the first state of its webview contains them. */
  static prepare(file: FlowFile, { catalog, links, session }: FlowSources): Promise<FileFacts> {
    catalog.start();
    return readFileFacts(file, links, session.connection?.id);
  }

  /** Disposes of `owned` with itself. */
  constructor(
    file: FlowFile,
    window: EditorWindow,
    sources: FlowSources,
    facts: FileFacts,
    owned?: Disposable,
  ) {
    if (owned) this.#owned.add(owned);
    this.loaded = new Promise(resolve => (this.#load = resolve));
    this.#file = file;
    this.#window = window;
    this.#sources = sources;
    this.#facts = facts;
    this.#page = this.#owned.add(
      window.openPage(this.#state(), {
        answer: request => this.#answer(request),
        explain: error => explain(error).summary,
      }),
    );
    this.#edited = {
      file,
      isEditable: () => this.#facts.editable,
      giveKeys: edits => giveReadKeys(this.#read().document, edits, sources.catalog.catalog),
      follow: steps => this.#follow(steps),
    };
    const read = (): FlowReading => this.#read();
    this.#editing = new FlowEditing(
      { ...this.#edited, file, read, flush: () => this.#flush() },
      window,
      sources,
    );
    this.#listen();
    void this.#readFlow();
  }

  /** Runs a menu command on the selected steps. */
  async actOnSteps(action: StepAction): Promise<void> {
    const [first] = this.#shown.selected;
    if (action !== 'rename') await this.#editing.runAction(action, this.#shown.selected);
    else if (first) {
      this.#problemLocation = { step: first, path: ['nameOverride'] };
      this.#show();
    }
  }

  get uri(): FileAddress {
    return this.#file.uri;
  }

  /** Returns the inspected step, if any, once what was typed in the webview is in the file. */
  async shownStep(): Promise<StepPath | undefined> {
    await this.#flush();
    const { target } = this.#shown;
    return target.kind === 'step' ? target.step : undefined;
  }

  /** Inserts steps after the selected ones, or at the end. */
  insertSteps(steps: readonly NewStep[]): Promise<EditReply> {
    return this.#editing.insertSteps(steps, this.#shown.selected);
  }

  /** The current version of the file, for a recording. */
  get stepFile(): StepFile {
    const { version } = this.#file;
    return {
      version,
      steps: this.#read().steps,
      cursor: this.#shown.selected.at(-1),
      // The next step is recorded after the last one, which the list shows.
      apply: (edits, cursor) =>
        applyFlowEdits(
          { ...this.#edited, follow: steps => this.#follow(steps.slice(-1)) },
          version,
          edits,
          cursor,
        ),
    };
  }

  /** Inserts a step for an action after the selected steps, or at the end. */
  async insertAction(action: CatalogAction): Promise<void> {
    await this.#editing.insert(action, this.#shown.selected);
  }

  /** Stops sending states: a hidden webview is destroyed, and reports anew what it shows once it is visible again. */
  hidden(): void {
    this.#hasAsked = false;
    this.#followed = undefined;
    this.#sources.outlines.show(this, undefined);
    // A page that is destroyed reports no loss of the focus.
    void this.#answer({ kind: 'focus', steps: false });
  }

  /** Returns true if this is an editor of the file. */
  isSessionOf(file: FileAddress): boolean {
    return this.#file.uri.toString() === file.toString();
  }

  /** Reveals the step or setting at an offset of the text and focuses its field. */
  reveal(offset: number): void {
    const problemLocation = placeAt(this.#read().document, offset);
    if (isNowhere(problemLocation)) return;
    this.#problemLocation = problemLocation;
    this.#show();
  }

  /** Reveals a parameter of a step and focuses its field. */
  revealParam(step: StepPath, path: Problem['path']): void {
    this.#problemLocation = { step, path: ['params', ...path] };
    this.#show();
  }

  dispose(): void {
    this.#sources.outlines.show(this, undefined);
    this.#owned.dispose();
  }

  #listen(): void {
    const file = this.#file;
    const { session, catalog, flows, devices, webhooks, links, drift, runs, trialChoices, recordings } =
      this.#sources;
    const show = (): void => this.#show();
    const readFacts = (): void => void this.#readFacts();
    this.#owned.add(
      file.onWillSave(({ isAfterDelay, waitUntil }) => {
        // An automatic save during typing is soon followed by another.
        if (this.#hasAsked && !isAfterDelay) waitUntil(this.#page.flush(FLUSH_MS));
      }),
    );
    const options = deliveryOptionsIn(session);
    for (const source of [file, catalog, flows, drift, devices, webhooks, trialChoices, recordings, options])
      this.#owned.add(source.onDidChange(show));
    this.#owned.add(
      runs.onDidChange(changed => {
        if (this.isSessionOf(changed)) show();
      }),
    );
    this.#owned.add(file.onDidAddFindings(show));
    this.#owned.add(file.onDidMoveCursor(offset => this.#followCursor(offset)));
    this.#owned.add(this.#window.onDidTrust(show));
    this.#owned.add(this.#window.onDidChangeDebugMarks(show));
    this.#owned.add(
      this.#window.onDidChangeTabs(() => {
        // Also fires when the file becomes read-only or writable; a file that is edited as text is left alone.
        if (file.isInFront) void this.#readEditable();
        if (file.isInFront && this.#hasAsked) this.#outline();
      }),
    );
    this.#owned.add(session.onDidChange(readFacts));
    links.watch();
    this.#owned.add(links.onDidChange(readFacts));
  }

  /** Waits until what was typed in the webview is in the file. */
  async #flush(): Promise<void> {
    if (this.#hasAsked) await this.#page.flush(FLUSH_MS);
  }

  async #answer(request: FlowRequest): Promise<unknown> {
    switch (request.kind) {
      case 'show':
        this.#shown = { target: request.target, selected: request.selected };
        this.#hasAsked = true;
        this.#load();
        this.#show();
        return null;
      case 'edit':
        return applyFlowEdits(this.#edited, request.base, [request.edit]);
      case 'insertStep':
        return this.#editing.insertStep(request.base, request.to, request.actionId);
      case 'findActions':
        return this.#findActions(request.text);
      case 'replaceAction':
        return this.#editing.replaceAction(request.base, request.step);
      case 'choose':
        return this.#editing.choose(request.base, request.field);
      case 'chooseParam':
        return this.#editing.chooseParam(request.base, request.step, request.path, request.refersTo);
      case 'copyId':
        await this.#window.writeClipboard(request.id);
        return null;
      case 'paste':
        return this.#editing.paste(request.base, request.to);
      case 'copy':
        await this.#editing.copy(request.steps);
        return null;
      case 'undo':
        // The command affects the active editor, which must not be another file.
        if (this.#file.isInFront) await this.#window.run('undo');
        return null;
      case 'find':
        return findSteps(this.#read().steps, this.#sources.catalog.catalog, request.text);
      case 'findValues':
        return this.#findValues(request);
      case 'focus':
        await this.#window.run('setContext', ContextKey.flowStepsFocus, request.steps);
        return null;
      case 'toggleBreakpoint':
        await this.#window.run(Command.toggleBreakpoint, this.#file.uri, request.step);
        return null;
      case 'pickElement':
        // The user may take long to pick; edits must not wait.
        void this.#window
          .run(Command.pickElement, this.#file.uri, request.step, request.path)
          .catch((error: unknown) => this.#window.report(error));
        return null;
      case 'act':
        // A command may keep its dialogs open for long; edits must not wait for it.
        void runHeaderAction(request.act, {
          file: this.#file,
          flowId: this.#facts.flowId,
          step: this.#shown.target.kind === 'step' ? this.#shown.target.step : undefined,
          reading: this.#read(),
          services: this.#sources,
          window: this.#window,
        }).catch((error: unknown) => this.#window.report(error));
        return null;
    }
  }

  // Set before the change, so that the selection arrives with the version that the edit creates.
  #follow(steps: readonly StepPath[]): () => void {
    const before = this.#shown;
    const [first] = steps;
    if (first) {
      this.#select = steps;
      this.#shown = { target: { kind: 'step', step: first }, selected: steps };
    }
    return () => {
      this.#select = undefined;
      this.#shown = before;
    };
  }

  #findValues({ step, text, inside }: Extract<FlowRequest, { kind: 'findValues' }>): ValueChoices {
    const { document } = this.#read();
    const scope = this.#scopes.of(document, this.#sources.catalog.catalog, step);
    const run = this.#sources.runs.of(this.#file.uri);
    return withRunValues(findValues(scope, text, inside), scope, run && stepRuns(run, document));
  }

  #findActions(text: string): ActionMatches {
    const { state } = this.#sources.catalog;
    const matches = findActions(this.#actions, state.catalog, this.#window.recentActions(), text);
    return { ...matches, hint: noCatalogSentence(state) ?? matches.hint };
  }

  /** Selects the step at the cursor of a text editor beside. */
  #followCursor(offset: number): void {
    if (!this.#hasAsked) return;
    const place = placeAt(this.#file.flow, offset);
    const target = targetOf(place.step);
    if (isNowhere(place) || isSameTarget(target, this.#shown.target)) return;
    this.#select = place.step ? [place.step] : [];
    this.#shown = { target, selected: this.#select };
    this.#followed = target;
    this.#show();
  }

  /** Moves the cursor of text editors beside to the inspected step. */
  #moveCursor(): void {
    const { flow } = this.#file;
    const { target } = this.#shown;
    const range = target.kind === 'step' ? rangeOfStep(flow, target.step) : { start: 0, end: 0 };
    if (range) {
      this.#file.moveCursor(range, offset => isSameTarget(targetOf(placeAt(flow, offset).step), target));
    }
  }

  #read(): FlowReading {
    return readFlow(this.#file.flow, this.#file.diagnostics);
  }

  async #readFacts(): Promise<void> {
    const { session, links } = this.#sources;
    const flowId = await readFlowId(this.#file, links, session.connection?.id);
    this.#facts = { ...this.#facts, flowId };
    this.#show();
    await this.#readFlow();
  }

  async #readEditable(): Promise<void> {
    const editable = await this.#file.isEditable();
    if (editable === this.#facts.editable) return;
    this.#facts = { ...this.#facts, editable };
    this.#show();
  }

  // Only read with an open connection, so that opening a file does not connect.
  async #readFlow(): Promise<void> {
    const { session, flows, drift } = this.#sources;
    if (this.#facts.flowId === undefined || session.state.kind !== 'open') return;
    await Promise.all([flows.ensure(), drift.ensure()]);
  }

  #show(): void {
    if (!this.#hasAsked) return;
    const problemLocation = this.#problemLocation;
    if (problemLocation) {
      const { step } = problemLocation;
      this.#select = step ? [step] : [];
      this.#shown = { target: targetOf(step), selected: this.#select };
      this.#problemLocation = undefined;
    }
    const state = this.#state(problemLocation?.path);
    this.#select = undefined;
    this.#page.show(state);
    const { target } = this.#shown;
    if (this.#followed && !isSameTarget(this.#followed, target)) this.#moveCursor();
    this.#followed = target;
    this.#outline();
  }

  /** Lets device panels outline the element of the inspected step. */
  #outline(): void {
    const { target } = this.#shown;
    const step = target.kind === 'step' ? target.step : undefined;
    const { uri, flow, isInFront } = this.#file;
    this.#sources.outlines.show(this, outlineOfStep(uri, flow, step, this.#sources), isInFront);
  }

  #state(reveal?: PlacedProblem['path']): FlowState {
    return createFlowState(this.#file, this.#read(), this.#sources, {
      target: this.#shown.target,
      select: this.#select,
      reveal,
      ...this.#facts,
      trusted: this.#window.isTrusted,
      run: this.#sources.runs.of(this.#file.uri),
      marks: this.#window.debugMarks,
    });
  }
}

function targetOf(step: StepPath | undefined): InspectorTarget {
  return step ? { kind: 'step', step } : { kind: 'settings' };
}

function isSameTarget(left: InspectorTarget, right: InspectorTarget): boolean {
  const [step, other] = [left, right].map(target => (target.kind === 'step' ? target.step : undefined));
  return sameStep(step, other);
}

/** The properties of a flow file besides its text. */
interface FileFacts {
  readonly editable: boolean;
  /** The id of the flow that the file is linked to on the active connection. */
  readonly flowId: string | undefined;
}

/** Reads the properties of a file; `connectionId` is the id of the active connection. */
async function readFileFacts(
  file: FlowFile,
  links: FlowSources['links'],
  connectionId: string | undefined,
): Promise<FileFacts> {
  const [editable, flowId] = await Promise.all([file.isEditable(), readFlowId(file, links, connectionId)]);
  return { editable, flowId };
}

/** Reads the id of the flow that a file is linked to on a connection; undefined if the links cannot be read. */
async function readFlowId(
  { uri }: FlowFile,
  links: FlowSources['links'],
  connectionId: string | undefined,
): Promise<string | undefined> {
  if (connectionId === undefined) return undefined;
  // The Flows view reports broken links.
  const link = await links.of(connectionId, uri).catch(() => undefined);
  return link?.flowId;
}
