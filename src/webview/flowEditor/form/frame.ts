import { html, nothing, type TemplateResult } from 'lit';
import { iconButton, linkButton } from '../../common/button.ts';
import type { FormNode } from '../../../flow/form/formNode.ts';
import type { Problem } from '../../../protocol/flowEditor.ts';
import { markdownView } from '../markdownView.ts';
import { describedBy, fieldOf, type FormContext, idOf } from './formContext.ts';
import { limitsOf } from './limits.ts';
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
      ${badges(part, ctx)} ${actions}
    </div>
    ${aboutView(part, ctx)} ${problemsView(part, ctx)}
    <div class="inside">${content}</div>
  </div>`;
}

/** Renders the problems of a node, worded as in the text editor, and the reason why its draft is not written. */
export function problemsView(part: FormNode, ctx: FormContext): TemplateResult | typeof nothing {
  const field = fieldOf(part, ctx);
  const problems = ctx.problems.get(part.pointer) ?? [];
  const list = problemList(problems, idOf(part, ctx, 'problems'), ctx.held(field)?.problem);
  const earlier = ctx.overtaken(field);
  return earlier === undefined ? list : html`${list} ${earlierView(earlier, field, ctx)}`;
}

type ShownProblem = Pick<Problem, 'severity' | 'message'>;

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
export function problemView({ severity, message }: ShownProblem): TemplateResult {
  return html`<li class=${severity}>
    <span class="codicon codicon-${ICONS[severity]}" role="img" aria-label=${severity}></span>
    <span>${message}</span>
  </li>`;
}

/** Offers text typed before the webview was closed, since the file has a newer value. */
function earlierView(text: string, field: string, ctx: FormContext): TemplateResult {
  return html`<p class="note earlier">
    <span>Typed earlier and not in the file: <q>${abbreviate(text)}</q></span>
    ${linkButton('Use It', () => ctx.takeUp(field))} ${linkButton('Let Go', () => ctx.forget(field))}
  </p>`;
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
            () => ctx.change(part.path, { kind: 'remove' }),
            { name: `Reset ${label} to inherited` },
          )
        : nothing
    }
    ${
      items.length > 0
        ? html`<button
            type="button"
            class="icon-button more"
            title="More actions"
            aria-label="More actions for ${label}"
            aria-haspopup="menu"
            aria-expanded="false"
            @click=${(event: Event) => ctx.openMenu(event, items)}
          >
            <span class="codicon codicon-ellipsis" aria-hidden="true"></span>
          </button>`
        : nothing
    }
  `;
}

function aboutView(part: FormNode, ctx: FormContext): TemplateResult {
  const { description, notes } = part;
  const limits = limitsOf(part);
  return html`<div class="about" id=${idOf(part, ctx, 'about')}>
    ${description === undefined ? nothing : markdownView(description)}
    ${limits.length > 0 ? html`<p class="limits">${limits.join(' ')}</p>` : nothing}
    ${notes.map(note => html`<p class="note">${note}</p>`)}
  </div>`;
}
