import type { CatalogueAction } from '../flow/catalogue.ts';
import type { NewStep, StepPath } from '../flow/edit/gesture.ts';
import { explain } from '../host/explain.ts';
import type { Page } from '../host/page.ts';
import { ContextKey } from '../manifest.ts';
import type { EditReply, FlowRequest, FlowState, StepAct, Target } from '../protocol/flowEditor.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import type { FlowSources } from './editorServices.ts';
import type { EditorWindow } from './editorWindow.ts';
import { type FileFacts, readFileFacts, readFlowId } from './fileFacts.ts';
import { findSteps } from './findSteps.ts';
import { FlowEditing } from './flowEditing.ts';
import type { FileAddress, FlowFile } from './flowFile.ts';
import { FlowReader, type FlowReading } from './flowReader.ts';
import { flowState } from './flowState.ts';
import { FormSchemas } from '../flow/form/formSchemas.ts';
import { runAct } from './headerActs.ts';
import { placeAt, type PlacedProblem } from './placedProblems.ts';

/** How long saving waits for the page; VS Code itself gives up after 1.5 seconds and then listens no more. */
const FLUSH_MS = 1200;

/** What an editor shows and has selected. */
interface Shown {
  readonly target: Target;
  readonly selected: readonly StepPath[];
}

/** One visual editor of one flow file: shows each version of it to its page and does what the page asks. */
export class FlowSession implements Disposable {
  readonly #file: FlowFile;
  readonly #window: EditorWindow;
  readonly #sources: FlowSources;
  readonly #reader = new FlowReader();
  readonly #forms = new FormSchemas();
  readonly #owned = new Disposables();
  readonly #page: Page<FlowState>;
  readonly #editing: FlowEditing;
  /** The settings until the page says what it shows. */
  #shown: Shown = { target: { kind: 'settings' }, selected: [] };
  /** Whether the page has said what it shows, and hears of changes from then on. */
  #hasAsked = false;
  /** What the page is to select with the next state, because a gesture has moved it. */
  #select: readonly StepPath[] | undefined;
  /** What is to be looked at once the page shows something. */
  #wanted: ReturnType<typeof placeAt> | undefined;
  #facts: FileFacts;

  /** Begins to read what editors show, and reads what is known of a file, so that its page begins with it. */
  static prepare(file: FlowFile, { catalogue, links, session }: FlowSources): Promise<FileFacts> {
    catalogue.start();
    return readFileFacts(file, links, session.connection?.id);
  }

  constructor(file: FlowFile, window: EditorWindow, sources: FlowSources, facts: FileFacts) {
    this.#file = file;
    this.#window = window;
    this.#sources = sources;
    this.#facts = facts;
    this.#page = this.#owned.add(
      window.openPage(this.#state(), {
        answer: async request => ({ answer: await this.#answer(request) }),
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

  /** Does something to the steps that are selected in the page, such as a menu asks for. */
  async actOnSteps(act: StepAct): Promise<void> {
    await this.#editing.act(act, this.#shown.selected);
  }

  /** The file that it shows. */
  get uri(): FileAddress {
    return this.#file.uri;
  }

  /** Puts steps behind those that are selected, or at the end. */
  insertSteps(steps: readonly NewStep[]): Promise<EditReply> {
    return this.#editing.insertSteps(steps, this.#shown.selected);
  }

  /** Puts a step for an action behind the steps that are selected, or at the end. */
  async insertAction(action: CatalogueAction): Promise<void> {
    await this.#editing.insert(action, this.#shown.selected);
  }

  /** Its page is gone while it is hidden, and says anew what it shows when it is there again. */
  hidden(): void {
    this.#hasAsked = false;
  }

  /** Whether this is an editor of a file. */
  isOf(file: FileAddress): boolean {
    return this.#file.uri.toString() === file.toString();
  }

  /** Shows what stands at a place of the text, with the focus in its field. */
  reveal(offset: number): void {
    const wanted = placeAt(this.#read().document, offset);
    if (wanted.step === undefined && (wanted.path.length === 0 || wanted.path[0] === 'actions')) return;
    this.#wanted = wanted;
    this.#show();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #listen(): void {
    const file = this.#file;
    const { session, catalogue, flows, devices, webhooks, links, drift, runs } = this.#sources;
    const show = (): void => this.#show();
    const readFacts = (): void => void this.#readFacts();
    this.#owned.add(
      file.onWillSave(({ isAfterDelay, waitUntil }) => {
        // What is saved by itself while somebody types is soon saved again.
        if (this.#hasAsked && !isAfterDelay) waitUntil(this.#page.flush(FLUSH_MS));
      }),
    );
    for (const source of [file, catalogue, flows, drift, devices, webhooks])
      this.#owned.add(source.onDidChange(show));
    this.#owned.add(
      runs.onDidChange(changed => {
        if (this.isOf(changed)) show();
      }),
    );
    this.#owned.add(this.#window.onDidTrust(show));
    this.#owned.add(
      this.#window.onDidChangeTabs(() => {
        // Comes also when a file is locked or unlocked; one that is worked on as text is left alone.
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
        return this.#editing.edit(request.base, request.gesture, request.run);
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
      case 'find':
        return findSteps(this.#read().steps, this.#sources.catalogue.catalogue, this.#forms, request.text);
      case 'focus':
        await this.#window.run('setContext', ContextKey.flowStepsFocus, request.steps);
        return null;
      case 'act':
        // A command may ask and tell for long; what is typed meanwhile must not wait for it.
        void runAct(request.act, {
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

  // The steps of a gesture are shown with the very version that it makes.
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
    return this.#reader.read(this.#file.text, this.#sources.catalogue.catalogue);
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

  // The state of the flow is only read where somebody is connected already.
  async #readFlow(): Promise<void> {
    const { session, flows, drift } = this.#sources;
    if (this.#facts.flowId === undefined || session.state.kind !== 'open') return;
    await Promise.all([flows.ensure(), drift.ensure()]);
  }

  #show(): void {
    if (!this.#hasAsked) return;
    const wanted = this.#wanted;
    if (wanted) {
      const { step } = wanted;
      this.#select = step ? [step] : [];
      this.#shown = { target: step ? { kind: 'step', step } : { kind: 'settings' }, selected: this.#select };
      this.#wanted = undefined;
    }
    const state = this.#state(wanted?.path);
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
