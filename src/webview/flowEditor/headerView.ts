import { html, nothing, type TemplateResult } from 'lit';
import { codicon, secondaryButton } from '../common/button.ts';
import type { HeaderAction, HeaderButton, OpenFlow, Running } from '../../protocol/flowEditor.ts';
import type { EditorModel } from './editorModel.ts';
import { announceCounts } from './announcements.ts';
import type { MenuItem, PopupMenu } from './form/popupMenu.ts';

/** Renders the header: the name of the flow, its problems, the connection and the buttons. */
export function headerView(
  flow: OpenFlow,
  model: EditorModel,
  menu: PopupMenu,
  goToProblem: () => void,
): TemplateResult {
  const { name, file, connection, buttons } = flow;
  const runAction = (which: HeaderAction): (() => void) => {
    return () => void model.runHeaderAction(which);
  };
  const [stage, ...others] = buttons;
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
      <span class="run-button">
        ${runButton(flow.running, runAction)}
        ${secondaryButton('', event => menu.open(event, runItems(flow, runAction)), {
          icon: 'chevron-down',
          name: 'More Ways to Run',
          title: 'More Ways to Run',
          className: 'primary',
          popup: 'menu',
        })}
      </span>
      ${stage ? changingButton(stage, runAction(stage.act)) : nothing}
      <span class="bar" aria-hidden="true"></span>
      ${others.map(button => showingButton(button, runAction(button.act)))}
    </div>
    ${menu}
  </header>`;
}

type RunAction = (which: HeaderAction) => () => void;

function runButton({ phone, isRunning }: Running, runAction: RunAction): TemplateResult {
  if (isRunning)
    return secondaryButton('Stop', runAction('stopTrial'), {
      icon: 'debug-stop',
      title: 'Stop the run',
      className: 'primary',
    });
  return secondaryButton('Run', runAction('runFlow'), {
    icon: 'play',
    title: `Run the flow as it is${phone === undefined ? '' : ` on ${phone}`} (Ctrl+F5)`,
    className: 'primary',
  });
}

/** Returns the other ways to run, and the choices for all of them. */
function runItems({ running, details, connection }: OpenFlow, runAction: RunAction): readonly MenuItem[] {
  const { phone, readsPayload, canCheck, canVerify } = running;
  const item = (label: string, act: HeaderAction): MenuItem => ({ label, run: runAction(act) });
  return [
    ...(details.kind === 'step' ? [item('Run from Here', 'runFromStep')] : []),
    item('Debug', 'debugFlow'),
    item('Run Tests', 'runTests'),
    ...(canCheck ? [item(`Check on ${connection.label}`, 'checkOnService')] : []),
    ...(canVerify ? [item(`Verify on ${connection.label}…`, 'verify')] : []),
    { ...item(phone === undefined ? 'Choose Phone…' : `Phone: ${phone}…`, 'chooseTrialPhone'), group: true },
    item('Show Phone', 'showPhone'),
    ...(readsPayload ? [item('Sample Values…', 'editTrialPayload')] : []),
  ];
}

function problemsButton({ errors, warnings }: OpenFlow, click: () => void): TemplateResult {
  const title = errors + warnings > 0 ? 'Go to the next problem' : 'Show the problems';
  const icon = errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'pass';
  const text = announceCounts(errors, warnings);
  return html`<button type="button" class="chip ${icon}" title=${title} @click=${click}>
    ${codicon(icon)}
    <span class="chip-text">${text}</span>
  </button>`;
}

function changingButton({ label, icon, enabled, detail }: HeaderButton, click: () => void): TemplateResult {
  return html`<button
    type="button"
    class="secondary-button"
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
