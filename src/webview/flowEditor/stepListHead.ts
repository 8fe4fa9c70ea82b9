import '@vscode-elements/elements/dist/vscode-button/vscode-button.js';
import '@vscode-elements/elements/dist/vscode-toolbar-button/vscode-toolbar-button.js';
import { html, nothing, type TemplateResult } from 'lit';
import { codicon } from '../common/button.ts';
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
      <vscode-toolbar-button
        icon="search"
        label="Find in steps"
        title="Find in steps (Ctrl+F)"
        @click=${find}
      ></vscode-toolbar-button>
      ${foldButton(findFoldable(steps), folds, fold)}
      ${
        editable
          ? html`<vscode-toolbar-button
              icon="add"
              label="Add step"
              title="Add step (Ctrl+Enter)"
              @click=${add}
            ></vscode-toolbar-button>`
          : nothing
      }
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
  return html`<vscode-toolbar-button
    icon=${isAnyUnfolded ? 'collapse-all' : 'expand-all'}
    label=${label}
    title=${label}
    @click=${() => fold(entries, isAnyUnfolded)}
  ></vscode-toolbar-button>`;
}

/** Renders the placeholder of a flow without steps. */
export function emptyView({ name, editable }: OpenFlow, add: HeadActions['add']): TemplateResult {
  return html`<div class="empty">
    ${codicon('list-tree')}
    <p class="sentence">${name === '' ? 'This flow' : `“${name}”`} has no steps yet.</p>
    <p class="hint">
      Each step carries out an action of the catalog, one after the other. Steps can also be pasted from
      another flow.
    </p>
    ${editable ? html`<vscode-button icon="add" @click=${add}>Add Step</vscode-button>` : nothing}
  </div>`;
}
