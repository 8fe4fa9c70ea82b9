import { sameStep } from '../../protocol/flowEdit.ts';
import type { FlowEdit, StepPath, InsertionPoint } from '../../flow/edit/flowEdit.ts';
import type { ParamChange } from '../../flow/form/paramEdit.ts';
import type { ChosenKind } from '../../flow/referenceKind.ts';
import type { PathSegment } from '../../flow/template.ts';
import {
  CHANGED_AT_ONCE,
  type EditReply,
  editReply,
  type FlowRequest,
  type FlowState,
  type HeaderAction,
  type OpenFlow,
} from '../../protocol/flowEditor.ts';
import { toError } from '../../util/errors.ts';
import type { Host } from '../common/host.ts';
import { isSamePart, makeChange, type MakeChange, ownerAfter, ownerOf, valueEdit } from './draftWriter.ts';
import { fieldAfter } from './fieldAfter.ts';
import { type Folds, foldsAfter } from './folds.ts';
import type { EditorPort } from './editorPort.ts';
import { EditorSearch } from './editorSearch.ts';
import { EditQueue, type MakeEdit, type PlannedEdit } from './editQueue.ts';
import { type KeptPage, keptPage } from './kept.ts';
import { type StepMoves, matchSteps } from './matchSteps.ts';
import { announceChanges } from './announcements.ts';
import { NOTHING, selectOnly, type Selection, keepExisting } from './selection.ts';
import { Typing } from './typing.ts';

