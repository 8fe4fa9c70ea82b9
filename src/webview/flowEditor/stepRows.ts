import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { namedIcon } from '../common/button.ts';
import { sameStep } from '../../protocol/flowEdit.ts';
import type { OpenFlow, StepCard } from '../../protocol/flowEditor.ts';
import type { Folds } from './folds.ts';
import type { Selection } from './selection.ts';
import type { StepAdding } from './stepAdding.ts';
import type { StepDrag } from './stepDrag.ts';
import { endRow, addStepButton, markClasses, type RowMark, stepRow } from './stepRow.ts';
import { entryOfEnd, type ListRow, type PlacedCard } from './steps.ts';

/** The state of the list that its rows depend on. */
export interface StepListState {
  readonly flow: OpenFlow;
  readonly selection: Selection;
  readonly folds: Folds;
  /** Steps that match the search. */
  readonly found: ReadonlySet<string>;
  /** The key of the row under the pointer. */
  readonly hovered: string | undefined;
  readonly drag: StepDrag;
  readonly adding: StepAdding;
}

/** Renders the rows of the step list; rows that did not change are not rendered again. */
export class StepRows {
  /** The cards as text, which tells if a row changed. */
  readonly #cardTexts = new WeakMap<StepCard, string>();

  render(rows: readonly ListRow[], state: StepListState): readonly TemplateResult[] {
    const { steps } = state.flow;
    const children = Map.groupBy(
      steps.filter(({ step }) => step.length === 2),
      ({ step }) => step[0],
    );
    const selected = new Set(state.selection.steps.map(step => step.join('.')));
    return rows.map(row => {
      const { key, placed } = row;
      if (placed) {
        const { step } = placed.card;
        const inside = step.length === 1 ? (children.get(step[0]) ?? []) : [];
        return this.#stepRow(row, placed, inside, selected.has(key), state);
      }
      const entry = entryOfEnd(key);
      const outer = steps.find(({ step }) => step.length === 1 && step[0] === entry);
      if (!outer) return settingsRow(row, state);
      return endRow({
        key,
        outer,
        mark: markOf(row, state),
        isReachable: state.selection.active?.[0] === entry,
        isEmpty: !children.has(outer.step[0]),
        hasTools: hasTools(row, state),
      });
    });
  }

  #stepRow(
    row: ListRow,
    { card, position, count }: PlacedCard,
    children: readonly StepCard[],
    selected: boolean,
    state: StepListState,
  ): TemplateResult {
    const { step } = card;
    const folded = children.length === 0 ? undefined : state.folds.has(step[0]);
    const countedCards = folded ? [card, ...children] : [card];
    const active = sameStep(step, state.selection.active);
    const look = {
      position,
      count,
      selected,
      active,
      dragged: state.drag.dragged.some(draggedStep => sameStep(draggedStep, step)),
      editable: state.flow.editable,
      folded,
      errors: countedCards.reduce((sum, { errors }) => sum + errors, 0),
      warnings: countedCards.reduce((sum, { warnings }) => sum + warnings, 0),
      hidden: countedCards.length - 1,
      found: state.found.has(String(step)),
      hasTools: active || hasTools(row, state),
      isLastInside: row.isLastInside,
      isBeforeEnd: row.isBeforeEnd,
    };
    const mark = markOf(row, state);
    return html`${guard([this.#textOf(card), mark?.look, mark?.isInside, ...Object.values(look)], () =>
      stepRow(card, { ...look, mark, after: row.after }),
    )}`;
  }

  #textOf(card: StepCard): string {
    const known = this.#cardTexts.get(card);
    if (known !== undefined) return known;
    const text = JSON.stringify(card);
    this.#cardTexts.set(card, text);
    return text;
  }
}

function settingsRow(row: ListRow, state: StepListState): TemplateResult {
  const { settingsErrors, editable, steps } = state.flow;
  // A flow without steps has a button of its own.
  const canInsert = editable && steps.length > 0;
  const isActive = state.selection.active === undefined;
  return html`<div
    class=${['step', 'settings', ...markClasses(markOf(row, state))].join(' ')}
    role="treeitem"
    data-step=""
    aria-level="1"
    aria-selected=${isActive}
    tabindex=${isActive ? 0 : -1}
  >
    <span class="icon codicon codicon-settings-gear" aria-hidden="true"></span>
    <span class="title"><span class="step-name">Flow settings</span></span>
    <span class="marks">
      ${
        settingsErrors > 0
          ? html`<span class="count error">${namedIcon('error', 'error')}${settingsErrors}</span>`
          : nothing
      }
    </span>
    ${canInsert && (isActive || hasTools(row, state)) ? addStepButton('Add step at the start', isActive) : nothing}
  </div>`;
}

function hasTools({ key }: ListRow, { adding, hovered }: StepListState): boolean {
  return (adding.rowKey ?? hovered) === key;
}

function markOf({ key, after }: ListRow, { drag, adding }: StepListState): RowMark | undefined {
  const { drop } = drag;
  if (drop) {
    const isInside = drop.insertionPoint.parent !== undefined;
    return drop.over === key ? { look: drop.look, isInside } : undefined;
  }
  return adding.rowKey === key ? { look: 'after', isInside: after.parent !== undefined } : undefined;
}
