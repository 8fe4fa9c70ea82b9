import { html, nothing, type TemplateResult } from 'lit';
import { codicon, iconButton, linkButton, namedIcon } from '../../common/button.ts';
import { nodesWithin } from '../../../flow/form/childNodes.ts';
import type { FormNode } from '../../../flow/form/formNode.ts';
import { adviceOn } from '../../../flow/form/advice.ts';
import { pointerOf } from '../../../flow/form/pointer.ts';
import { counted } from '../../../util/counted.ts';
import type { Problem } from '../../../protocol/flowEditor.ts';
import { describedBy, fieldOf, type FormContext, idOf } from './formContext.ts';
import { hasRules, limitsOf, onlyPatternOf, patternOf } from './limits.ts';
import { isRemovable } from './optionFields.ts';
import { insertValueButton } from '../values/fieldValues.ts';
import { canInherit, abbreviate, partMenu, abbreviateShown } from './partMenu.ts';

const ICONS: Readonly<Record<Problem['severity'], string>> = {
  error: 'error',
  warning: 'warning',
  information: 'info',
  hint: 'lightbulb',
};

/** Renders a node with one input: label, badges, description, input and problems. */
export function fieldFrame(part: FormNode, ctx: FormContext, input: TemplateResult): TemplateResult {
  if (ctx.bare?.pointer === part.pointer) return input;
  return html`<div class="field" data-field=${fieldOf(part, ctx)} data-kind=${part.kind}>
    <div class="head">
      <label
        id=${idOf(part, ctx, 'label')}
        class=${part.required ? 'required' : ''}
        for=${idOf(part, ctx, 'input')}
        >${nameOf(part)}</label
      >
      ${badges(part, ctx)}
    </div>
    ${aboutView(part, ctx)} ${input} ${problemsView(part, ctx)}
  </div>`;
}

/** Renders a node with nested nodes, like a field with content. */
export function groupFrame(
  part: FormNode,
  ctx: FormContext,
  content: unknown,
  actions: unknown = nothing,
): TemplateResult {
  if (ctx.bare?.pointer === part.pointer) return html`${actions} ${content}`;
  if (part.path.length === 0) return html`${aboutView(part, ctx)} ${problemsView(part, ctx)} ${content}`;
  return html`<div
    class="field group"
    role="group"
    data-field=${fieldOf(part, ctx)}
    data-kind=${part.kind}
    aria-labelledby=${idOf(part, ctx, 'label')}
    aria-describedby=${describedBy(part, ctx)}
  >
    <div class="head">
      <span class="name ${part.required ? 'required' : ''}" id=${idOf(part, ctx, 'label')}
        >${nameOf(part)}</span
      >
      ${badges(part, ctx)} ${innerProblems(part, ctx)} ${actions}
    </div>
    ${aboutView(part, ctx)} ${problemsView(part, ctx)}
    <div class="inside">${content}</div>
  </div>`;
}

/** Renders the problems of a node with what to do about them, and the reason why its draft is not written. */
export function problemsView(part: FormNode, ctx: FormContext): TemplateResult | typeof nothing {
  const field = fieldOf(part, ctx);
  const advised = new Map<string, ShownProblem>();
  for (const problem of ctx.problems.get(part.pointer) ?? []) {
    // A problem of a value deeper inside has no field of its own.
    const advice = pointerOf(problem.path) === part.pointer ? adviceOn(part, problem) : undefined;
    // Several rules can ask for the same, such as a length and a pattern for a text.
    const said = advice ?? problem.message;
    if (!advised.has(said)) advised.set(said, { ...problem, advice });
  }
  const problems = [...advised.values()];
  const list = problemList(problems, idOf(part, ctx, 'problems'), ctx.edits.held(field)?.problem);
  const earlier = ctx.edits.overtaken(field);
  return earlier === undefined ? list : html`${list} ${earlierView(earlier, field, ctx)}`;
}

/** A problem; its advice is shown in place of the message, which stays available on demand. */
type ShownProblem = Pick<Problem, 'severity' | 'message'> & { readonly advice?: string | undefined };

/** Renders problems, after the reason why a draft is not written. */
export function problemList(
  problems: readonly ShownProblem[],
  id: string,
  draftProblem?: string,
): TemplateResult | typeof nothing {
  const shown: readonly ShownProblem[] =
    draftProblem === undefined
      ? problems
      : [{ severity: 'warning', message: `Not in the file yet. ${draftProblem}` }, ...problems];
  if (shown.length === 0) return nothing;
  return html`<ul class="problems" id=${id}>
    ${shown.map(problemView)}
  </ul>`;
}

/** Renders a problem with its severity as a labeled icon. */
export function problemView({ severity, message, advice }: ShownProblem): TemplateResult {
  return html`<li class=${severity}>
    ${namedIcon(ICONS[severity], severity)}
    ${
      advice === undefined
        ? html`<span>${message}</span>`
        : html`<span>${advice}</span>
            <details class="rule">
              <summary title=${message}>Rule</summary>
              <p>${message}</p>
            </details>`
    }
  </li>`;
}

