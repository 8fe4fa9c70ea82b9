import { html, nothing, type TemplateResult } from 'lit';
import { codicon, iconButton, secondaryButton } from '../common/button.ts';
import type { OpenFlow } from '../../protocol/flowEditor.ts';
import { type Folds, findFoldable } from './folds.ts';

/** The actions of the toolbar above the steps. */
interface HeadActions {
  readonly find: () => void;
  readonly fold: (entries: readonly number[], isFolded: boolean) => void;
  /** Adds a step; the search opens below the button of the event. */
  readonly add: (event: Event) => void;
}

/** Renders the title and the toolbar above the steps. */
export function stepListHead(
  { steps, editable }: OpenFlow,
  folds: Folds,
  { find, fold, add }: HeadActions,
): TemplateResult {
  return html`<div class="list-head">
    <h2 id="steps-title">Steps <span class="total">${steps.length}</span></h2>
    <div class="list-acts">
      ${iconButton('search', 'Find in steps (Ctrl+F)', find, { name: 'Find in steps' })}
      ${foldButton(findFoldable(steps), folds, fold)}
      ${editable ? iconButton('add', 'Add step (Ctrl+Enter)', add, { name: 'Add step' }) : nothing}
    </div>
  </div>`;
}

function foldButton(
  entries: readonly number[],
  folds: Folds,
  fold: HeadActions['fold'],
): TemplateResult | typeof nothing {
  if (entries.length === 0) return nothing;
  const isAnyUnfolded = entries.some(entry => !folds.has(entry));
  const label = isAnyUnfolded ? 'Fold all steps' : 'Unfold all steps';
  return iconButton(isAnyUnfolded ? 'collapse-all' : 'expand-all', label, () => fold(entries, isAnyUnfolded));
}

/** Renders the placeholder of a flow without steps, with the ways to get some. */
export function emptyView(
  { name, editable, buttons }: OpenFlow,
  add: HeadActions['add'],
  act: (act: 'record' | 'fill') => void,
): TemplateResult {
  const record = buttons.find(button => button.act === 'record');
  return html`<div class="empty">
    ${codicon('list-tree')}
    <p class="sentence">${name === '' ? 'This flow' : `“${name}”`} has no steps yet.</p>
    <p class="hint">
      Each step carries out an action of the catalog, one after the other. Record what you do on a phone, add
      steps one by one, or begin with a template. Steps can also be pasted from another flow.
    </p>
    ${
      editable
        ? html`<div class="starts">
            ${
              record
                ? secondaryButton('Record', () => act('record'), {
                    icon: 'record',
                    title: record.detail,
                    isDisabled: !record.enabled,
                  })
                : nothing
            }
            ${secondaryButton('Add Step', add, { icon: 'add', className: 'primary' })}
            ${secondaryButton('From Template', () => act('fill'), {
              icon: 'symbol-snippet',
              title: 'Fill the flow from a template',
            })}
          </div>`
        : nothing
    }
  </div>`;
}