/** The model of the flow editor: its state and its requests to the extension; `changed` is called on each change. */
export class EditorModel {
  readonly #host: Host<FlowRequest, FlowState, KeptPage>;
  readonly #changed: () => void;
  readonly #queue = new EditQueue(
    edit => this.#send(edit),
    () => this.#changed(),
  );
  readonly search = new EditorSearch(request => this.#ask(request));
  readonly typing: Typing;
  readonly #kept: KeptPage | undefined;
  state: FlowState | undefined;
  selection: Selection = NOTHING;
  /** Indexes of the collapsed top-level steps. */
  folds: Folds = new Set();
  /** Width of the step list in percent; undefined for the default. */
  share: number | undefined;
  /** The reason why the last request failed; undefined once another one is made. */
  failure: string | undefined;
  /** The text for screen readers. */
  spoken = '';
  /** Increases with every change. */
  revision = 0;
  /** Increases when another step is shown, but not when the same one moves. */
  subject = 0;
  #listTop = 0;
  #detailsTop = 0;
  /** The field that receives the focus once it is rendered. */
  revealed: OpenFlow['reveal'];
  /** Number of pending `show` requests. */
  #showing = 0;

  constructor(port: EditorPort, changed: () => void) {
    this.#changed = () => {
      this.revision++;
      changed();
    };
    this.#host = port.connect(
      state => this.#shown(state),
      () => {
        void this.typing.flush();
        return this.waitForEdits();
      },
    );
    const kept: unknown = this.#host.kept;
    if (keptPage(kept)) {
      this.#kept = kept;
      this.selection = { steps: kept.steps, active: kept.active, anchor: kept.active };
      this.#listTop = kept.listTop;
      this.#detailsTop = kept.detailsTop;
      this.folds = new Set(kept.folded);
      this.share = kept.share;
    }
    this.typing = new Typing(this.#kept?.drafts ?? [], {
      details: () => this.flow?.details,
      version: () => this.state?.version ?? 0,
      edit: make => this.#edit(make),
      changed: () => {
        this.#keep();
        this.#changed();
      },
      focused: () => port.focusedField(),
    });
    port.onCompose(composes => this.typing.compose(composes));
    port.onLeave(() => void this.typing.flush());
    const { first } = this.#host;
    if (first) this.#shown(first);
    void this.#show();
  }

  /** The flow; undefined if the file is broken or not loaded. */
  get flow(): OpenFlow | undefined {
    return this.state?.kind === 'flow' ? this.state : undefined;
  }

  /** True while edits or drafts are not in the file yet. */
  get busy(): boolean {
    return this.#queue.busy || this.typing.waits;
  }

  /** True if the inspector shows the current selection, not an earlier one. */
  get isShown(): boolean {
    const details = this.flow?.details;
    return sameStep(details?.kind === 'step' ? details.step : undefined, this.selection.active);
  }

  /** Stored scroll positions in pixels. */
  get keptScroll(): { readonly list: number; readonly details: number } {
    return { list: this.#kept?.listTop ?? 0, details: this.#kept?.detailsTop ?? 0 };
  }

  /** Selects steps, and shows the active one or the settings. */
  select(selection: Selection): void {
    const before = this.selection;
    this.selection = selection;
    void this.typing.flush();
    this.#keep();
    this.#changed();
    const same =
      sameStep(before.active, selection.active) && String(before.steps) === String(selection.steps);
    if (!same) void this.#show();
  }

  /** Selects a step and expands its parent. */
  show(step: StepPath): void {
    this.select(selectOnly(step));
    this.#unfold();
    this.#changed();
  }

  /** Collapses or expands top-level steps. */
  fold(entries: readonly number[], isFolded: boolean): void {
    const folds = new Set(this.folds);
    for (const entry of entries)
      if (isFolded) folds.add(entry);
      else folds.delete(entry);
    this.folds = folds;
    const { active, steps } = this.selection;
    const hidden = [...steps, ...(active ? [active] : [])].find(
      ([entry, child]) => child !== undefined && folds.has(entry),
    );
    if (hidden) this.select(selectOnly([hidden[0]]));
    this.#keep();
    this.#changed();
  }

  /** Sets the width of the step list in percent. */
  divide(share: number | undefined): void {
    this.share = share;
    this.#keep();
    this.#changed();
  }

  /** Applies an edit after the pending drafts; announces the text that `done` returns. */
  async edit(edit: FlowEdit, done?: (steps: readonly StepPath[]) => string): Promise<void> {
    void this.typing.flush();
    const cards = this.flow?.steps.length;
    // If steps were added or removed meanwhile, the indexes may mean other steps.
    const reply = await this.#do(() => (this.flow?.steps.length === cards ? edit : undefined));
    if (reply?.kind === 'done' && done) this.say(done(reply.steps));
  }

  /** Changes a value in one of the inspector forms; returns true if the change was made. */
  async change(scope: string, path: readonly PathSegment[], change: MakeChange): Promise<boolean> {
    void this.typing.flush();
    const before = this.flow?.details;
    let made: ParamChange | undefined;
    const make: MakeEdit = () => {
      const details = this.flow?.details;
      if (!details || !before || !isSamePart(before, details, scope, path, change)) return undefined;
      made = makeChange(details, scope, change);
      return made ? valueEdit(details, scope, path, made) : 'needless';
    };
    const follow = (version: number): void =>
      this.typing.followFields(version, field => (made ? fieldAfter(field, scope, path, made) : field));
    return (await this.#do(make, follow))?.kind === 'done';
  }

  /** Writes pending drafts and returns the number of steps that an insertion point is chosen among. */
  async prepareStep(): Promise<number> {
    void this.typing.flush();
    await this.waitForEdits();
    return this.flow?.steps.length ?? 0;
  }

  /** Adds a step for an action at an insertion point that was chosen among `count` steps. */
  async insertStep(count: number, to: InsertionPoint, actionId: string): Promise<void> {
    // If steps were added or removed meanwhile, the insertion point may mean another one.
    const isSame = (): boolean => this.flow?.steps.length === count;
    await this.#do(() => (isSame() ? { kind: 'insertStep', to, actionId } : undefined));
  }

  /** Requests another action for a step. */
  async replaceAction(step: StepPath): Promise<void> {
    void this.typing.flush();
    await this.#reply(base => ({ kind: 'replaceAction', base, step }));
  }

  /** Requests a choice of the records that a setting references. */
  async choose(field: Extract<FlowRequest, { kind: 'choose' }>['field']): Promise<void> {
    void this.typing.flush();
    await this.#reply(base => ({ kind: 'choose', base, field }));
  }

  /** Requests a choice of the record that a step parameter references. */
  async chooseParam(path: readonly PathSegment[], kind: ChosenKind): Promise<void> {
    void this.typing.flush();
    const { step } = { step: undefined, ...this.flow?.details };
    if (step) await this.#reply(base => ({ kind: 'chooseParam', base, step, path, refersTo: kind }));
  }

  /** Requests a pick of the element that a step parameter takes. */
  async pickElement(path: readonly PathSegment[]): Promise<void> {
    const { step } = { step: undefined, ...this.flow?.details };
    if (step) await this.#askInTurn({ kind: 'pickElement', step, path });
  }

  async copyId(id: string): Promise<void> {
    const answer = await this.#queue.run(() => this.#ask({ kind: 'copyId', id }));
    if (answer !== undefined) this.say('Copied the ID.');
  }

  /** Runs a header command once all drafts are written. */
  async runHeaderAction(action: HeaderAction): Promise<void> {
    await this.#askInTurn({ kind: 'act', act: action });
  }

  async toggleBreakpoint(step: StepPath): Promise<void> {
    await this.#askInTurn({ kind: 'toggleBreakpoint', step });
  }

  /** Copies steps to the clipboard; returns true on success. */
  async copy(steps: readonly StepPath[]): Promise<boolean> {
    const answer = await this.#askInTurn({ kind: 'copy', steps });
    if (answer === undefined) return false;
    this.say(steps.length === 1 ? 'Copied the step.' : `Copied ${steps.length} steps.`);
    return true;
  }

  /** Undoes the last change of the file after writing the drafts, so that unwritten text is undone first. */
  async undo(): Promise<void> {
    await this.typing.flush();
    await this.#queue.run(() => this.#ask({ kind: 'undo' }));
  }

  /** Reports whether the step list has the focus, for the `when` clauses of keybindings. */
  focusSteps(steps: boolean): void {
    void this.#ask({ kind: 'focus', steps });
  }

  async waitForEdits(): Promise<void> {
    await this.#queue.run(() => Promise.resolve());
  }

  /** Announces a sentence to screen readers. */
  say(sentence: string): void {
    // A repeated sentence is announced only if its text differs.
    this.spoken = this.spoken === sentence ? `${sentence}\u00a0` : sentence;
    this.#changed();
  }

  /** Stores the scroll positions of the two sides. */
  storeScroll(tops: { readonly list?: number | undefined; readonly details?: number }): void {
    this.#listTop = tops.list ?? this.#listTop;
    this.#detailsTop = tops.details ?? this.#detailsTop;
    this.#keep();
  }

  async #do(make: MakeEdit, done?: (version: number) => void): Promise<EditReply | undefined> {
    const reply = await this.#edit(make, done);
    if (reply) this.#heard(reply);
    return reply;
  }

  async #edit(make: MakeEdit, done?: (version: number) => void): Promise<EditReply | undefined> {
    this.failure = undefined;
    try {
      return await this.#queue.edit(make, done);
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  async #reply(request: (base: number) => FlowRequest): Promise<void> {
    // Not queued, because the user may take long to choose.
    await this.waitForEdits();
    const answer = await this.#ask(request(this.state?.version ?? 0));
    if (editReply(answer)) this.#heard(answer);
  }

  #heard(reply: EditReply): void {
    if (reply.kind === 'refused') this.failure = reply.sentence;
    else if (reply.kind === 'stale') this.failure = CHANGED_AT_ONCE;
    else return;
    this.#changed();
  }

  async #send(edit: PlannedEdit): Promise<EditReply> {
    const base = this.state?.version ?? 0;
    const isNewStep = edit.kind === 'insertStep';
    const answer = await this.#host.ask(isNewStep ? { ...edit, base } : { kind: 'edit', base, edit });
    return editReply(answer) ? answer : { kind: 'cancelled' };
  }

  /** Sends a request after the pending drafts and edits. */
  async #askInTurn(request: FlowRequest): Promise<unknown> {
    void this.typing.flush();
    return this.#queue.run(() => this.#ask(request));
  }

  /** Sends a request; on failure, shows the error and returns undefined. */
  async #ask(request: FlowRequest): Promise<unknown> {
    this.failure = undefined;
    try {
      return await this.#host.ask(request);
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  #failed(error: unknown): void {
    this.failure = toError(error).message;
    this.#changed();
  }

  async #show(): Promise<void> {
    this.#showing++;
    await this.#queue.run(() => {
      const { active, steps } = this.selection;
      const target = active ? ({ kind: 'step', step: active } as const) : ({ kind: 'settings' } as const);
      return this.#ask({ kind: 'show', target, selected: steps });
    });
    this.#showing--;
    // Writes drafts from before the webview was hidden or the step was left.
    void this.typing.flush();
  }

  #shown(state: FlowState): void {
    const before = this.flow;
    this.state = state;
    if (state.kind === 'flow') {
      this.revealed = state.reveal ?? this.revealed;
      const isMoved = before !== undefined && before.version !== state.version;
      const moves: StepMoves = isMoved ? this.#moved(before, state) : new Map();
      if (before && ownerAfter(ownerOf(before.details), moves) !== ownerOf(state.details)) this.subject++;
      this.#follow(state);
      this.#unfold();
      this.typing.settle();
      this.spoken = announceChanges(before, state) ?? this.spoken;
    }
    this.#keep();
    this.#changed();
  }

  #moved(before: OpenFlow, { steps, select }: OpenFlow): StepMoves {
    const moves = matchSteps(before.steps, steps, this.selection.steps, select);
    this.folds = foldsAfter(steps, moves, this.folds);
    this.typing.followSteps(moves);
    return moves;
  }

  #follow({ steps, select, details }: OpenFlow): void {
    const [first] = select ?? [];
    if (select) this.selection = first ? { steps: select, active: first, anchor: first } : NOTHING;
    else this.selection = keepExisting(steps, this.selection);
    if (this.#showing > 0) return;
    const shown = details.kind === 'step' ? details.step : undefined;
    if (!sameStep(shown, this.selection.active)) this.selection = shown ? selectOnly(shown) : NOTHING;
  }

  // A step selected by the extension, such as one inserted into a collapsed step, must be visible.
  #unfold(): void {
    const { active } = this.selection;
    if (active?.[1] === undefined || !this.folds.has(active[0])) return;
    this.folds = new Set([...this.folds].filter(entry => entry !== active[0]));
  }

  #keep(): void {
    const { steps, active } = this.selection;
    this.#host.keep({
      steps,
      active,
      listTop: this.#listTop,
      detailsTop: this.#detailsTop,
      drafts: this.typing.unwritten,
      folded: [...this.folds],
      share: this.share,
    });
  }
}
