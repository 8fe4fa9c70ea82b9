import type { CatalogAction } from '../flow/catalog.ts';
import type { NewStep, StepPath } from '../flow/edit/flowEdit.ts';
import { explain } from '../wording/explain.ts';
import type { Page } from '../host/page.ts';
import { ContextKey } from '../manifest.ts';
import type { EditReply, FlowRequest, FlowState, StepAction, Target } from '../protocol/flowEditor.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import type { FlowSources } from './editorServices.ts';
import type { EditorWindow } from './editorWindow.ts';
import { type FileFacts, readFileFacts, readFlowId } from './fileFacts.ts';
import { findSteps } from './findSteps.ts';
import { FlowEditing } from './flowEditing.ts';
import type { FileAddress, FlowFile } from './flowFile.ts';
import { readFlow, type FlowReading } from './flowReading.ts';
import { flowState } from './flowState.ts';
import { SchemaReaders } from '../flow/schema/schemaReaders.ts';
import { runHeaderAction } from './headerActions.ts';
import { placeAt, type PlacedProblem } from './placedProblems.ts';

/**
 * Milliseconds that a save waits for the webview; after 1.5 seconds VS Code itself gives up and ignores the listener.
 */
const FLUSH_MS = 1200;

/** The inspected target and the selected steps of an editor. */
interface Shown {
  readonly target: Target;
  readonly selected: readonly StepPath[];
}

/** One visual editor of a flow file: sends each version to its webview and answers the requests of the webview. */
export class FlowSession implements Disposable {
  readonly #file: FlowFile;
  readonly #window: EditorWindow;
  readonly #sources: FlowSources;
  readonly #forms = new SchemaReaders();
  readonly #owned = new Disposables();
  readonly #page: Page<FlowState>;
  readonly #editing: FlowEditing;
  /** The settings until the webview reports what it shows. */
  #shown: Shown = { target: { kind: 'settings' }, selected: [] };
  /** True once the webview has reported what it shows; from then on it receives states. */
  #hasAsked = false;
  /** Steps that the webview selects with the next state, because an edit has moved them. */
  #select: readonly StepPath[] | undefined;
  /** The location to reveal with the next state. */
  #problemLocation: ReturnType<typeof placeAt> | undefined;
  #facts: FileFacts;

  /** Starts the catalog and reads the properties of a file, so that the first state of its webview contains them. */
  static prepare(file: FlowFile, { catalog, links, session }: FlowSources): Promise<FileFacts> {
    catalog.start();
    return readFileFacts(file, links, session.connection?.id);
  }

  constructor(file: FlowFile, window: EditorWindow, sources: FlowSources, facts: FileFacts) {
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
    const read = (): FlowReading => this.#read();
    const follow = (steps: readonly StepPath[]): (() => void) => this.#follow(steps);
    const isEditable = (): boolean => this.#facts.editable;
    this.#editing = new FlowEditing({ file, read, isEditable, follow }, window, sources);
    this.#listen();
    void this.#readFlow();
  }

  /** Runs a menu command on the selected steps. */
  async actOnSteps(action: StepAction): Promise<void> {
    await this.#editing.runAction(action, this.#shown.selected);
  }

  get uri(): FileAddress {
    return this.#file.uri;
  }

  /** Inserts steps after the selected ones, or at the end. */
  insertSteps(steps: readonly NewStep[]): Promise<EditReply> {
    return this.#editing.insertSteps(steps, this.#shown.selected);
  }

  /** Inserts a step for an action after the selected steps, or at the end. */
  async insertAction(action: CatalogAction): Promise<void> {
    await this.#editing.insert(action, this.#shown.selected);
  }

  /** Stops sending states: a hidden webview is destroyed, and reports anew what it shows once it is visible again. */
  hidden(): void {
    this.#hasAsked = false;
  }

  /** Returns true if this is an editor of the file. */
  isSessionOf(file: FileAddress): boolean {
    return this.#file.uri.toString() === file.toString();
  }

  /** Reveals the step or setting at an offset of the text and focuses its field. */
  reveal(offset: number): void {
    const problemLocation = placeAt(this.#read().document, offset);
    if (
      problemLocation.step === undefined &&
      (problemLocation.path.length === 0 || problemLocation.path[0] === 'actions')
    )
      return;
    this.#problemLocation = problemLocation;
    this.#show();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #listen(): void {
    const file = this.#file;
    const { session, catalog, flows, devices, webhooks, links, drift, runs } = this.#sources;
    const show = (): void => this.#show();
    const readFacts = (): void => void this.#readFacts();
    this.#owned.add(
      file.onWillSave(({ isAfterDelay, waitUntil }) => {
        // An automatic save during typing is soon followed by another.
        if (this.#hasAsked && !isAfterDelay) waitUntil(this.#page.flush(FLUSH_MS));
      }),
    );
    for (const source of [file, catalog, flows, drift, devices, webhooks])
      this.#owned.add(source.onDidChange(show));
    this.#owned.add(
      runs.onDidChange(changed => {
        if (this.isSessionOf(changed)) show();
      }),
    );
    this.#owned.add(this.#window.onDidTrust(show));
    this.#owned.add(
      this.#window.onDidChangeTabs(() => {
        // Also fires when the file becomes read-only or writable; a file that is edited as text is left alone.
        if (file.isInFront) void this.#readEditable();
      }),
    );
    this.#owned.add(session.onDidChange(readFacts));
    links.watch();
    this.#owned.add(links.onDidChange(readFacts));
  }

  async #answer(request: FlowRequest): Promise<unknown> {
    switch (request.kind) {
      case 'show':
        this.#shown = { target: request.target, selected: request.selected };
        this.#hasAsked = true;
        this.#show();
        return null;
      case 'edit':
        return this.#editing.edit(request.base, request.edit);
      case 'addStep':
        return this.#editing.addStep(request.base, request.to);
      case 'replaceAction':
        return this.#editing.replaceAction(request.base, request.step);
      case 'choose':
        return this.#editing.choose(request.base, request.field);
      case 'chooseParam':
        return this.#editing.chooseParam(request.base, request.step, request.path);
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
        return findSteps(this.#read().steps, this.#sources.catalog.catalog, this.#forms, request.text);
      case 'focus':
        await this.#window.run('setContext', ContextKey.flowStepsFocus, request.steps);
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
      this.#shown = { target: step ? { kind: 'step', step } : { kind: 'settings' }, selected: this.#select };
      this.#problemLocation = undefined;
    }
    const state = this.#state(problemLocation?.path);
    this.#select = undefined;
    this.#page.show(state);
  }

  #state(reveal?: PlacedProblem['path']): FlowState {
    return flowState(this.#file, this.#read(), this.#sources, this.#forms, {
      target: this.#shown.target,
      select: this.#select,
      reveal,
      ...this.#facts,
      trusted: this.#window.isTrusted,
      run: this.#sources.runs.of(this.#file.uri),
    });
  }
}
