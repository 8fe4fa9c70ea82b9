import { sameStep } from '../../protocol/flowEdit.ts';
import type { FlowEdit, StepPath, InsertionPoint } from '../../flow/edit/flowEdit.ts';
import type { ChosenKind } from '../../flow/chosenKind.ts';
import type { PathSegment } from '../../flow/template.ts';
import {
  type ActionMatches,
  actionMatches,
  type FlowRequest,
  type FlowState,
  foundSteps,
  type HeaderAction,
  type OpenFlow,
} from '../../protocol/flowEditor.ts';
import { valueChoices, type ValueChoices } from '../../protocol/flowValues.ts';
import type { Host } from '../common/host.ts';
import { announceChanges } from './announcements.ts';
import { ownerAfter, ownerOf } from './drafts.ts';
import { type EditorPort, type KeptPage, keptPage } from './editorPort.ts';
import { FlowEdits } from './flowEdits.ts';
import { type Folds, foldsAfter } from './folds.ts';
import { type StepMoves, trackSteps } from './trackSteps.ts';
import { keepExisting, moveSelection, NOTHING, selectOnly, type Selection } from './selection.ts';

const NO_VALUES: ValueChoices = { choices: [], hasMore: false };

/** The model of the flow editor: its state and its requests to the extension; `changed` is called on each change. */
export class EditorModel {
  readonly #host: Host<FlowRequest, FlowState, KeptPage>;
  readonly #changed: () => void;
  readonly edits: FlowEdits;
  readonly #kept: KeptPage | undefined;
  selection: Selection = NOTHING;
  /** Indexes of the collapsed top-level steps. */
  folds: Folds = new Set();
  /** Width of the step list in percent; undefined for the default. */
  share: number | undefined;
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
  /** Number of those that show what the user has selected. */
  #choosing = 0;

