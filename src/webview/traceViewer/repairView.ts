import { html, nothing, type TemplateResult } from 'lit';
import type { StepRepair } from '../../protocol/traceViewer.ts';
import { codicon, secondaryButton } from '../common/button.ts';
import type { ShownScreen } from './pictures.ts';
import { picture } from './screenView.ts';
import type { TraceModel } from './traceModel.ts';

/** Renders the proposed repair of the selected step; nothing if it has none. */
export function repairView(model: TraceModel): TemplateResult | typeof nothing {
  const { repair, repairOf, before, now } = model.repairs;
  if (!repair || repairOf !== model.row?.key) return nothing;
  const { reason, confidence, changes } = repair;
  return html`<section class="repair" aria-labelledby="repair-title">
    <header>
      <h3 id="repair-title">${codicon('lightbulb')} Proposed repair</h3>
      <span class="confidence">${confidence}</span>
      ${secondaryButton('Apply to Flow…', () => model.applyRepair(), {
        icon: 'wrench',
        title: 'Change the flow file, which can be undone',
      })}
    </header>
    <p class="sentence">${reason}</p>
    <ul class="changes">
      ${changes.map(
        ({ step, from, to }) =>
          html`<li>
            <span class="changed-step">${step}</span>
            <del>${from}</del> ${codicon('arrow-right')} <span class="visually-hidden">becomes</span>
            <ins>${to}</ins>
          </li>`,
      )}
    </ul>
    <div class="repair-screens">
      ${screenOf('Last run that passed', before, repair.before)} ${screenOf('This run', now, repair.now)}
    </div>
  </section>`;
}

function screenOf(
  title: string,
  shown: ShownScreen | undefined,
  { box }: StepRepair['before'],
): TemplateResult {
  const target = box && { box, label: 'Element' };
  return html`<figure>
    <figcaption>${title}</figcaption>
    ${
      shown
        ? picture(shown, undefined, { touched: { target, gestures: [] }, run: title })
        : html`<p class="hint">The screen cannot be shown.</p>`
    }
  </figure>`;
}
