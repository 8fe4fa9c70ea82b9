import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { checkedOf } from '../../common/element.ts';
import { iconButton, secondaryButton } from '../../common/button.ts';
import type { ArrayNode, FormNode, FormOption } from '../../../flow/form/formNode.ts';
import { equalJson } from '../../../flow/schema/equal.ts';
import { listOf } from '../../../util/isObject.ts';
import { isField } from '../values/fieldValues.ts';
import { type FormContext, idOf, isPlainKey } from './formContext.ts';
import { groupFrame } from './frame.ts';

/** Renders an array: its items, or a checkbox for each possible value. */
export function arrayPart(part: ArrayNode, ctx: FormContext): TemplateResult {
  if (part.options) return groupFrame(part, ctx, checkboxes(part, part.options, ctx));
  const canChange = ctx.editable && !part.readOnly;
  const { items, addition, tuple, maxItems } = part;
  const isFull = maxItems !== undefined && items.length >= maxItems && tuple < items.length;
  const count = part.value === undefined ? 0 : items.filter(({ origin }) => origin !== 'absent').length;
  const addItem = (): void =>
    void ctx.fields.add(ctx.scope, part.path, { kind: 'insertItem', index: count, value: addition?.start }, [
      ...part.path,
      count,
    ]);
  return groupFrame(
    part,
    ctx,
    html`${
      items.length > 0
        ? html`<div class="items" role="list">
            ${items.map((item, index) => itemView(part, item, index, ctx))}
          </div>`
        : nothing
    }
    ${
      addition && canChange && !isFull
        ? secondaryButton('Add Item', addItem, { name: `Add Item to ${part.label}`, icon: 'add' })
        : nothing
    }`,
  );
}

function itemView(part: ArrayNode, item: FormNode, index: number, ctx: FormContext): TemplateResult {
  const { tuple, items } = part;
  const isFree = index >= tuple;
  const isPresent = item.origin !== 'absent';
  const canChange = ctx.editable && !part.readOnly;
  const button = (
    icon: string,
    label: string,
    isEnabled: boolean,
    run: (event: Event) => void,
  ): TemplateResult =>
    iconButton(icon, label, run, { name: `${label}: ${item.label}`, isDisabled: !isEnabled });
  const move = (event: Event, to: number): void => void moveAlong(event, part, index, to, ctx);
  const isLast = index === items.length - 1;
  return html`<div
    class="item"
    role="listitem"
    @keydown=${(event: KeyboardEvent) => {
      if (canChange && editItems(event, part, item, index, ctx)) return;
      const offset = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!event.altKey || offset === undefined || !isFree || !canChange || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      if (index + offset >= tuple && index + offset < items.length) move(event, index + offset);
    }}
  >
    ${ctx.draw(item, ctx)}
    ${
      canChange && isPresent && (isFree || isLast)
        ? html`<div class="item-actions">
            ${
              isFree
                ? html`${button('arrow-up', 'Move up', index > tuple, event => move(event, index - 1))}
                  ${button('arrow-down', 'Move down', !isLast, event => move(event, index + 1))}`
                : nothing
            }
            ${button('trash', 'Remove', true, () => void ctx.edits.change(ctx.scope, item.path, { kind: 'remove' }))}
          </div>`
        : nothing
    }
  </div>`;
}

/** Handles Enter, which adds an item after a line of text, and Backspace, which removes an empty one. */
function editItems(
  event: KeyboardEvent,
  { items, tuple, maxItems, addition, path }: ArrayNode,
  item: FormNode,
  index: number,
  ctx: FormContext,
): boolean {
  const { target } = event;
  if (!isPlainKey(event) || !isField(target) || target.id !== idOf(item, ctx, 'input')) return false;
  const isFull = addition === undefined || (maxItems !== undefined && items.length >= maxItems);
  const isLast = index === items.length - 1;
  if (event.key === 'Enter' && target instanceof HTMLInputElement && index >= tuple - 1 && !isFull) {
    const next = [...path, index + 1];
    void ctx.fields.add(
      ctx.scope,
      path,
      { kind: 'insertItem', index: index + 1, value: addition.start },
      next,
    );
  } else if (event.key === 'Backspace' && target.value === '' && (index >= tuple || isLast)) {
    if (item.origin === 'absent') return false;
    void ctx.fields.remove(ctx.scope, item.path, [...path, Math.max(index - 1, 0)]);
  } else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** Moves an item and keeps the focus in it, so that the next key moves it further. */
async function moveAlong(
  { currentTarget }: Event,
  { path, items }: ArrayNode,
  from: number,
  to: number,
  ctx: FormContext,
): Promise<void> {
  const item = currentTarget instanceof Element ? currentTarget.closest('.item') : null;
  const list = item?.parentElement;
  const focusedIndex = item ? controlsIn(item).findIndex(control => control === document.activeElement) : -1;
  if (!(await ctx.fields.moveItem(ctx.scope, path, from, to))) return;
  ctx.choices.say(`The item is now at place ${to + 1} of ${items.length}.`);
  if (!list || focusedIndex === -1) return;
  const controls = controlsIn(list.children[to]);
  const sameControl = controls[focusedIndex];
  // At an end of the list the pressed button is disabled.
  (sameControl?.matches(':disabled') === false
    ? sameControl
    : controls.find(control => !control.matches('button'))
  )?.focus();
}

function controlsIn(item: Element | undefined): readonly HTMLElement[] {
  return [...(item?.querySelectorAll<HTMLElement>('input, textarea, select, chip-text, button') ?? [])];
}

function checkboxes(part: ArrayNode, options: readonly FormOption[], ctx: FormContext): TemplateResult {
  const value = listOf(part.value?.value);
  const toggle = (option: FormOption, isOn: boolean): void =>
    void ctx.edits.change(ctx.scope, part.path, find => {
      // The array as it is now: another box may have been checked since this one was drawn.
      const items = listOf(find(part.path)?.value?.value);
      // In the order of the options, so that rechecking one restores the same array.
      const known = options.filter(candidate =>
        candidate === option ? isOn : items.some(item => equalJson(item, candidate.value)),
      );
      const others = items.filter(item => !options.some(other => equalJson(other.value, item)));
      return { kind: 'set', value: [...known.map(candidate => candidate.value), ...others] };
    });
  return html`<div class="ticks">
    ${options.map(
      option =>
        html`<label class="tick" title=${option.description ?? nothing}>
          <input
            type="checkbox"
            ?disabled=${!ctx.editable || part.readOnly}
            .checked=${live(value.some(item => equalJson(item, option.value)))}
            @change=${(event: Event) => toggle(option, checkedOf(event))}
          />
          <span>${option.label}</span>
        </label>`,
    )}
  </div>`;
}
