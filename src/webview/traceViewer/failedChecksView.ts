import { html, nothing, type TemplateResult } from 'lit';
import type { ShownCheck } from '../../protocol/traceViewer.ts';
import { codicon } from '../common/button.ts';
import { pictureSet } from '../common/pictureSet.ts';
import { drawMask } from './drawMask.ts';
import type { TraceModel } from './traceModel.ts';

/** Renders the failed picture checks of the selected step with their pictures; nothing if there are none. */
export function failedChecksView(model: TraceModel): TemplateResult | typeof nothing {
  const { shown } = model.checks;
  if (shown.length === 0) return nothing;
  return html`<section class="failed-checks" aria-labelledby="checks-title">
    <h3 id="checks-title">
      ${codicon('error')} ${shown.length === 1 ? 'Failed picture check' : 'Failed picture checks'}
    </h3>
    ${shown.map(check => checkView(model, check))}
  </section>`;
}

function checkView(model: TraceModel, check: ShownCheck): TemplateResult {
  const { place, sentence, problem } = check;
  return html`<div class="failed-check">
    ${place === '' ? nothing : html`<h4>${place}</h4>`}
    <p class="sentence">${sentence}</p>
    ${
      problem === undefined
        ? html`${pictureSet(check, (id, text) => picture(model, check, id, text))}
            <p class="hint">To leave out a part that changes, drag over it in the actual picture.</p>`
        : html`<p class="hint">${problem}</p>`
    }
  </div>`;
}

function picture(
  model: TraceModel,
  { actual }: ShownCheck,
  id: string,
  text: string,
): TemplateResult | typeof nothing {
  const address = model.checks.addressOf(id);
  if (address !== undefined && id === actual)
    return html`<div
      class="maskable"
      title="Drag to leave out a part"
      @pointerdown=${(event: PointerEvent) => drawMask(event, area => model.maskPicture(id, area))}
    >
      <img src=${address} alt=${text} draggable="false" />
    </div>`;
  if (address !== undefined) return html`<img src=${address} alt=${text} />`;
  return model.checks.isReading ? nothing : html`<p class="hint">The picture cannot be shown.</p>`;
}
