import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { codicon, iconButton, linkButton, secondaryButton } from '../common/button.ts';
import { valueTree } from '../common/valueTree.ts';
import type { Problem, StepDetails, StepRun } from '../../protocol/flowEditor.ts';
import { checkedOf, valueOf } from '../common/element.ts';
import { NAME_FIELD } from './draftWriter.ts';
import type { EditorModel } from './editorModel.ts';
import { explanationView } from './explanationView.ts';
import { trialBar } from './trialBar.ts';
import { problemList } from './form/frame.ts';
import { fieldSearch, formTools } from './form/formTools.ts';
import type { FormContext } from './form/formContext.ts';
import { RUN_ICONS } from './stepRow.ts';
import { stepNumber } from '../../flow/edit/flowEdit.ts';

/** The number of results up to which their outputs are shown unfolded. */
const MOST_OPEN = 3;

/** Step fields that show their own problems. */
export const STEP_FIELDS: readonly unknown[] = ['params', 'nameOverride', 'continueOnError'];

/** Renders the inspector of a step: its action, its own fields and the form of its parameters. */
export function stepView(
  details: StepDetails,
  ctx: FormContext,
  own: FormContext,
  run: StepRun | undefined,
  hasTrace: boolean,
  model: EditorModel,
): TemplateResult {
  const { others, step, action, actionId, description, service, method, known, schema, form, nameOverride } =
    details;
  const { editable } = ctx;
  const name = nameOverride || action || (known ? 'Step' : 'Unknown action');
  const about = [nameOverride === '' ? '' : action, service, method].filter(part => part !== '');
  const allProblems = own.problems.get('') ?? [];
  const ofAction = known ? [] : allProblems.filter(({ path }) => path[0] === 'actionId');
  const rest = allProblems.filter(problem => !ofAction.includes(problem));
  return html`<header class="subject">
      <h2 title=${name}><span class="number">${stepNumber(step)}</span> ${name}</h2>
      ${about.length > 0 ? html`<p class="kind">${about.join(' · ')}</p>` : nothing}
      ${
        description === ''
          ? nothing
          : html`<div class="about">
              <folded-text .source=${description} .textId=${'about-action'}></folded-text>
            </div>`
      }
      <div class="row">
        ${
          editable
            ? secondaryButton('Replace Action…', () => void model.replaceAction(step), {
                icon: 'replace',
                className: known ? '' : 'primary',
              })
            : nothing
        }
        ${
          schema === 'given'
            ? secondaryButton('Show Schema', () => void model.runHeaderAction('schema'), { icon: 'json' })
            : nothing
        }
        ${
          actionId === ''
            ? nothing
            : iconButton('copy', `Copy Action ID (${actionId})`, () => ctx.copyId(actionId), {
                name: 'Copy Action ID',
              })
        }
      </div>
    </header>
    ${trialBar(details, model)}
    ${run ? runView(run, details.attempts, applyOf(ctx), hasTrace && run.state !== 'waiting' ? model : undefined) : nothing}
    ${others ? nothing : problemList(rest, 'step-problems')} ${known ? nothing : unknownAction(ofAction)}
    <section class="fields">${nameField(details, ctx, model)} ${continueField(details, ctx, model)}</section>
    <section class="fields parameters">
      <div class="section-head">
        <h3>Parameters</h3>
        ${formTools(form, ctx)}
      </div>
      ${fieldSearch(ctx)}
      ${known && schema !== 'given' ? html`<p class="note">${UNCHECKED[schema]}</p>` : nothing}
      ${ctx.draw(form, ctx)}
    </section>
    ${
      others
        ? html`<section class="fields">
            <h3>Unknown fields</h3>
            <p class="about">The interface has no name for these. They are kept as they are.</p>
            ${own.draw(others, own)}
          </section>`
        : nothing
    }`;
}

const UNCHECKED = {
  none: 'This action has no schema, so any parameters can be given and none are checked.',
  unknown: 'The catalog of actions is not known, so any parameters can be given and none are checked.',
} as const;

