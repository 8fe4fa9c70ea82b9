import '@vscode-elements/elements/dist/vscode-button/vscode-button.js';
import '@vscode-elements/elements/dist/vscode-toolbar-button/vscode-toolbar-button.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { createRef, ref } from 'lit/directives/ref.js';
import type { StepPath } from '../../flow/edit/flowEdit.ts';
import type { OpenFlow, StepCard } from '../../protocol/flowEditor.ts';
import { closestTo, PageElement } from '../common/element.ts';
import type { EditorModel } from './editorModel.ts';
import {
  selectAll,
  extendSelection,
  indexOf,
  NOTHING,
  selectOnly,
  type Selection,
  toggleStep,
} from './selection.ts';
import { findFoldable, type Folds, filterUnfolded } from './folds.ts';
import { runStepAction, insertionPointAfter } from './stepActions.ts';
import type { StepFind } from './stepFind.ts';
import { StepDrag } from './stepDrag.ts';
import { stepKey, type StepKey, type Direction } from './stepKeys.ts';
import { stepRow } from './stepRow.ts';
import { sameStep } from '../../protocol/flowEdit.ts';
import { childCount, toPlacedCards, type PlacedCard } from './steps.ts';
import { indexAfterMove } from './indexAfterMove.ts';

/** The left side of the editor: the flow settings and the steps. */
export class StepList extends PageElement {
  static override properties = {
    flow: { attribute: false },
    selection: { attribute: false },
    folds: { attribute: false },
    found: { state: true },
  };

  declare flow: OpenFlow;
  declare selection: Selection;
  declare folds: Folds;
  declare model: EditorModel;
  /** Focuses the first field or the name field of the inspector. */
  declare onInspect: (field: 'first' | 'name') => void;
  /** Steps that match the search. */
  declare private found: ReadonlySet<string>;
  readonly #find = createRef<StepFind>();
  readonly #drag = new StepDrag(() => this.requestUpdate());
  #hadFocus = false;
  /** Child steps by the index of their parent. */
  #children: ReadonlyMap<number, readonly StepCard[]> = new Map();
  /** The pending action of a key or a paste. */
  #pendingWork: Promise<void> | undefined;

  constructor() {
    super();
    this.found = new Set();
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
    this.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus();
  }

  protected override willUpdate(): void {
    this.#hadFocus = this.querySelector('[role=tree]')?.contains(document.activeElement) ?? false;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const row = this.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]');
    const mayTakeFocus = this.#hadFocus || document.activeElement === document.body;
    if (changed.has('selection') && row) {
      if (mayTakeFocus && document.activeElement !== row && document.hasFocus()) row.focus();
      const before = changed.get('selection');
      if (!before || !sameStep(before.active, this.selection.active))
        row.scrollIntoView({ block: 'nearest' });
    }
  }

  protected override render(): TemplateResult {
    const { steps, editable, settingsErrors } = this.flow;
    const { active } = this.selection;
    this.#children = Map.groupBy(
      steps.filter(({ step }) => step.length === 2),
      ({ step }) => step[0],
    );
    return html`<div class="list-head">
        <h2 id="steps-title">Steps <span class="total">${steps.length}</span></h2>
        <div class="list-acts">
          <vscode-toolbar-button
            icon="search"
            label="Find in steps"
            title="Find in steps (Ctrl+F)"
            @click=${() => void this.openFind()}
          ></vscode-toolbar-button>
          ${this.#foldButton()}
          ${
            editable
              ? html`<vscode-toolbar-button
                  icon="add"
                  label="Add step"
                  title="Add step (Ctrl+Enter)"
                  @click=${() => void this.#runAction('add')}
                ></vscode-toolbar-button>`
              : nothing
          }
        </div>
      </div>
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
        class="steps"
        aria-labelledby="steps-title"
        aria-multiselectable="true"
        @keydown=${this.#handleKey}
        @click=${this.#click}
        @dblclick=${(event: Event) => {
          if (this.#stepAt(event) !== undefined) this.onInspect('first');
        }}
        @contextmenu=${this.#menu}
        @focusin=${() => this.model.focusSteps(true)}
        @focusout=${() => this.model.focusSteps(false)}
        @paste=${this.#paste}
        @dragstart=${this.#dragStart}
        @dragover=${(event: DragEvent) => this.#drag.over(event, this.flow.steps, this.#cardAt(event), this.folds)}
        @dragleave=${(event: DragEvent) => {
          const { relatedTarget } = event;
          if (!(relatedTarget instanceof Node && this.contains(relatedTarget))) this.#drag.leave();
        }}
        @dragend=${() => this.#drag.end()}
        @drop=${this.#handleDrop}
        @scroll=${(event: Event) => this.model.storeScroll({ list: closestTo(event, '.steps')?.scrollTop })}
      >
        <div
          class="step settings"
          role="treeitem"
          data-step=""
          aria-level="1"
          aria-selected=${active === undefined}
          tabindex=${active === undefined ? 0 : -1}
        >
          <span class="codicon codicon-settings-gear" aria-hidden="true"></span>
          <span class="title"><span class="step-name">Flow settings</span></span>
          <span class="marks">
            ${
              settingsErrors > 0
                ? html`<span class="count error"
                    ><span class="codicon codicon-error" role="img" aria-label="error"></span
                    >${settingsErrors}</span
                  >`
                : nothing
            }
          </span>
        </div>
        ${toPlacedCards(steps).map(placedCard => (this.#isHidden(placedCard.card) ? nothing : this.#row(placedCard)))}
      </div>
      ${steps.length === 0 ? emptyView(this.flow, () => void this.#runAction('add')) : nothing}`;
  }

