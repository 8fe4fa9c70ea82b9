import { html, nothing, type TemplateResult } from 'lit';
import type { OpenTrace, StepEvidence, ShownRepair, TraceExplanation } from '../../protocol/traceViewer.ts';
import { codicon, secondaryButton } from '../common/button.ts';
import { valueTree } from '../common/valueTree.ts';
import { evidenceTabs } from './evidenceTabs.ts';
import { failedChecksView } from './failedChecksView.ts';
import { STATE_ICONS } from './states.ts';
import type { TraceModel } from './traceModel.ts';
import { screenPicture } from './screenView.ts';
import type { DrawableScreen } from './pictures.ts';

/** Renders the evidence of the selected step, or of the whole run for a device or a round. */
export function detailsView(model: TraceModel, trace: OpenTrace): TemplateResult {
  const { row, evidence } = model;
  return html`<section
    class="details"
    aria-label="Evidence of the step"
    aria-busy=${model.evidenceOf !== row?.key}
  >
    ${row?.step !== undefined && evidence ? stepView(model, trace, evidence) : groupView(model)}
    ${runView(trace)}
  </section>`;
}

function stepView(model: TraceModel, trace: OpenTrace, evidence: StepEvidence): TemplateResult {
  const { title, state, status, facts, error, explanation, attempts, leftOut } = evidence;
  // The reason of the failed run is above the steps.
  const isAbove =
    trace.state === 'failed' &&
    trace.explanation?.row !== undefined &&
    trace.explanation.row === model.row?.key;
  return html`<header class="step-head">
      <h2>${title}</h2>
      <span class="chip ${state}">${codicon(`${STATE_ICONS[state]} state`)}${status}</span>
      ${evidence.taskId !== undefined && trace.savesTasks ? saveTaskButton(model) : nothing}
      ${model.isStandalone ? nothing : goToStepButton(model)}
    </header>
    ${factList(facts)} ${explanation && !isAbove ? traceExplanationView(explanation) : nothing}
    ${error !== undefined && !(explanation && !isAbove && explanation.sentence === error) ? html`<p class="step-error">${error}</p>` : nothing}
    ${
      attempts.length === 0
        ? nothing
        : html`<details class="attempts">
            <summary>
              ${attempts.length === 1 ? 'One attempt failed before.' : `${attempts.length} attempts failed before.`}
            </summary>
            <ul class="entries">
              ${attempts.map(
                attempt =>
                  html`<li>
                    <p>${attempt.title}: ${attempt.error}</p>
                    <div class="values">${valueTree(attempt.nodes)}</div>
                  </li>`,
              )}
            </ul>
          </details>`
    }
    ${repairView(model)} ${failedChecksView(model)} ${evidenceTabs(model, trace, evidence)}
    ${
      leftOut === 0
        ? nothing
        : html`<p class="hint">${leftOut} more entries of this step were not recorded.</p>`
    }`;
}

/** Renders the button that opens the flow file at the selected step. */
export function goToStepButton(model: TraceModel): TemplateResult {
  return secondaryButton('Go to Step', () => model.goToStep(), {
    icon: 'go-to-file',
    title: 'Open the flow file at this step (Enter in the list)',
  });
}

function saveTaskButton(model: TraceModel): TemplateResult {
  return secondaryButton('Save Task as Flow…', () => model.saveTask(), {
    icon: 'save-as',
    title: 'Write what the agent did into a new flow file, which runs without the agent',
  });
}

function groupView({ row }: TraceModel): TemplateResult {
  return html`<header class="step-head"><h2>${row?.name ?? 'No Steps'}</h2></header>
    <p class="hint">
      ${row ? 'Select a step to see its evidence.' : 'The trace does not contain any steps.'}
    </p>`;
}

function runView({ payload, tasks }: OpenTrace): TemplateResult | typeof nothing {
  if (payload.length === 0 && tasks.length === 0) return nothing;
  return html`<details class="run-data">
    <summary>Run</summary>
    ${payload.length === 0 ? nothing : html`<h3>Payload</h3>`}
    <div class="values">${valueTree(payload)}</div>
    ${tasks.length === 0 ? nothing : html`<h3>Tasks</h3>`}
    <div class="values">${valueTree(tasks)}</div>
  </details>`;
}

/** Renders names and values in one line. */
export function factList(facts: OpenTrace['facts']): TemplateResult {
  return html`<dl class="facts">
    ${facts.map(
      ({ name, value }) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Renders the reason of a failure with its facts and next actions. */
export function traceExplanationView({ sentence, facts, actions }: TraceExplanation): TemplateResult {
  return html`<div class="explanation">
    <p class="sentence">${sentence}</p>
    ${facts.length === 0 ? nothing : listView('', facts)}
    ${actions.length === 0 ? nothing : listView('What you can do:', actions)}
  </div>`;
}

function listView(title: string, lines: readonly string[]): TemplateResult {
  return html`${title === '' ? nothing : html`<p class="list-title">${title}</p>`}
    <ul>
      ${lines.map(line => html`<li>${line}</li>`)}
    </ul>`;
}

/** Renders the proposed repair of the selected step; nothing if it has none. */
function repairView(model: TraceModel): TemplateResult | typeof nothing {
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
  shown: DrawableScreen | undefined,
  { box }: ShownRepair['before'],
): TemplateResult {
  const target = box && { box, label: 'Element' };
  return html`<figure>
    <figcaption>${title}</figcaption>
    ${
      shown
        ? screenPicture(shown, undefined, { touched: { target, gestures: [] }, run: title })
        : html`<p class="hint">The screen cannot be shown.</p>`
    }
  </figure>`;
}
