import { html, nothing, type TemplateResult } from 'lit';
import type { Fact } from '../../protocol/flowEditor.ts';
import { chipView } from './values/chipView.ts';

/** Renders the most significant parameters of a step in its row. */
export function factsView(facts: readonly Fact[]): TemplateResult | typeof nothing {
  if (facts.length === 0) return nothing;
  return html`<span class="facts">${facts.map(factView)}</span>`;
}

function factView({ name, value, pieces }: Fact): TemplateResult {
  return html`<span class="fact"
    ><span class="fact-name">${name}</span>
    <span class="fact-value"
      >${
        pieces?.map(({ kind, parts }) =>
          kind === 'text' ? parts.join('') : chipView({ parts, isWrong: kind === 'problem' }),
        ) ?? value
      }</span
    ></span
  >`;
}
