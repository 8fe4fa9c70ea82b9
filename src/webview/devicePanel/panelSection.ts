import { html, type TemplateResult } from 'lit';
import type { PanelModel } from './panelModel.ts';

/** Renders a collapsible section beside the screen; the collapsed state is stored. */
export function panelSection(model: PanelModel, title: string, content: unknown): TemplateResult {
  const { folded } = model.viewState;
  return html`<details
    class="section"
    ?open=${!folded.includes(title)}
    @toggle=${({ target }: Event) => {
      const { open } = target as HTMLDetailsElement;
      if (open !== folded.includes(title)) return;
      model.updateView({ folded: open ? folded.filter(one => one !== title) : [...folded, title] });
    }}
  >
    <summary><h2>${title}</h2></summary>
    <div class="content">${content}</div>
  </details>`;
}