  constructor(port: EditorPort, changed: () => void) {
    this.#changed = () => {
      this.revision++;
      changed();
    };
    this.#host = port.connect(
      state => this.#shown(state),
      () => {
        void this.edits.flush();
        return this.edits.waitForEdits();
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
    const page = {
      changed: () => {
        this.#keep();
        this.#changed();
      },
      focusedField: () => port.focusedField(),
    };
    this.edits = new FlowEdits(this.#host, page, this.#kept?.drafts ?? []);
    port.onCompose(composes => this.edits.compose(composes));
    port.onLeave(() => void this.edits.flush());
    const { first } = this.#host;
    if (first) this.#shown(first);
    void this.#show();
  }

  get state(): FlowState | undefined {
    return this.edits.state;
  }

  /** The flow; undefined if the file is broken or not loaded. */
  get flow(): OpenFlow | undefined {
    return this.edits.flow;
  }

  /** True if the inspector shows the current selection, not an earlier one. */
  get isShown(): boolean {
    return sameStep(this.#shownStep, this.selection.active);
  }

  /** Stored scroll positions in pixels. */
  get keptScroll(): { readonly list: number; readonly details: number } {
    return { list: this.#kept?.listTop ?? 0, details: this.#kept?.detailsTop ?? 0 };
  }

  /** Selects steps, and shows the active one or the settings. */
  select(selection: Selection): void {
    const before = this.selection;
    this.selection = selection;
    void this.edits.flush();
    this.#keep();
    this.#changed();
    const same =
      sameStep(before.active, selection.active) && String(before.steps) === String(selection.steps);
    if (!same) void this.#showChosen();
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

  /** Makes an edit of steps after the pending ones, and announces it. */
  async edit(edit: FlowEdit, said?: string): Promise<void> {
    if ((await this.edits.edit(edit)) && said !== undefined) this.say(said);
  }

  /** Writes pending drafts and returns the number of steps that an insertion point is chosen among. */
  async prepareStep(): Promise<number> {
    void this.edits.flush();
    await this.edits.waitForEdits();
    return this.flow?.steps.length ?? 0;
  }

  /** Adds a step for an action at an insertion point that was chosen among `count` steps. */
  async insertStep(count: number, to: InsertionPoint, actionId: string): Promise<void> {
    await this.edits.edit({ kind: 'insertStep', to, actionId }, count);
  }

  /** Requests another action for a step. */
  async replaceAction(step: StepPath): Promise<void> {
    await this.edits.request(base => ({ kind: 'replaceAction', base, step }));
  }

  /** Requests a choice of the records that a setting references. */
  async choose(field: Extract<FlowRequest, { kind: 'choose' }>['field']): Promise<void> {
    await this.edits.request(base => ({ kind: 'choose', base, field }));
  }

  /** Requests a choice of the record that a step parameter references. */
  async chooseParam(path: readonly PathSegment[], kind: ChosenKind): Promise<void> {
    const step = this.#shownStep;
    if (step) await this.edits.request(base => ({ kind: 'chooseParam', base, step, path, refersTo: kind }));
  }

  /** Requests a pick of the element that a step parameter takes. */
  async pickElement(path: readonly PathSegment[]): Promise<void> {
    const step = this.#shownStep;
    if (step) await this.edits.askInTurn({ kind: 'pickElement', step, path });
  }

  async copyId(id: string): Promise<void> {
    const answer = await this.edits.ask({ kind: 'copyId', id });
    if (answer !== undefined) this.say('Copied the ID.');
  }

  /** Runs a header command once all drafts are written. */
  async runHeaderAction(action: HeaderAction): Promise<void> {
    await this.edits.askInTurn({ kind: 'act', act: action });
  }

  async toggleBreakpoint(step: StepPath): Promise<void> {
    await this.edits.askInTurn({ kind: 'toggleBreakpoint', step });
  }

  /** Copies steps to the clipboard; returns true on success. */
  async copy(steps: readonly StepPath[]): Promise<boolean> {
    const answer = await this.edits.askInTurn({ kind: 'copy', steps });
    if (answer === undefined) return false;
    this.say(steps.length === 1 ? 'Copied the step.' : `Copied ${steps.length} steps.`);
    return true;
  }

  /** Undoes the last change of the file after writing the drafts, so that unwritten text is undone first. */
  async undo(): Promise<void> {
    await this.edits.askInTurn({ kind: 'undo' });
  }

  /** Reports whether the step list has the focus, for the `when` clauses of keybindings. */
  focusSteps(steps: boolean): void {
    void this.edits.ask({ kind: 'focus', steps });
  }

  /** Returns the steps that contain a text. */
  async findSteps(text: string): Promise<readonly StepPath[]> {
    const answer = text === '' ? [] : await this.edits.ask({ kind: 'find', text });
    return foundSteps(answer) ? answer : [];
  }

  /** Returns the actions that match a text. */
  async findActions(text: string): Promise<ActionMatches | undefined> {
    const answer = await this.edits.ask({ kind: 'findActions', text });
    return actionMatches(answer) ? answer : undefined;
  }

  /** Returns the values that the active step can read, and that match a text; with `inside`, those within a value. */
  async findValues(text: string, inside: string | undefined): Promise<ValueChoices> {
    const step = this.selection.active;
    const answer = step && (await this.edits.ask({ kind: 'findValues', step, text, inside }));
    return valueChoices(answer) ? answer : NO_VALUES;
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

  get #shownStep(): StepPath | undefined {
    const details = this.flow?.details;
    return details?.kind === 'step' ? details.step : undefined;
  }

  async #showChosen(): Promise<void> {
    this.#choosing++;
    await this.#show();
    this.#choosing--;
  }

  async #show(): Promise<void> {
    this.#showing++;
    await this.edits.inTurn(() => {
      const { active, steps } = this.selection;
      const target = active ? ({ kind: 'step', step: active } as const) : ({ kind: 'settings' } as const);
      return { kind: 'show', target, selected: steps };
    });
    this.#showing--;
    // Writes drafts from before the webview was hidden or the step was left.
    void this.edits.flush();
  }

  #shown(state: FlowState): void {
    const before = this.flow;
    const isMoved = state.kind === 'flow' && before !== undefined && before.version !== state.version;
    const moves: StepMoves = isMoved
      ? trackSteps(before.steps, state.steps, this.selection.steps, state.select)
      : new Map();
    this.edits.show(state, moves);
    if (state.kind === 'flow') {
      if (isMoved) this.folds = foldsAfter(state.steps, moves, this.folds);
      this.revealed = state.reveal ?? this.revealed;
      if (before && ownerAfter(ownerOf(before.details), moves) !== ownerOf(state.details)) this.subject++;
      // After steps were only rearranged, as when a move is undone, the same ones stay selected.
      const isRearranged = moves.size === state.steps.length && moves.size === before?.steps.length;
      this.#follow(state, isRearranged || this.#choosing > 0 ? moves : new Map());
      this.#unfold();
      this.spoken = announceChanges(before, state) ?? this.spoken;
    }
    this.#keep();
    this.#changed();
  }

  #follow({ steps, select }: OpenFlow, moves: StepMoves): void {
    const [first] = select ?? [];
    const { active } = this.selection;
    // What the user has selected meanwhile is shown next.
    const isGiven = select !== undefined && this.#choosing === 0;
    if (isGiven) this.selection = first ? { steps: select, active: first, anchor: first } : NOTHING;
    else this.selection = keepExisting(steps, moveSelection(this.selection, moves));
    if (!isGiven && !sameStep(active, this.selection.active) && moves.size > 0) {
      void this.#show();
      return;
    }
    if (this.#showing > 0) return;
    const shown = this.#shownStep;
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
      drafts: this.edits.unwritten,
      folded: [...this.folds],
      share: this.share,
    });
  }
}
