import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { closestTo, inputValueOf } from '../../common/element.ts';
import { iconButton } from '../../common/button.ts';
import type { FormNode, NamedAddition, ObjectNode } from '../../../flow/form/formNode.ts';
import type { ParamChange } from '../../../flow/form/paramEdit.ts';
import { isFound } from './arrangeFields.ts';
import { findComparison } from './comparison.ts';
import { isField } from '../values/fieldValues.ts';
import { fieldOf, type FormContext, idOf, isPlainKey } from './formContext.ts';
import { groupFrame, problemView } from './frame.ts';
import { addOptionButton, arrangedFields, optionContext } from './optionFields.ts';
import { setButton } from './plainParts.ts';

/** Renders an object: the properties of its schema, its other properties, and a form to add one. */
export function objectPart(part: ObjectNode, ctx: FormContext): TemplateResult {
  if (part.folded) return groupFrame(part, ctx, setButton(part, ctx, `Add ${part.label}`, part.start));
  const { addition, others: allOthers } = part;
  const { shown, options } = arrangedFields(part, ctx);
  const { filter = '' } = ctx;
  const others = filter === '' ? allOthers : allOthers.filter(other => isFound(other, filter));
  const isEmpty = filter === '' && shown.length + options.length + others.length === 0;
  return groupFrame(
    part,
    ctx,
    html`${fieldsView(shown, ctx)}
    ${repeat(others, keyOf, (other, index) => otherView(part, other, others[index - 1], ctx))}
    ${addOptionButton(part, options, ctx)}
    ${isEmpty && !addition ? html`<p class="note">Nothing to fill in.</p>` : nothing}
    ${addition && ctx.editable && !part.readOnly ? additionView(part, addition, ctx) : nothing}`,
  );
}

/** Renders the fields of an object; those that compare a value stand in one line, as a sentence. */
function fieldsView(fields: readonly FormNode[], ctx: FormContext): unknown {
  const draw = (field: FormNode): TemplateResult => ctx.draw(field, optionContext(field, ctx));
  const comparison = findComparison(fields);
  if (!comparison) return repeat(fields, keyOf, draw);
  const { left, operator, right } = comparison;
  const sentence = [left, operator, ...(right ? [right] : [])];
  const at = fields.indexOf(left);
  return [
    repeat(fields.slice(0, at), keyOf, draw),
    html`<div class="comparison">${repeat(sentence, keyOf, draw)}</div>`,
    repeat(fields.slice(at + sentence.length), keyOf, draw),
  ];
}

function keyOf({ pointer }: FormNode): string {
  return pointer;
}

