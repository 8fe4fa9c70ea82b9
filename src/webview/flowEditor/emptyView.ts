import '@vscode-elements/elements/dist/vscode-button/vscode-button.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { OpenFlow } from '../../protocol/flowEditor.ts';

/** Renders the placeholder of a flow without steps. */
export function emptyView({ name, editable }: OpenFlow, add: () => void): TemplateResult {
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
