import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { codicon, iconButton, linkButton, secondaryButton } from '../common/button.ts';
import { valueTree } from '../common/valueTree.ts';
import type { Problem, StepDetails, StepRun, HeaderAction } from '../../protocol/flowEditor.ts';
import { checkedOf, inputValueOf } from '../common/element.ts';
import { NAME_FIELD } from './drafts.ts';
import type { EditorModel } from './editorModel.ts';
import { problemList } from './form/frame.ts';
import type { FormNode } from '../../flow/form/formNode.ts';
import { findComparison } from './form/comparison.ts';
import { fieldSearch, formTools } from './form/formTools.ts';
import type { FormContext } from './form/formContext.ts';
import { RUN_ICONS } from './stepRow.ts';
import { stepNumber } from '../../flow/edit/flowEdit.ts';
import type { ParamFix, StepExplanation } from '../../flow/run/runSteps.ts';

/** The number of results up to which their outputs are shown unfolded. */
const MAX_OPEN = 3;

/** The states of a step that the trace of the run does not have, at least not as it is now. */
const UNTRACED: readonly StepRun['state'][] = ['waiting', 'paused', 'edited'];

/** Step fields that show their own problems. */
export const FIELDS_WITH_PROBLEMS: readonly unknown[] = [
  'params',
  'nameOverride',
  'continueOnError',
  'recordingEnabled',
];

/** Renders the inspector of a step: its action, its own fields and the form of its parameters. */
export function stepView(
  details: StepDetails,
  ctx: FormContext,
  own: FormContext,
  run: StepRun | undefined,
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
  // Output that needs no attention comes after the fields.
  const isSmooth = details.attempts.every(
    ({ status, error }) => status === 'succeeded' && error === undefined,
  );
  return html`<header class="subject">
      <div class="subject-head">
        <h2 title=${name}><span class="number">${stepNumber(step)}</span> ${name}</h2>
        ${
          editable && known
            ? iconButton('replace', 'Replace Action…', () => void model.replaceAction(step))
            : nothing
        }
        ${
          schema === 'given'
            ? iconButton('json', 'Show Schema', () => void model.runHeaderAction('schema'))
            : nothing
        }
        ${
          actionId === ''
            ? nothing
            : iconButton('copy', `Copy Action ID (${actionId})`, () => void ctx.choices.copyId(actionId), {
                name: 'Copy Action ID',
              })
        }
      </div>
      ${about.length > 0 ? html`<p class="kind">${about.join(' · ')}</p>` : nothing}
      ${
        description === ''
          ? nothing
          : html`<div class="about">
              <folded-text .source=${description} .textId=${'about-action'}></folded-text>
            </div>`
      }
    </header>
    ${trialBar(model)} ${run ? runLine(run, UNTRACED.includes(run.state) ? undefined : model) : nothing}
    ${
      run?.error === undefined || details.attempts.length > 0
        ? nothing
        : html`<pre class="run-error-whole">${run.error}</pre>`
    }
    ${isSmooth ? nothing : attemptList(details, applyOf(ctx))}
    ${others ? nothing : problemList(rest, 'step-problems')}
    ${known ? nothing : unknownAction(ofAction, editable ? () => void model.replaceAction(step) : undefined)}
    <section class="fields parameters">
      <div class="section-head">
        <h3>Parameters</h3>
        ${formTools(form, ctx)}
      </div>
      ${fieldSearch(ctx)}
      ${known && schema !== 'given' ? html`<p class="note">${UNCHECKED[schema]}</p>` : nothing}
      ${ctx.draw(form, ctx)} ${otherwiseButton(details, model)}
    </section>
    <section class="fields">
      <h3>Step</h3>
      ${nameField(details, ctx, model)} ${continueField(details, ctx, model)}
      ${recordField(details, ctx, model)}
    </section>
    ${
      others
        ? html`<section class="fields">
            <h3>Unknown fields</h3>
            <p class="about">The interface has no name for these. They are kept as they are.</p>
            ${own.draw(others, own)}
          </section>`
        : nothing
    }
    ${isSmooth ? outputView(details) : nothing}`;
}

/** Renders the button that adds a step for the case that the condition of this one does not hold. */
function otherwiseButton(
  { actionId, step, form, outcome }: StepDetails,
  model: EditorModel,
): TemplateResult | typeof nothing {
  const comparison = form.kind === 'object' ? findComparison(form.fields) : undefined;
  if (!comparison || outcome === undefined || !model.flow?.editable) return nothing;
  const { left, operator, right } = comparison;
  const nameOf = (part: FormNode): string => String(part.path[0]);
  // An operator such as “exists” leaves the second value out.
  const second = right ? nameOf(right) : 'right';
  const params = { [nameOf(left)]: outcome, [nameOf(operator)]: 'equals', [second]: false };
  const otherwise = { actionId, nameOverride: 'Otherwise', overrides: { params } };
  const add = (): void => void model.edit({ kind: 'addStep', to: { index: step[0] + 1 }, step: otherwise });
  return secondaryButton('Add Otherwise', add, {
    icon: 'add',
    title: 'Adds a step whose steps run only if this condition does not hold',
  });
}

const UNCHECKED = {
  none: 'This action has no schema, so any parameters can be given and none are checked.',
  unknown: 'The catalog of actions is not known, so any parameters can be given and none are checked.',
} as const;

