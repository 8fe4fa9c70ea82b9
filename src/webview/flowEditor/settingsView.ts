import '@vscode-elements/elements/dist/vscode-button/vscode-button.js';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { iconButton } from '../common/button.ts';
import type { FormNode } from '../../flow/form/formNode.ts';
import type { ListedReference, ReferenceItem, SettingsDetails } from '../../protocol/flowEditor.ts';
import type { EditorModel } from './editorModel.ts';
import { type FormContext, hasProblems } from './form/formContext.ts';
import { fieldFrame, groupFrame, problemsView } from './form/frame.ts';
import { chooseButton } from './form/referenceControl.ts';
import { textControl } from './form/textControl.ts';
import { groupSettings } from './settingsGroups.ts';

/** Renders the inspector of the flow settings, in groups. */
export function settingsView(details: SettingsDetails, ctx: FormContext, model: EditorModel): TemplateResult {
  const { form } = details;
  if (form.kind !== 'object') return html`<section class="fields">${ctx.draw(form, ctx)}</section>`;
  return html`<header class="subject">
      <h2>Flow settings</h2>
      <p class="about">What starts the flow, where it runs, and what happens around a run.</p>
    </header>
    ${problemsView(form, ctx)}
    ${groupSettings([...form.fields, ...form.others]).map(
      ({ title, parts }) =>
        html`<section class="fields">
          <h3>${title}</h3>
          ${repeat(
            parts,
            ({ pointer }) => pointer,
            part => settingView(part, details, ctx, model),
          )}
        </section>`,
    )}`;
}

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
        trigger,
        ctx,
        () => void model.choose('triggerId'),
      );
    case '/notifyWebhookId':
      return referenceField(
        { ...part, label: 'Webhook' },
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
  reference: ReferenceItem | undefined,
  ctx: FormContext,
  choose: () => void,
): TemplateResult {
  const input = html`<div class="with-button">
      ${textControl(part, ctx, { as: 'text', input: 'line' })} ${chooseButton(part, ctx, choose)}
    </div>
    ${reference?.name === undefined ? nothing : html`<p class="thing">${referenceText(reference)}</p>`}
    ${
      reference && reference.id !== '' && reference.name === undefined && !hasProblems(part, ctx)
        ? html`<p class="thing unknown">Not known on this connection.</p>`
        : nothing
    }`;
  return fieldFrame(part, ctx, input);
}

function devicesField(
  part: FormNode,
  devices: readonly ListedReference[],
  ctx: FormContext,
  choose: () => void,
): TemplateResult {
  if (part.kind === 'json' || ctx.mode(part) === 'json') return ctx.draw(part, ctx);
  const lines = devices.map(
    device =>
      html`<li>
        <span class="codicon codicon-device-mobile" aria-hidden="true"></span>
        <span class="thing-name">${device.name ?? device.id}</span>
        <span class="thing-state">${device.name === undefined ? 'not known here' : device.state}</span>
        ${
          ctx.editable
            ? iconButton(
                'close',
                'Remove',
                () => ctx.change([...part.path, device.index], { kind: 'remove' }),
                { name: `Remove ${device.name ?? device.id}` },
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
        ? html`<ul class="things">
            ${lines}
          </ul>`
        : html`<p class="note">No devices.</p>`
    }
    ${chooseButton(part, ctx, choose)}`,
  );
}

function referenceText({ name, state }: ReferenceItem): string {
  return state === undefined || state === '' ? (name ?? '') : `${name ?? ''} · ${state}`;
}