function otherView(
  parent: ObjectNode,
  other: FormNode,
  before: FormNode | undefined,
  ctx: FormContext,
): TemplateResult {
  const name = String(other.path.at(-1));
  const canChange = ctx.editable && !other.readOnly && other.origin === 'own';
  const field = `${fieldOf(other, ctx)}:rename`;
  const problem = ctx.edits.held(field)?.problem;
  const problemId = `${idOf(other, ctx, 'input')}-name-problem`;
  const rename = async ({ target: input }: Event): Promise<void> => {
    if (!(input instanceof HTMLInputElement)) return;
    const { value } = input;
    // Evaluating patterns needs much code, and few names have one.
    const { wrongName } = await import('./wrongName.ts');
    // The name was changed, given up, or already checked: after Enter, the change event fires as well.
    if (nameText(field, name, ctx) !== value) return;
    const wrong = wrongName(value, takenNames(parent, name), parent.addition ?? { patterns: [] });
    if (wrong !== undefined && value !== name) {
      ctx.edits.hold(field, value, wrong);
      return;
    }
    ctx.edits.forget(field);
    if (value !== name) void ctx.edits.change(ctx.scope, other.path, { kind: 'renameKey', name: value });
  };
  const handleKey = (event: KeyboardEvent): void => {
    const { target } = event;
    if (!canChange || !isPlainKey(event) || !isField(target) || target.id !== idOf(other, ctx, 'input'))
      return;
    if (event.key === 'Enter' && target instanceof HTMLInputElement) {
      closestTo(event, '.entry')?.parentElement?.querySelector<HTMLElement>('.add-entry input')?.focus();
    } else if (event.key === 'Backspace' && target.value === '') {
      void ctx.fields.remove(ctx.scope, other.path, before?.path ?? parent.path);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<div class="entry" @keydown=${handleKey}>
    ${
      canChange
        ? html`<div class="entry-head">
              <input
                class="entry-name"
                aria-label="Name of ${name}"
                aria-invalid=${problem === undefined ? nothing : 'true'}
                aria-describedby=${problem === undefined ? nothing : problemId}
                spellcheck="false"
                .value=${live(nameText(field, name, ctx))}
                @change=${rename}
                @keydown=${(event: KeyboardEvent) => {
                  if (event.key === 'Enter') void rename(event);
                  else if (event.key === 'Escape' && ctx.edits.held(field)) {
                    event.stopPropagation();
                    ctx.edits.forget(field);
                  }
                }}
                @input=${(event: Event) => keepName(event, field, name, ctx)}
              />
              ${iconButton(
                'trash',
                'Remove',
                () => void ctx.edits.change(ctx.scope, other.path, { kind: 'remove' }),
                {
                  name: `Remove ${name}`,
                },
              )}
            </div>
            ${nameProblem(problem, problemId)}`
        : nothing
    }
    ${ctx.draw(other, ctx)}
  </div>`;
}

// A hidden webview is destroyed before it can report that a field lost the focus.
function keepName(event: Event, field: string, saved: string, ctx: FormContext): void {
  const typed = inputValueOf(event);
  if (typed === saved) ctx.edits.forget(field);
  else ctx.edits.hold(field, typed);
}

/** Returns the text in a field for a name, which can change while the check of names is loading. */
function nameText(field: string, name: string, ctx: FormContext): string {
  return ctx.edits.held(field)?.draft.text ?? name;
}

function nameProblem(problem: string | undefined, id: string): TemplateResult | typeof nothing {
  return problem === undefined
    ? nothing
    : html`<ul class="problems" id=${id} role="alert">
        ${problemView({ severity: 'error', message: problem })}
      </ul>`;
}

function additionView(part: ObjectNode, addition: NamedAddition, ctx: FormContext): TemplateResult {
  const list = `${idOf(part, ctx, 'input')}-names`;
  const field = `${fieldOf(part, ctx)}:new`;
  const problem = ctx.edits.held(field)?.problem;
  const free = (addition.names ?? []).filter(name => !takenNames(part).includes(name));
  const check = async (name: string): Promise<ParamChange | undefined> => {
    const { wrongName, startOf } = await import('./wrongName.ts');
    if (nameText(field, '', ctx) !== name) return undefined;
    const wrong = wrongName(name, takenNames(part), addition);
    if (wrong === undefined) ctx.edits.forget(field);
    else ctx.edits.hold(field, name, wrong);
    return wrong === undefined ? { kind: 'set', value: startOf(addition, name) } : undefined;
  };
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    const name = closestTo(event, 'form')?.querySelector('input')?.value;
    if (name === undefined) return;
    const path = [...part.path, name];
    void ctx.fields.add(ctx.scope, path, check(name), path);
  };
  return html`<form class="add-entry" novalidate @submit=${add}>
      <input
        aria-label="Name of the new entry of ${part.label || 'the parameters'}"
        aria-invalid=${problem === undefined ? nothing : 'true'}
        aria-describedby=${problem === undefined ? nothing : `${list}-problem`}
        placeholder="Name"
        spellcheck="false"
        list=${free.length > 0 ? list : nothing}
        .value=${live(nameText(field, '', ctx))}
        @input=${(event: Event) => keepName(event, field, '', ctx)}
      />
      ${
        free.length > 0
          ? html`<datalist id=${list}>${free.map(name => html`<option value=${name}></option>`)}</datalist>`
          : nothing
      }
      <button type="submit" class="secondary-button">Add Entry</button>
    </form>
    ${nameProblem(problem, `${list}-problem`)}`;
}

function takenNames({ fields, others }: ObjectNode, but?: string): readonly string[] {
  return [...fields, ...others].map(({ path }) => String(path.at(-1))).filter(name => name !== but);
}