/** Renders the banner for an unknown action; `replace` is undefined if the file cannot be changed. */
function unknownAction(problems: readonly Problem[], replace: (() => void) | undefined): TemplateResult {
  return html`<div class="banner error">
    ${codicon('error')}
    <div class="advice">
      <p>
        ${problems.map(({ message }) => message).join(' ')} The parameters stay as they are and are not
        checked. Replace the action, or connect to the service that has it.
      </p>
      ${replace ? secondaryButton('Replace Action…', replace, { icon: 'replace', className: 'primary' }) : nothing}
    </div>
  </div>`;
}

type Apply = Parameters<typeof explanationView>[2];

function applyOf(ctx: FormContext): Apply {
  return ctx.editable
    ? ({ path, value }) => void ctx.edits.change(ctx.scope, path, { kind: 'set', value })
    : undefined;
}

/** Renders the outcome of a step in one line; `traced` opens the trace, if the run has one. */
function runLine({ state, time }: StepRun, traced: EditorModel | undefined): TemplateResult {
  const words = state === 'paused' ? 'paused before this step' : state;
  const result = `In the run: ${words}${time === '' ? '' : `, ${time}`}`;
  return html`<p class="run-line ${state}">
    ${codicon(RUN_ICONS[state])} ${state === 'edited' ? 'Edited since the run' : result}
    ${traced ? linkButton('Show in Trace', () => void traced.runHeaderAction('showInTrace')) : nothing}
  </p>`;
}

function attemptList({ attempts }: StepDetails, apply: Apply): TemplateResult {
  return html`<ol class="attempts" aria-label="What the run did with the step">
    ${attempts.map(attempt => attemptView(attempt, attempts.length, apply))}
  </ol>`;
}

/** Renders the output of a step that succeeded, without what the line of the run says already. */
function outputView(details: StepDetails): TemplateResult | typeof nothing {
  const { attempts } = details;
  const [only, ...others] = attempts;
  if (attempts.every(({ output }) => output.length === 0)) return nothing;
  return html`<section class="fields output">
    <h3>Output</h3>
    ${only && others.length === 0 ? valueTree(only.output) : attemptList(details, undefined)}
  </section>`;
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
        : html`<details class="output" ?open=${results <= MAX_OPEN}>
            <summary>Output</summary>
            ${valueTree(output)}
          </details>`
    }
  </li>`;
}

function nameField(details: StepDetails, ctx: FormContext, model: EditorModel): TemplateResult {
  const { nameOverride, action } = details;
  const held = ctx.edits.held(NAME_FIELD);
  return html`<div class="field" data-field=${NAME_FIELD}>
    <div class="head"><label for="step-name">Name</label></div>
    <input
      id="step-name"
      spellcheck="false"
      placeholder=${action || 'Name of the step'}
      aria-describedby="step-name-problems"
      ?readonly=${!ctx.editable}
      .value=${live(held?.draft.text ?? nameOverride)}
      @input=${(event: Event) => model.edits.type(NAME_FIELD, 'name', inputValueOf(event))}
      @focusout=${() => void ctx.edits.leave(NAME_FIELD)}
    />
    ${stepProblems(details, 'nameOverride', 'step-name-problems', held?.problem)}
  </div>`;
}

function continueField(details: StepDetails, ctx: FormContext, model: EditorModel): TemplateResult {
  const words = 'Continue on error: the flow goes on when this step fails';
  return tickField(details, ctx, model, {
    name: 'continueOnError',
    words,
    isTicked: details.continueOnError,
  });
}

function recordField(
  details: StepDetails,
  ctx: FormContext,
  model: EditorModel,
): TemplateResult | typeof nothing {
  const { isRecorded } = details;
  if (isRecorded === undefined) return nothing;
  const words = 'Record this step: the screen of each device while it runs';
  return tickField(details, ctx, model, { name: 'recordingEnabled', words, isTicked: isRecorded });
}

/** Renders a tick for a field of the step that is false without a value. */
function tickField(
  details: StepDetails,
  { editable }: FormContext,
  model: EditorModel,
  { name, words, isTicked }: { readonly name: string; readonly words: string; readonly isTicked: boolean },
): TemplateResult {
  const location = { in: 'step', step: details.step, path: [name] } as const;
  return html`<div class="field" data-field=${`:${name}`}>
    <label class="tick">
      <input
        type="checkbox"
        ?disabled=${!editable}
        .checked=${live(isTicked)}
        @change=${(event: Event) =>
          void model.edit(
            checkedOf(event) ? { kind: 'set', location, value: true } : { kind: 'remove', location },
          )}
      />
      <span>${words}</span>
    </label>
    ${stepProblems(details, name, `${name}-problems`)}
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

/** Renders the buttons that try a step on a phone of the sandbox. */
function trialBar(model: EditorModel): TemplateResult {
  const act = (which: HeaderAction) => (): void => void model.runHeaderAction(which);
  return html`<div class="trial" role="group" aria-label="Try out">
    ${secondaryButton('Run This Step', act('runStep'), {
      icon: 'play',
      title: 'Run only this step, with the results of earlier steps (Ctrl+Alt+Enter)',
    })}
    ${secondaryButton('Run to Here', act('runToStep'), {
      icon: 'run-above',
      title: 'Run all steps up to this one (Ctrl+F10)',
    })}
    ${secondaryButton('Debug to Here', act('debugToStep'), {
      icon: 'debug-alt',
      title: 'Run all steps before this one, then stop to look at values and run step by step',
    })}
  </div>`;
}

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
