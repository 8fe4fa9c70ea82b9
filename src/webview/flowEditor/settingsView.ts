import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { codicon, iconButton } from '../common/button.ts';
import type { FormNode } from '../../flow/form/formNode.ts';
import { type ReferenceKind, unknownText } from '../../flow/referenceKind.ts';
import type { ListedReference, ReferenceItem, SettingsDetails } from '../../protocol/flowEditor.ts';
import type { EditorModel } from './editorModel.ts';
import { type FormContext, hasProblemsWithin, modeOf } from './form/formContext.ts';
import { fieldFrame, groupFrame, problemsView } from './form/frame.ts';
import { isFound } from './form/arrangeFields.ts';
import { fieldSearch } from './form/formTools.ts';
import { chooseButton, referenceInput } from './form/referenceControl.ts';
import { textControl } from './form/textControl.ts';
import { groupSettings } from './settingsGroups.ts';

/** Renders the inspector of the flow settings, in groups. */
export function settingsView(details: SettingsDetails, ctx: FormContext, model: EditorModel): TemplateResult {
  const { form } = details;
  const { filter = '' } = ctx;
  const isSearched = filter !== '';
  if (form.kind !== 'object') return html`<section class="fields">${ctx.draw(form, ctx)}</section>`;
  return html`<header class="subject">
      <h2>Flow settings</h2>
      <p class="about">What starts the flow, where it runs, and what happens around a run.</p>
    </header>
    ${problemsView(form, ctx)} ${fieldSearch(ctx)}
    ${groupSettings([...form.fields, ...form.others].filter(part => isFound(part, filter))).map(
      ({ title, parts }, index) => {
        const isNeeded = isSearched || parts.some(part => hasProblemsWithin(part, ctx));
        return html`<details
          class="section fields"
          ?open=${ctx.fields.isGroupOpen(title, { atFirst: index < OPEN_GROUPS, isNeeded })}
          @toggle=${({ target }: Event) =>
            target instanceof HTMLDetailsElement && ctx.fields.setGroupOpen(title, target.open)}
        >
          <summary><h3>${title}</h3></summary>
          <div class="content">
            ${repeat(
              parts,
              ({ pointer }) => pointer,
              part => settingView(part, details, ctx, model),
            )}
          </div>
        </details>`;
      },
    )}`;
}

/** The number of groups that are open at first. */
const OPEN_GROUPS = 3;

function settingView(
  part: FormNode,
  { trigger, devices, webhook }: SettingsDetails,
  ctx: FormContext,
  model: EditorModel,
): TemplateResult {
  switch (part.pointer) {
    case '/name':
      return fieldFrame(part, ctx, textControl(part, ctx, { as: 'text', input: 'line' }));
    case '/triggerId':
      return referenceField(
        { ...part, label: 'Trigger' },
        'trigger',
        trigger,
        ctx,
        () => void model.choose('triggerId'),
      );
    case '/notifyWebhookId':
      return referenceField(
        { ...part, label: 'Webhook' },
        'webhook',
        webhook,
        ctx,
        () => void model.choose('notifyWebhookId'),
      );
    case '/deviceIds':
      return part.kind === 'array' || part.kind === 'json'
        ? devicesField({ ...part, label: 'Devices' }, devices, ctx, () => void model.choose('deviceIds'))
        : ctx.draw(part, ctx);
    default:
      return ctx.draw(part, ctx);
  }
}

function referenceField(
  part: FormNode,
  kind: ReferenceKind,
  reference: ReferenceItem | undefined,
  ctx: FormContext,
  choose: () => void,
): TemplateResult {
  if (modeOf(part, ctx) === 'json') return ctx.draw(part, ctx);
  const field = { as: 'text', input: 'line' } as const;
  return fieldFrame(part, ctx, referenceInput(part, ctx, { kind, reference, field, choose }));
}

function devicesField(
  part: FormNode,
  devices: readonly ListedReference[],
  ctx: FormContext,
  choose: () => void,
): TemplateResult {
  if (part.kind === 'json' || modeOf(part, ctx) === 'json') return ctx.draw(part, ctx);
  const lines = devices.map(
    device =>
      html`<li title="ID ${device.id}">
        ${codicon('device-mobile')}
        <span class="reference-name">${device.name ?? unknownText('device')}</span>
        <span class="reference-state">${device.name === undefined ? 'not listed' : device.detail}</span>
        ${iconButton('copy', 'Copy ID', () => void ctx.choices.copyId(device.id), { name: `Copy ID of ${nameOf(device)}` })}
        ${
          ctx.editable
            ? iconButton(
                'close',
                'Remove',
                () => void ctx.edits.change(ctx.scope, [...part.path, device.index], { kind: 'remove' }),
                { name: `Remove ${nameOf(device)}` },
              )
            : nothing
        }
      </li>`,
  );
  return groupFrame(
    part,
    ctx,
    html`${
      devices.length > 0
        ? html`<ul class="references">
            ${lines}
          </ul>`
        : html`<p class="note">No devices.</p>`
    }
    ${chooseButton(part, ctx, choose)}`,
  );
}

function nameOf({ name, index }: ListedReference): string {
  return name ?? `device ${index + 1}`;
}
