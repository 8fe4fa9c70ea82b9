import { html, nothing, type TemplateResult } from 'lit';
import type { ParamFix, StepExplanation } from '../../flow/run/runSteps.ts';
import type { StepDetails } from '../../protocol/flowEditor.ts';
import { codicon, linkButton } from '../common/button.ts';

/**
 * Renders the reason for the result of a step: a sentence, its facts and the error folded, and what to do next. `apply`
 * carries out the first suggestion if that is a change of a parameter; undefined if the file cannot be changed.
 */
export function explanationView(
  { sentence, facts, actions, fix }: StepExplanation,
  { status, error }: Pick<StepDetails['attempts'][number], 'status' | 'error'>,
  apply: ((fix: ParamFix) => void) | undefined,
): TemplateResult {
  const details = [...facts, ...(error === undefined ? [] : [`Error message: ${error}`])];
  return html`<div class=${status === 'failed' ? 'explanation failed' : 'explanation'}>
    <p class="reason">${sentence}</p>
    ${
      details.length === 0
        ? nothing
        : html`<details>
            <summary>Details</summary>
            <ul>
              ${details.map(detail => html`<li>${detail}</li>`)}
            </ul>
          </details>`
    }
    ${actions.map(
      (action, index) =>
        html`<p class="suggestion">
          ${codicon('lightbulb')}
          ${
            fix && apply && index === 0
              ? linkButton(action.replace(/\.$/, ''), () => apply(fix))
              : html`<span>${action}</span>`
          }
        </p>`,
    )}
  </div>`;
}