/** Renders the banner for an unknown action. */
function unknownAction(problems: readonly Problem[]): TemplateResult {
  return html`<div class="banner error">
    ${codicon('error')}
    <p>
      ${problems.map(({ message }) => message).join(' ')} The parameters stay as they are and are not checked.
      Replace the action, or connect to the service that has it.
    </p>
  </div>`;
}

type Apply = Parameters<typeof explanationView>[2];

function applyOf(ctx: FormContext): Apply {
  return ctx.editable ? ({ path, value }) => ctx.change(path, { kind: 'set', value }) : undefined;
}

function runView(
  { state, time, error }: StepRun,
  attempts: StepDetails['attempts'],
  apply: Apply,
  /** Opens the trace, if the run has one. */
  traced: EditorModel | undefined,
): TemplateResult {
  return html`<p class="run-line ${state}">
      ${codicon(RUN_ICONS[state])} In the run: ${state}${time === '' ? '' : `, ${time}`}
      ${traced ? linkButton('Show in Trace', () => void traced.runHeaderAction('showInTrace')) : nothing}
    </p>
    ${
      error === undefined || attempts.length > 0 ? nothing : html`<pre class="run-error-whole">${error}</pre>`
    }
    ${
      attempts.length === 0
        ? nothing
        : html`<ol class="attempts" aria-label="What the run did with the step">
            ${attempts.map(attempt => attemptView(attempt, attempts.length, apply))}
          </ol>`
    }`;
}

function attemptView(
  { label, status, time, error, explanation, output }: StepDetails['attempts'][number],
  results: number,
  apply: Apply,
): TemplateResult {
  return html`<li>
    <p class="attempt">${[label, status, time].filter(part => part !== '').join(' · ')}</p>
    ${
      explanation
        ? explanationView(explanation, { status, error }, apply)
        : error === undefined
          ? nothing
          : html`<pre class="run-error-whole">${error}</pre>`
    }
    ${
      output.length === 0
        ? nothing
        : html`<details class="output" ?open=${results <= MOST_OPEN}>
            <summary>Output</summary>
            ${valueTree(output)}
          </details>`
    }
  </li>`;
}

function nameField(details: StepDetails, ctx: FormContext, model: EditorModel): TemplateResult {
  const { nameOverride, action } = details;
  const held = ctx.held(NAME_FIELD);
  return html`<div class="field" data-field=${NAME_FIELD}>
    <div class="head"><label for="step-name">Name</label></div>
    <input
      id="step-name"
      spellcheck="false"
      placeholder=${action || 'Name of the step'}
      aria-describedby="step-name-problems"
      ?readonly=${!ctx.editable}
      .value=${live(held?.draft.text ?? nameOverride)}
      @input=${(event: Event) => model.typing.type(NAME_FIELD, 'name', valueOf(event))}
      @focusout=${() => ctx.leave(NAME_FIELD)}
    />
    ${stepProblems(details, 'nameOverride', 'step-name-problems', held?.problem)}
  </div>`;
}

function continueField(details: StepDetails, ctx: FormContext, model: EditorModel): TemplateResult {
  const { step, continueOnError } = details;
  const location = { in: 'step', step, path: ['continueOnError'] } as const;
  return html`<div class="field" data-field=":continueOnError">
    <label class="tick">
      <input
        type="checkbox"
        ?disabled=${!ctx.editable}
        .checked=${live(continueOnError)}
        @change=${(event: Event) =>
          void model.edit(
            checkedOf(event) ? { kind: 'set', location, value: true } : { kind: 'remove', location },
          )}
      />
      <span>Continue on error: the flow goes on when this step fails</span>
    </label>
    ${stepProblems(details, 'continueOnError', 'continue-problems')}
  </div>`;
}

function stepProblems(
  { problems }: StepDetails,
  name: string,
  id: string,
  draftProblem?: string,
): TemplateResult | typeof nothing {
  return problemList(
    problems.filter(({ path }) => path[0] === name),
    id,
    draftProblem,
  );
}
