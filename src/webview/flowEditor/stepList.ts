import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import type { InsertionPoint, StepPath } from '../../flow/edit/flowEdit.ts';
import {
  endInside,
  insertionPointAfter,
  insertionPointInside,
  stepChangeEdit,
} from '../../flow/edit/stepActions.ts';
import type { OpenFlow, StepCard } from '../../protocol/flowEditor.ts';
import { closestTo, PageElement, reactive } from '../common/element.ts';
import type { ActionPicker } from './actionPicker.ts';
import type { EditorModel } from './editorModel.ts';
import {
  selectActive,
  selectAll,
  extendSelection,
  indexAfterMove,
  indexOf,
  NOTHING,
  selectOnly,
  type Selection,
  toggleStep,
} from './selection.ts';
import { type Folds, filterUnfolded } from './folds.ts';
import type { StepFind } from './stepFind.ts';
import { StepDrag } from './stepDrag.ts';
import { type ListAction, stepKey, type StepKey, type Direction } from './stepKeys.ts';
import { emptyView, stepListHead } from './stepListHead.ts';
import { StepAdding } from './stepAdding.ts';
import { isInView, RunFollower } from './runFollower.ts';
import { StepRows } from './stepRows.ts';
import { sameStep } from '../../protocol/flowEdit.ts';
import { childCount, entryOfEnd, type ListRow, visibleRows, toPlacedCards } from './steps.ts';

/** The left side of the editor: the flow settings and the steps. */
export class StepList extends PageElement {
  static override properties = reactive('flow', 'selection', 'folds', 'found', 'hovered');

  declare flow: OpenFlow;
  declare selection: Selection;
  declare folds: Folds;
  declare model: EditorModel;
  /** Focuses the first field or the name field of the inspector. */
  declare onInspect: (field: 'first' | 'name') => void;
  /** Steps that match the search. */
  declare private found: ReadonlySet<string>;
  /** The key of the row under the pointer. */
  declare private hovered: string | undefined;
  readonly #find = createRef<StepFind>();
  readonly #picker = createRef<ActionPicker>();
  readonly #drag = new StepDrag(() => this.requestUpdate());
  readonly #adding = new StepAdding();
  #hadFocus = false;
  #rows: readonly ListRow[] = [];
  readonly #rowsView = new StepRows();
  readonly #follower = new RunFollower();
  /** True if the active row was completely in view before the update. */
  #wasInView = false;
  /** The pending action of a key or a paste. */
  #pendingWork: Promise<void> | undefined;

