import { html, nothing, type TemplateResult } from 'lit';
import { secondsText } from '../../flow/run/outcomeText.ts';
import { OUTCOME_WORDS, type ReportPageAttempt, type ReportPageCase } from '../../protocol/testReport.ts';
import { codicon } from '../common/button.ts';
import { pictureSet } from '../common/pictureSet.ts';
import { fragmentOf, type ShownAttempt } from './reportModel.ts';

type Outcome = ReportPageCase['outcome'];

const ICONS: Readonly<Record<Outcome, string>> = {
  passed: 'pass',
  flaky: 'warning',
  failed: 'error',
  unfit: 'circle-slash',
  skipped: 'circle-large',
};

/** Renders an outcome as an icon and a word. */
export function outcomeChip(outcome: Outcome): TemplateResult {
  return html`<span class="chip ${outcome}"
    >${codicon(`${ICONS[outcome]} outcome`)}${OUTCOME_WORDS[outcome]}</span
  >`;
}

/** Renders an outcome as an icon with a word for screen readers. */
export function outcomeIcon(outcome: Outcome): TemplateResult {
  return html`<span class=${outcome}>${codicon(`${ICONS[outcome]} outcome`)}</span
    ><span class="visually-hidden">${OUTCOME_WORDS[outcome]}</span>`;
}

/** Renders the attempts of a case as links, if there are several. */
export function attemptLinks(
  { attempts }: ReportPageCase,
  place: ShownAttempt,
): TemplateResult | typeof nothing {
  if (attempts.length < 2) return nothing;
  return html`<nav class="attempt-links" aria-label="Attempts">
    ${attempts.map(
      ({ outcome, tookMs }, index) =>
        html`<a
          href=${fragmentOf(place.index, index)}
          aria-current=${index === place.attempt ? 'page' : nothing}
          >${outcomeIcon(outcome)} Attempt ${index + 1} <span class="time">${secondsText(tookMs)}</span></a
        >`,
    )}
  </nav>`;
}

/**
 * Renders the failures of an attempt. `isExplained` leaves out facts and suggestions, which the trace viewer shows;
 * `addressOf` returns the address of a picture in the page.
 */
export function failureList(
  file: string,
  { failures }: ReportPageAttempt,
  isExplained: boolean,
  addressOf: (id: string) => string,
): TemplateResult | typeof nothing {
  if (failures.length === 0) return nothing;
  return html`<section class="failures" aria-label="Failures">
    <ul>
      ${failures.map(
        ({ message, line, details, expected, actual, picture, picturesLeftOut }) =>
          html`<li>
            <p class="message">${message}</p>
            ${line === undefined ? nothing : html`<p class="place"><code>${file}:${line}</code></p>`}
            ${
              isExplained || details.length === 0
                ? nothing
                : html`<ul class="facts-list">
                    ${details.map(detail => html`<li>${detail}</li>`)}
                  </ul>`
            }
            ${expected?.includes('\n') ? valuePair(expected, actual ?? '') : nothing}
            ${picture ? pictureSet(picture, (id, text) => pictureLink(addressOf(id), text)) : nothing}
            ${picturesLeftOut === undefined ? nothing : html`<p class="hint">${picturesLeftOut}</p>`}
          </li>`,
      )}
    </ul>
  </section>`;
}

/** Renders the steps of an attempt without a trace. */
export function stepList({ steps }: ReportPageAttempt): TemplateResult | typeof nothing {
  if (steps.length === 0) return nothing;
  return html`<section class="run-steps" aria-label="Steps">
    <table>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Name</th>
          <th scope="col">Status</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        ${steps.map(
          ({ number, round, name = '', device, status = 'unknown', reason = '' }) =>
            html`<tr class=${status === 'failed' ? 'failed' : ''}>
              <td>${number}${round === undefined ? '' : `, round ${round}`}</td>
              <td>${name}${device === undefined ? '' : ` on ${device}`}</td>
              <td>${status}</td>
              <td>${reason}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function pictureLink(address: string, text: string): TemplateResult {
  return html`<a href=${address} target="_blank"><img src=${address} alt=${text} /></a>`;
}

function valuePair(expected: string, actual: string): TemplateResult {
  return html`<dl class="pair">
    <div>
      <dt>Expected</dt>
      <dd><pre tabindex="0">${expected}</pre></dd>
    </div>
    <div>
      <dt>Actual</dt>
      <dd><pre tabindex="0">${actual}</pre></dd>
    </div>
  </dl>`;
}
