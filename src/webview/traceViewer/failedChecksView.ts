import { html, nothing, type TemplateResult } from 'lit';
import type { ShownCheck } from '../../protocol/traceViewer.ts';
import { codicon } from '../common/button.ts';
import { pictureSet } from '../common/pictureSet.ts';
import type { CheckModel } from './checkModel.ts';

/** Renders the failed picture checks of the selected step with their pictures; nothing if there are none. */
export function failedChecksView(model: CheckModel): TemplateResult | typeof nothing {
  const { shown } = model;
  if (shown.length === 0) return nothing;
  return html`<section class="failed-checks" aria-labelledby="checks-title">
    <h3 id="checks-title">
      ${codicon('error')} ${shown.length === 1 ? 'Failed picture check' : 'Failed picture checks'}
    </h3>
    ${shown.map(check => checkView(model, check))}
  </section>`;
}

function checkView(model: CheckModel, check: ShownCheck): TemplateResult {
  const { place, sentence, problem } = check;
  return html`<div class="failed-check">
    ${place === '' ? nothing : html`<h4>${place}</h4>`}
    <p class="sentence">${sentence}</p>
    ${problem === undefined ? pictureSet(check, (id, text) => picture(model, id, text)) : html`<p class="hint">${problem}</p>`}
  </div>`;
}

function picture(model: CheckModel, id: string, text: string): TemplateResult | typeof nothing {
  const address = model.addressOf(id);
  if (address !== undefined) return html`<img src=${address} alt=${text} />`;
  return model.isReading ? nothing : html`<p class="hint">The picture cannot be shown.</p>`;
}
