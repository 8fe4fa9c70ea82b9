import { html, nothing, type TemplateResult } from 'lit';
import { codicon } from '../common/button.ts';
import type { HeaderAction, HeaderButton, OpenFlow } from '../../protocol/flowEditor.ts';
import type { EditorModel } from './editorModel.ts';
import { formatCounts } from './announcements.ts';

/** Commands that change the flow on the service; the others only show something. */
const CHANGING: readonly HeaderAction[] = ['create', 'verify', 'activate'];

/** Renders the header: the name of the flow, its problems, the connection and the buttons. */
export function headerView(flow: OpenFlow, model: EditorModel, goToProblem: () => void): TemplateResult {
  const { name, file, connection, buttons } = flow;
  const runAction = (which: HeaderAction): (() => void) => {
    return () => void model.runHeaderAction(which);
  };
  const changing = buttons.filter(button => CHANGING.includes(button.act));
  const showing = buttons.filter(button => !CHANGING.includes(button.act));
  return html`<header class="top">
    <div class="names">
      <h1 title=${name}>${name === '' ? html`<span class="unnamed">Unnamed flow</span>` : name}</h1>
      <span class="file">${file}</span>
    </div>
    <div class="health">
      ${problemsButton(flow, flow.errors + flow.warnings > 0 ? goToProblem : runAction('problems'))}
      <button type="button" class="chip" title=${connection.detail} @click=${runAction('connection')}>
        ${codicon(connection.icon)}
        <span class="chip-text">${connection.label}</span>
      </button>
    </div>
    <div class="acts" role="group" aria-label="What can be done with the flow">
      ${changing.map(button => changingButton(button, runAction(button.act)))}
      ${
        changing.length > 0 && showing.length > 0
          ? html`<span class="bar" aria-hidden="true"></span>`
          : nothing
      }
      ${showing.map(button => showingButton(button, runAction(button.act)))}
    </div>
  </header>`;
}

function problemsButton({ errors, warnings }: OpenFlow, click: () => void): TemplateResult {
  const title = errors + warnings > 0 ? 'Go to the next problem' : 'Show the problems';
  const icon = errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'pass';
  const text = formatCounts(errors, warnings);
  return html`<button type="button" class="chip ${icon}" title=${title} @click=${click}>
    ${codicon(icon)}
    <span class="chip-text">${text}</span>
  </button>`;
}

function changingButton(
  { label, icon, enabled, detail, isPrimary }: HeaderButton,
  click: () => void,
): TemplateResult {
  return html`<button
    type="button"
    class=${isPrimary ? 'secondary-button primary' : 'secondary-button'}
    title=${detail}
    aria-disabled=${!enabled}
    @click=${enabled ? click : nothing}
  >
    ${codicon(icon)}
    <span class="act-text">${label}</span>
  </button>`;
}

function showingButton({ label, icon, enabled, detail }: HeaderButton, click: () => void): TemplateResult {
  return html`<button
    type="button"
    class="icon-button"
    title="${label}: ${detail}"
    aria-label=${label}
    aria-description=${detail}
    aria-disabled=${!enabled}
    @click=${enabled ? click : nothing}
  >
    ${codicon(icon)}
  </button>`;
}