  constructor() {
    super();
    this.found = new Set();
    this.hovered = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('focus', this.#restoreFocus);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('focus', this.#restoreFocus);
  }

  /** Opens the search field. */
  async openFind(): Promise<void> {
    await this.#find.value?.open();
  }

  /** Focuses the active row. */
  focusRow(): void {
    this.#activeRow?.focus();
  }

  get #activeRow(): HTMLElement | null {
    return this.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const row = this.#activeRow;
    this.#wasInView = changed.has('flow') && row !== null && isInView(row);
    this.#hadFocus = this.querySelector('[role=tree]')?.contains(document.activeElement) ?? false;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const row = this.#activeRow;
    const mayTakeFocus = this.#hadFocus || document.activeElement === document.body;
    if (changed.has('flow')) {
      void this.#picker.value?.refresh();
      // A row that has become higher, such as by a parameter, stays in view.
      if (this.#wasInView && row && !isInView(row)) row.scrollIntoView({ block: 'nearest' });
      this.#follower.next(this.flow.steps, this)?.scrollIntoView({ block: 'nearest' });
    }
    if (changed.has('selection') && row) {
      // During a click on another row, the list must not move away from under the pointer.
      if (mayTakeFocus && document.activeElement !== row && document.hasFocus())
        row.focus({ preventScroll: true });
      const before = changed.get('selection');
      if (!before || !sameStep(before.active, this.selection.active))
        row.scrollIntoView({ block: 'nearest' });
    }
  }

  protected override render(): TemplateResult {
    const { steps, editable } = this.flow;
    this.#rows = visibleRows(toPlacedCards(steps), this.folds, editable);
    const add = ({ currentTarget }: Event): void => {
      if (currentTarget instanceof HTMLElement)
        void this.#add(
          insertionPointAfter(this.model.selection.active, this.#currentFlow.steps),
          currentTarget,
        );
    };
    return html`${stepListHead(this.flow, this.folds, {
        find: () => void this.openFind(),
        fold: (entries, isFolded) => this.model.fold(entries, isFolded),
        add,
      })}
      <step-find
        ${ref(this.#find)}
        .flow=${this.flow}
        .selection=${this.selection}
        .model=${this.model}
        .onFound=${(found: readonly StepPath[]) => (this.found = new Set(found.map(String)))}
        .onClose=${() => this.focusRow()}
      ></step-find>
      <div
        role="tree"
        class="steps ${this.#drag.dragged.length > 0 ? 'dragging' : ''}"
        aria-labelledby="steps-title"
        aria-multiselectable="true"
        @keydown=${this.#handleKey}
        @wheel=${{ handleEvent: () => this.#follower.leave(), passive: true }}
        @pointerdown=${() => this.#follower.leave()}
        @click=${this.#click}
        @dblclick=${(event: Event) => {
          if (this.#stepAt(event) !== undefined && !closestTo(event, 'button')) this.onInspect('first');
        }}
        @contextmenu=${this.#menu}
        @focusin=${() => this.model.focusSteps(true)}
        @focusout=${() => this.model.focusSteps(false)}
        @pointerover=${(event: Event) => (this.hovered = this.#keyAt(event))}
        @pointerleave=${() => (this.hovered = undefined)}
        @paste=${this.#paste}
        @dragstart=${this.#dragStart}
        @dragover=${(event: DragEvent) =>
          this.#drag.over(event, steps, this.#rows, closestTo(event, '[data-step]'), this.folds)}
        @dragleave=${(event: DragEvent) => {
          const { relatedTarget } = event;
          if (!(relatedTarget instanceof Node && this.contains(relatedTarget))) this.#drag.leave();
        }}
        @dragend=${() => this.#drag.end()}
        @drop=${this.#handleDrop}
        @scroll=${(event: Event) => this.model.storeScroll({ list: closestTo(event, '.steps')?.scrollTop })}
      >
        ${this.#rowsView.render(this.#rows, {
          flow: this.flow,
          selection: this.selection,
          folds: this.folds,
          found: this.found,
          hovered: this.hovered,
          drag: this.#drag,
          adding: this.#adding,
        })}
      </div>
      ${steps.length === 0 ? emptyView(this.flow, add, act => void this.model.runHeaderAction(act)) : nothing}
      <action-picker ${ref(this.#picker)} .model=${this.model}></action-picker>`;
  }

  // The active row may have changed while a quick pick had the focus.
  readonly #restoreFocus = (): void => {
    const { activeElement, body } = document;
    const hasFocus = this.querySelector('[role=tree]')?.contains(activeElement) ?? false;
    // A click that brings the focus must hit what is under the pointer, so nothing may scroll.
    if (hasFocus || activeElement === body) this.#activeRow?.focus({ preventScroll: true });
  };