  // The active row may have changed while a quick pick had the focus.
  readonly #restoreFocus = (): void => {
    const { activeElement, body } = document;
    const hasFocus = this.querySelector('[role=tree]')?.contains(activeElement) ?? false;
    if (hasFocus || activeElement === body) this.focusRow();
  };

  #foldButton(): TemplateResult | typeof nothing {
    const entries = findFoldable(this.flow.steps);
    if (entries.length === 0) return nothing;
    const isAnyUnfolded = entries.some(entry => !this.folds.has(entry));
    const label = isAnyUnfolded ? 'Fold all steps' : 'Unfold all steps';
    return html`<vscode-toolbar-button
      icon=${isAnyUnfolded ? 'collapse-all' : 'expand-all'}
      label=${label}
      title=${label}
      @click=${() => this.model.fold(entries, isAnyUnfolded)}
    ></vscode-toolbar-button>`;
  }

  #isHidden({ step: [entry, child] }: StepCard): boolean {
    return child !== undefined && this.folds.has(entry);
  }

  #row({ card, position, count }: PlacedCard): TemplateResult {
    const { step } = card;
    const { dragged, drop } = this.#drag;
    const children = step.length === 1 ? (this.#children.get(step[0]) ?? []) : [];
    const folded = children.length === 0 ? undefined : this.folds.has(step[0]);
    const countedCards = folded ? [card, ...children] : [card];
    const look = {
      position,
      count,
      selected: this.selection.steps.some(selected => sameStep(selected, step)),
      active: sameStep(step, this.selection.active),
      dragged: dragged.some(draggedStep => sameStep(draggedStep, step)),
      drop: sameStep(step, drop?.over) ? drop?.look : undefined,
      editable: this.flow.editable,
      folded,
      errors: countedCards.reduce((sum, { errors }) => sum + errors, 0),
      warnings: countedCards.reduce((sum, { warnings }) => sum + warnings, 0),
      hidden: countedCards.length - 1,
      found: this.found.has(String(step)),
    };
    return html`${guard([JSON.stringify(card), ...Object.values(look)], () => stepRow(card, look))}`;
  }

  #stepAt(event: Event): StepPath | 'settings' | undefined {
    const text = closestTo(event, '[data-step]')?.dataset['step'];
    if (text === undefined) return undefined;
    return this.flow.steps.find(({ step }) => step.join('.') === text)?.step ?? 'settings';
  }

  #cardAt(event: Event): StepCard | undefined {
    const step = this.#stepAt(event);
    return step === 'settings' ? undefined : this.flow.steps.find(card => sameStep(card.step, step));
  }

  #click(event: MouseEvent): void {
    const step = this.#stepAt(event);
    const steps = filterUnfolded(this.flow.steps, this.folds);
    if (step === undefined) return;
    if (step !== 'settings' && closestTo(event, '.twistie')) {
      this.model.fold([step[0]], !this.folds.has(step[0]));
      return;
    }
    if (step === 'settings') this.model.select(NOTHING);
    else if (event.shiftKey) this.model.select(extendSelection(steps, this.selection, step));
    else if (event.ctrlKey || event.metaKey) this.model.select(toggleStep(steps, this.selection, step));
    else this.model.select(selectOnly(step));
  }

  #menu(event: MouseEvent): void {
    const step = this.#stepAt(event);
    if (step === undefined || step === 'settings') {
      event.preventDefault();
      event.stopPropagation();
    } else if (!this.selection.steps.some(selected => sameStep(selected, step)))
      this.model.select(selectOnly(step));
  }

  #handleKey(event: KeyboardEvent): void {
    const key = stepKey(event);
    if (!key || event.defaultPrevented) return;
    // VS Code opens the context menu for these keys.
    if (key.kind === 'menu') return;
    event.preventDefault();
    // VS Code has its own keybindings for some of these keys, such as Alt+Left.
    event.stopPropagation();
    this.#runInTurn(() => this.#press(key));
  }

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

  async #runAction(action: Parameters<typeof runStepAction>[0]): Promise<void> {
    await runStepAction(action, this.#currentFlow, this.model.selection, this.model);
  }

  // The model may be newer than the rendered state.
  get #currentFlow(): OpenFlow {
    return this.model.flow ?? this.flow;
  }

  #paste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text === '' || !this.flow.editable) return;
    event.preventDefault();
    this.#runInTurn(() => {
      const to = insertionPointAfter(this.model.selection.active, this.#currentFlow.steps);
      return this.model.edit({ kind: 'pasteSteps', to, text });
    });
  }

  #dragStart(event: DragEvent): void {
    const card = this.#cardAt(event);
    if (!card) return;
    const { steps } = this.selection;
    const isSelected = steps.some(candidate => sameStep(candidate, card.step));
    if (!isSelected) this.model.select(selectOnly(card.step));
    this.#drag.start(event, isSelected ? steps : [card.step]);
  }

  #handleDrop(event: DragEvent): void {
    const landed = this.#drag.end();
    if (!landed) return;
    event.preventDefault();
    void this.model.edit({ kind: 'moveSteps', steps: landed.steps, to: landed.drop.insertionPoint });
  }
}

/** Renders the placeholder of a flow without steps. */
function emptyView({ name, editable }: OpenFlow, add: () => void): TemplateResult {
  return html`<div class="empty">
    <span class="codicon codicon-list-tree" aria-hidden="true"></span>
    <p class="sentence">${name === '' ? 'This flow' : `“${name}”`} has no steps yet.</p>
    <p class="hint">
      Each step carries out an action of the catalog, one after the other. Steps can also be pasted from
      another flow.
    </p>
    ${editable ? html`<vscode-button icon="add" @click=${add}>Add Step</vscode-button>` : nothing}
  </div>`;
}
