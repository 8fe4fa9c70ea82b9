import { html, nothing, type TemplateResult } from 'lit';
import type { StepCard, StepRun } from '../../protocol/flowEditor.ts';
import type { Drop } from './findDrop.ts';
import { formatCounts } from './announcements.ts';
import { stepNumber } from '../../flow/edit/flowEdit.ts';

/** The display state of a step row. */
export interface RowState {
  /** Position among its siblings, from 1, and their number. */
  readonly position: number;
  readonly count: number;
  readonly selected: boolean;
  readonly active: boolean;
  readonly dragged: boolean;
  readonly editable: boolean;
  readonly drop: Drop['look'] | undefined;
  /** True if its children are collapsed; undefined if it has none. */
  readonly folded: boolean | undefined;
  /** Problem counts, including those of collapsed children. */
  readonly errors: number;
  readonly warnings: number;
  /** Number of collapsed children. */
  readonly hidden: number;
  /** True if it matches the search. */
  readonly found: boolean;
}

/** The icons of run states. */
export const RUN_ICONS: Readonly<Record<StepRun['state'], string>> = {
  waiting: 'circle-large',
  running: 'loading',
  succeeded: 'pass',
  failed: 'error',
  aborted: 'circle-slash',
  skipped: 'debug-step-over',
};

/** Renders a row of the step list. */
export function stepRow(card: StepCard, look: RowState): TemplateResult {
  const { step, name, action, icon, facts, continueOnError, known, canHold, run, service } = card;
  const classes = [
    'step',
    ...(look.found ? ['found'] : []),
    ...(look.dragged ? ['dragged'] : []),
    ...(look.drop ? [`drop-${look.drop}`] : []),
  ];
  const context = {
    webviewSection: 'steps',
    flowCanHold: canHold,
    flowEditable: look.editable,
    preventDefaultContextMenuItems: true,
  };
  return html`<div
    class=${classes.join(' ')}
    role="treeitem"
    id="step-${step.join('-')}"
    data-step=${step.join('.')}
    data-vscode-context=${JSON.stringify(context)}
    aria-level=${step.length}
    aria-posinset=${look.position}
    aria-setsize=${look.count}
    aria-selected=${look.selected}
    aria-expanded=${look.folded === undefined ? nothing : !look.folded}
    tabindex=${look.active ? 0 : -1}
    draggable=${look.editable}
  >
    ${
      look.folded === undefined
        ? nothing
        : html`<span
            class="twistie codicon codicon-chevron-${look.folded ? 'right' : 'down'}"
            aria-hidden="true"
          ></span>`
    }
    <span class="number">${stepNumber(step)}</span>
    <span
      class="codicon codicon-${known ? icon : 'question'}"
      role="img"
      aria-label=${known ? service || 'Action' : 'Unknown action'}
    ></span>
    <span class="title">
      <span class="step-name">${name}</span>
      ${action !== '' && action !== name ? html`<span class="action">${action}</span>` : nothing}
    </span>
    <span class="marks">
      ${
        continueOnError
          ? html`<span
              class="codicon codicon-debug-continue"
              role="img"
              title="Continues on error"
              aria-label="Continues on error"
            ></span>`
          : nothing
      }
      ${look.hidden === 0 ? nothing : html`<span class="hidden-steps">${look.hidden} inside</span>`}
      ${run ? runMark(run) : nothing} ${countMark(look)}
    </span>
    ${
      facts.length > 0
        ? html`<span class="facts">
            ${facts.map(
              fact =>
                html`<span class="fact"
                  ><span class="fact-name">${fact.name}</span>
                  <span class="fact-value">${fact.value}</span></span
                >`,
            )}
          </span>`
        : nothing
    }
    ${run?.error === undefined ? nothing : html`<span class="run-error">${run.error}</span>`}
  </div>`;
}

function runMark({ state, time }: StepRun): TemplateResult {
  return html`<span class="run ${state}" title="Run: ${state}">
    <span
      class="codicon codicon-${RUN_ICONS[state]} ${state === 'running' ? 'codicon-modifier-spin' : ''}"
      role="img"
      aria-label="Run: ${state}"
    ></span>
    ${time}
  </span>`;
}

function countMark({ errors, warnings }: RowState): TemplateResult | typeof nothing {
  if (errors + warnings === 0) return nothing;
  const [icon, count] = errors > 0 ? ['error', errors] : ['warning', warnings];
  return html`<span class="count ${icon}" title=${formatCounts(errors, warnings)}
    ><span class="codicon codicon-${icon}" role="img" aria-label=${icon}></span>${count}</span
  >`;
}