/** Offers text typed before the webview was closed, since the file has a newer value. */
function earlierView(text: string, field: string, ctx: FormContext): TemplateResult {
  return html`<p class="note earlier">
    <span>Typed earlier and not in the file: <q>${abbreviate(text)}</q></span>
    ${linkButton('Use It', () => ctx.edits.takeUp(field))}
    ${linkButton('Let Go', () => ctx.edits.forget(field))}
  </p>`;
}

/** Renders the number of problems inside a group, as a button that goes to the first. */
function innerProblems(part: FormNode, ctx: FormContext): TemplateResult | typeof nothing {
  const inner = [...ctx.problems].filter(([pointer]) => pointer.startsWith(`${part.pointer}/`));
  const problems = inner.flatMap(([, found]) => found);
  const [first] = inner;
  if (!first) return nothing;
  const isError = problems.some(({ severity }) => severity === 'error');
  const go = (): void => {
    const field = nodesWithin(part).find(({ pointer }) => pointer === first[0]);
    if (field) void ctx.fields.goTo(ctx.scope, field);
  };
  return html`<button
    type="button"
    class="problem-count ${isError ? 'error' : 'warning'}"
    title="Go to the first problem in this group"
    aria-label="${counted(problems.length, 'problem')} in ${part.label}"
    @click=${go}
  >
    ${codicon(isError ? 'error' : 'warning')} ${problems.length}
  </button>`;
}

function nameOf({ label, deprecated }: FormNode): TemplateResult {
  const name = label === '' ? '(empty name)' : label;
  return deprecated ? html`<s>${name}</s>` : html`${name}`;
}

function badges(part: FormNode, ctx: FormContext): TemplateResult {
  const { origin, deprecated, unknown, readOnly, inherited, label } = part;
  const badge = (text: string, title: string): TemplateResult =>
    html`<span class="badge" title=${title}>${text}</span>`;
  const isInherited = origin === 'inherited' && canInherit(part);
  const isOverridden = origin === 'own' && canInherit(part);
  const items = ctx.editable && !readOnly ? partMenu(part, ctx) : [];
  return html`
    ${isInherited ? badge('inherited', 'The value of the action; what you enter overrides it') : nothing}
    ${isOverridden ? badge('overridden', `The action itself says ${abbreviateShown(part, inherited?.value)}`) : nothing}
    ${deprecated ? badge('deprecated', 'The schema advises against it') : nothing}
    ${unknown ? badge('not in the schema', 'The schema does not know it; it is kept as it is') : nothing}
    ${readOnly ? badge('read-only', 'Set by the service') : nothing}
    ${
      isOverridden && ctx.editable
        ? iconButton(
            'discard',
            `Reset to inherited: ${abbreviateShown(part, inherited?.value)}`,
            () => void ctx.edits.change(ctx.scope, part.path, { kind: 'remove' }),
            { name: `Reset ${label} to inherited` },
          )
        : nothing
    }
    ${
      ctx.editable && !readOnly && takesElement(part, ctx)
        ? linkButton('Pick on Device', () => void ctx.choices.pickElement(part.path), {
            name: `Pick on Device: ${label}`,
          })
        : nothing
    }
    ${insertValueButton(part, ctx)}
    ${
      isRemovable(part, ctx)
        ? iconButton('close', 'Remove', () => void ctx.fields.close(ctx.scope, part), {
            name: `Remove ${label}`,
            className: 'more',
          })
        : nothing
    }
    ${
      items.length > 0
        ? iconButton('ellipsis', 'More actions', event => ctx.popups.menu.open(event, items), {
            name: `More actions for ${label}`,
            className: 'more',
            popup: 'menu',
          })
        : nothing
    }
  `;
}

function aboutView(part: FormNode, ctx: FormContext): TemplateResult {
  const { description = '', notes } = part;
  const limits = limitsOf(part);
  const onlyPattern = onlyPatternOf(part);
  return html`<div class="about">
    <folded-text .source=${description} .textId=${idOf(part, ctx, 'about')}></folded-text>
    ${
      hasRules(part)
        ? html`<div class="rules">
            <div id=${idOf(part, ctx, 'rules')}>
              ${limits.length > 0 ? html`<span class="limits">${limits.join(' ')}</span>` : nothing}
              ${onlyPattern === undefined ? nothing : html`<span class="limits">Matches <code>${onlyPattern}</code></span>`}
              ${notes.map(note => html`<p class="note">${note}</p>`)}
            </div>
            ${onlyPattern === undefined ? patternView(part) : nothing}
          </div>`
        : nothing
    }
  </div>`;
}

/** Returns true if a node takes an element of the screen. */
function takesElement({ pointer }: FormNode, { details, scope }: FormContext): boolean {
  return scope === '' && details.kind === 'step' && details.elementPointers.includes(pointer);
}

/** Renders the regular expression of a text, which is shown on demand. */
function patternView(part: FormNode): TemplateResult | typeof nothing {
  const pattern = patternOf(part);
  if (pattern === undefined) return nothing;
  return html`<details class="rule">
    <summary title=${pattern}>Pattern</summary>
    <code>${pattern}</code>
  </details>`;
}
