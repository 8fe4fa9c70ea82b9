import { html, nothing, type TemplateResult } from 'lit';
import type { ShownPlan, ShownPlanItem } from '../../protocol/agentView.ts';

/** The words for actions that have an effect, and for the others, in the order of the summary. */
const ACTIONS: Readonly<Record<string, readonly [badge: string, inSummary: string]>> = {
  create: ['Create', 'to create'],
  update: ['Update', 'to update'],
  recreate: ['Recreate', 'to recreate'],
  unchanged: ['Unchanged', 'unchanged'],
  refused: ['Refused', 'refused'],
};

/** Shows what a deployment to a connection would do with each file. */
export function planView({ items }: ShownPlan, connection: string): TemplateResult {
  return html`<main>
    <h1>Deployment Plan</h1>
    <p class="quiet">${connection} · ${summaryOf(items)}</p>
    <ul class="plan">
      ${items.map(itemView)}
    </ul>
  </main>`;
}

function itemView({ path, action, reason, changes }: ShownPlanItem): TemplateResult {
  return html`<li>
    <span class="badge" data-action=${action}>${ACTIONS[action]?.[0] ?? action}</span>
    <code>${path}</code>
    ${reason ? html`<p class=${action === 'refused' ? 'problem' : 'quiet'}>${reason.text}</p>` : nothing}
    ${
      changes.length === 0
        ? nothing
        : html`<ul class="changes" aria-label="Changes">
            ${changes.map(change => html`<li>${change.text}</li>`)}
          </ul>`
    }
  </li>`;
}

function summaryOf(items: ShownPlan['items']): string {
  const parts = Object.entries(ACTIONS).map(([action, [, words]]) => ({
    words,
    count: items.filter(item => item.action === action).length,
  }));
  const named = parts.filter(({ count }) => count > 0).map(({ words, count }) => `${count} ${words}`);
  return named.join(', ') || 'nothing to deploy';
}
