import { html, nothing, type TemplateResult } from 'lit';
import type { FormNode } from '../../../flow/form/formNode.ts';
import { type ReferenceKind, unknownText } from '../../../flow/referenceKind.ts';
import type { ReferenceItem } from '../../../protocol/flowEditor.ts';
import { isUuid } from '../../../util/isUuid.ts';
import { secondaryButton } from '../../common/button.ts';
import { describedBy, fieldOf, type FormContext, hasProblems, idOf, isWrong, modeOf } from './formContext.ts';
import { type TextField, textControl } from './textControl.ts';

/**
 * Renders a text input; if it references a record by id, shows the name of the record and a button to choose one. A
 * credential and an app on the device are referenced by name.
 */
export function referenceControl(part: FormNode, ctx: FormContext, field: TextField): TemplateResult {
  const kind = part.refersTo;
  if (kind === undefined || ctx.scope !== '') return textControl(part, ctx, field);
  const choose = (): void => void ctx.choices.chooseParam(part.path, kind);
  if (kind === 'credential' || kind === 'package')
    return html`<div class="with-button">
      ${textControl(part, ctx, field)} ${chooseButton(part, ctx, choose)}
    </div>`;
  const { details } = ctx;
  const references = details.kind === 'step' ? details.references : [];
  const reference = references.find(({ id }) => id === part.value?.value);
  return referenceInput(part, ctx, { kind, reference, field, choose });
}

/** The record of a field, and the means to choose another. */
interface Referenced {
  readonly kind: ReferenceKind;
  readonly reference: ReferenceItem | undefined;
  readonly field: TextField;
  readonly choose: () => void;
}

/** Renders the name of the record with the ID in the field; any other text is edited as it is. */
export function referenceInput(
  part: FormNode,
  ctx: FormContext,
  { kind, reference, field, choose }: Referenced,
): TemplateResult {
  const isEdited = ctx.edits.held(fieldOf(part, ctx)) !== undefined || modeOf(part, ctx) === 'text';
  const shown = reference && !isEdited && isShownByName(reference) ? reference : undefined;
  const input = shown ? nameInput(part, ctx, shown, kind, choose) : textControl(part, ctx, field);
  return html`<div class="with-button">${input} ${chooseButton(part, ctx, choose)}</div>
    ${
      shown && shown.name === undefined && !hasProblems(part, ctx)
        ? html`<p class="reference-state">This connection does not list it.</p>`
        : nothing
    }`;
}

/** Returns the name of a record and the facts that tell it apart. */
export function referenceText({ name, detail }: ReferenceItem, kind: ReferenceKind): string {
  return [name ?? unknownText(kind), detail].filter(Boolean).join(' · ');
}

function isShownByName({ id, name }: ReferenceItem): boolean {
  return name !== undefined || isUuid(id);
}

// An input, so that labels, problems, and the focus work as in any other field.
function nameInput(
  part: FormNode,
  ctx: FormContext,
  reference: ReferenceItem,
  kind: ReferenceKind,
  choose: () => void,
): TemplateResult {
  const isEditable = ctx.editable && !part.readOnly;
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !isEditable) return;
    event.preventDefault();
    choose();
  };
  return html`<input
    id=${idOf(part, ctx, 'input')}
    class="reference ${reference.name === undefined ? 'unknown' : ''} ${part.origin === 'inherited' ? 'inherited' : ''}"
    type="text"
    readonly
    title="ID ${reference.id}"
    aria-describedby=${describedBy(part, ctx)}
    aria-invalid=${isWrong(part, ctx) ? 'true' : nothing}
    .value=${referenceText(reference, kind)}
    @keydown=${handleKey}
    @dblclick=${isEditable ? choose : nothing}
  />`;
}

/** Renders the button that lets the user choose the records that a node references. */
export function chooseButton(
  part: FormNode,
  ctx: FormContext,
  choose: () => void,
): TemplateResult | typeof nothing {
  if (!ctx.editable || part.readOnly) return nothing;
  return secondaryButton('Choose…', choose, { name: `Choose for ${part.label}` });
}