  #keyAt(event: Event): string | undefined {
    return closestTo(event, '[data-step]')?.dataset['step'];
  }

  #stepAt(event: Event): StepPath | 'settings' | undefined {
    const key = this.#keyAt(event);
    if (key === undefined || entryOfEnd(key) !== undefined) return undefined;
    return this.flow.steps.find(({ step }) => step.join('.') === key)?.step ?? 'settings';
  }

  #cardAt(event: Event): StepCard | undefined {
    const step = this.#stepAt(event);
    return step === 'settings' ? undefined : this.flow.steps.find(card => sameStep(card.step, step));
  }

  readonly #click = (event: MouseEvent): void => {
    const act = closestTo(event, '[data-act]');
    const key = this.#keyAt(event) ?? '';
    const step = this.#stepAt(event);
    const steps = filterUnfolded(this.flow.steps, this.folds);
    if (act?.dataset['act'] === 'insert') this.#addBelow(key);
    else if (entryOfEnd(key) !== undefined) this.#addAtEnd(key);
    if (step === undefined || act?.dataset['act'] === 'insert') return;
    if (act && step !== 'settings') {
      this.#runTool(act, step);
      return;
    }
    if (step !== 'settings' && closestTo(event, '.twistie')) {
      this.model.fold([step[0]], !this.folds.has(step[0]));
      return;
    }
    if (step === 'settings') this.model.select(NOTHING);
    else if (event.shiftKey) this.model.select(extendSelection(steps, this.selection, step));
    else if (event.ctrlKey || event.metaKey) this.model.select(toggleStep(steps, this.selection, step));
    else this.model.select(selectOnly(step));
  };

  /** Runs the action of a button of a row: on all selected steps if its step is one of them. */
  #runTool(button: HTMLElement, step: StepPath): void {
    if (!this.selection.steps.some(selected => sameStep(selected, step))) this.model.select(selectOnly(step));
    const { act } = button.dataset;
    if (act === 'duplicate' || act === 'delete') {
      this.#runInTurn(() => this.#runAction(act));
      return;
    }
    if (act === 'breakpoint') {
      this.#runInTurn(() => this.model.toggleBreakpoint(step));
      return;
    }
    // VS Code shows its menu for this event.
    const { left: clientX, bottom: clientY } = button.getBoundingClientRect();
    button.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, clientX, clientY }));
  }

  readonly #menu = (event: MouseEvent): void => {
    const step = this.#stepAt(event);
    if (step === undefined || step === 'settings') {
      event.preventDefault();
      event.stopPropagation();
    } else if (!this.selection.steps.some(selected => sameStep(selected, step)))
      this.model.select(selectOnly(step));
  };

  readonly #handleKey = (event: KeyboardEvent): void => {
    const key = stepKey(event);
    if (!key || event.defaultPrevented) return;
    this.#follower.leave();
    const isPress = event.key === 'Enter' || event.key === ' ';
    if (isPress && closestTo(event, 'button')) return;
    const rowKey = this.#keyAt(event) ?? '';
    if (isPress && entryOfEnd(rowKey) !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      this.#addAtEnd(rowKey);
      return;
    }
    if (key.kind === 'clear' && this.model.selection.steps.length < 2) return;
    // VS Code opens the context menu for these keys.
    if (key.kind === 'menu') return;
    event.preventDefault();
    // VS Code has its own keybindings for some of these keys, such as Alt+Left.
    event.stopPropagation();
    this.#runInTurn(() => this.#press(key));
  };

  // An action requested during a move applies to the steps at their new positions.
  #runInTurn(startWork: () => Promise<void> | undefined): void {
    const work = this.#pendingWork ? this.#pendingWork.then(startWork) : startWork();
    if (!work) return;
    const working = work.finally(() => {
      if (this.#pendingWork === working) this.#pendingWork = undefined;
    });
    this.#pendingWork = working;
  }

  #press(key: StepKey): Promise<void> | undefined {
    const { editable } = this.#currentFlow;
    const steps = filterUnfolded(this.#currentFlow.steps, this.model.folds);
    const { selection } = this.model;
    const { active } = selection;
    switch (key.kind) {
      case 'go':
        if (!this.#foldBy(key.direction)) this.#moveTo(key.direction, key.extend);
        break;
      case 'act':
        return editable || key.action === 'copy' ? this.#runAction(key.action) : undefined;
      case 'menu':
        break;
      case 'inspect':
        this.onInspect('first');
        break;
      case 'rename':
        this.onInspect(active ? 'name' : 'first');
        break;
      case 'toggle':
        if (active) this.model.select(toggleStep(steps, selection, active));
        break;
      case 'all':
        this.model.select(selectAll(steps, selection));
        break;
      case 'clear':
        this.model.select(selectActive(selection));
    }
    return undefined;
  }

  /** Collapses the active step on Left and expands it on Right; returns true if it did. */
  #foldBy(direction: Direction): boolean {
    const [entry, child] = this.model.selection.active ?? [];
    if (entry === undefined || child !== undefined || childCount(this.#currentFlow.steps, entry) === 0)
      return false;
    const isFolded = this.model.folds.has(entry);
    if (direction !== (isFolded ? 'child' : 'parent')) return false;
    this.model.fold([entry], !isFolded);
    return true;
  }

  #moveTo(direction: Direction, extend: boolean): void {
    const steps = filterUnfolded(this.#currentFlow.steps, this.model.folds);
    const { selection } = this.model;
    const to = indexAfterMove(steps, indexOf(steps, selection.active), direction);
    const card = steps[to];
    if (!card) this.model.select(NOTHING);
    else this.model.select(extend ? extendSelection(steps, selection, card.step) : selectOnly(card.step));
  }

  async #runAction(action: ListAction): Promise<void> {
    const { steps } = this.#currentFlow;
    const { active, steps: selected } = this.model.selection;
    if (action === 'add') await this.#add(insertionPointAfter(active, steps));
    else if (action === 'addInside') await this.#add(insertionPointInside(active, steps));
    // The paste event provides the text.
    else if (action === 'paste' || selected.length === 0) return;
    else if (action === 'copy') await this.model.copy(selected);
    else if (action !== 'cut' || (await this.model.copy(selected))) {
      const change = action === 'cut' ? 'delete' : action;
      const deleted = selected.length === 1 ? 'Deleted the step.' : `Deleted ${selected.length} steps.`;
      await this.model.edit(stepChangeEdit(change, selected), change === 'delete' ? deleted : undefined);
    }
  }

  #addBelow(key: string): void {
    const row = this.#rows.find(candidate => candidate.key === key);
    if (row) void this.#add(row.after);
  }

  #addAtEnd(key: string): void {
    const entry = entryOfEnd(key);
    if (entry === undefined) return;
    void this.#add(endInside(entry, this.#currentFlow.steps));
  }

  /** Opens the search for the action of a new step. */
  async #add(to: InsertionPoint, button?: HTMLElement): Promise<void> {
    const { model } = this;
    const picker = this.#picker.value;
    if (!picker) return;
    const list = {
      model,
      flow: this.#currentFlow,
      rows: this.#rows,
      picker,
      rendered: async (key: string) => {
        this.requestUpdate();
        await this.updateComplete;
        return this.querySelector<HTMLElement>(`[data-step="${CSS.escape(key)}"]`);
      },
      runInTurn: (work: () => Promise<void>) => this.#runInTurn(work),
      focusRow: () => this.focusRow(),
    };
    await this.#adding.add(to, list, button);
  }

  // The model may be newer than the rendered state.
  get #currentFlow(): OpenFlow {
    return this.model.flow ?? this.flow;
  }

  readonly #paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text === '' || !this.flow.editable) return;
    event.preventDefault();
    this.#runInTurn(() => {
      const to = insertionPointAfter(this.model.selection.active, this.#currentFlow.steps);
      return this.model.edit({ kind: 'pasteSteps', to, text });
    });
  };

  readonly #dragStart = (event: DragEvent): void => {
    const card = this.#cardAt(event);
    if (!card) return;
    const { steps } = this.selection;
    const isSelected = steps.some(candidate => sameStep(candidate, card.step));
    if (!isSelected) this.model.select(selectOnly(card.step));
    this.#drag.start(event, isSelected ? steps : [card.step]);
  };

  readonly #handleDrop = (event: DragEvent): void => {
    const landed = this.#drag.end();
    if (!landed) return;
    event.preventDefault();
    void this.model.edit({ kind: 'moveSteps', steps: landed.steps, to: landed.drop.insertionPoint });
  };
}
