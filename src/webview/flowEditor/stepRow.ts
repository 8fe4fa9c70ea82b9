import { html, nothing, type TemplateResult } from 'lit';
import type { StepCard, StepRun, Fact } from '../../protocol/flowEditor.ts';
import { codicon, namedIcon } from '../common/button.ts';
import type { Drop } from './findDrop.ts';
import { announceCounts } from './announcements.ts';
import { type InsertionPoint, stepNumber } from '../../flow/edit/flowEdit.ts';
import { chipView } from './values/chipView.ts';

/** The line that marks a place between two rows, or the row as a whole. */
export interface RowMark {
  readonly look: Drop['look'];
  /** True for a place inside a step. */
  readonly isInside: boolean;
}

/** The display state of a step row. */
export interface StepRowState {
  /** Position among its siblings, from 1, and their number. */
  readonly position: number;
  readonly count: number;
  readonly selected: boolean;
  readonly active: boolean;
  readonly dragged: boolean;
  readonly editable: boolean;
  readonly mark: RowMark | undefined;
  /** True if its children are collapsed; undefined if it has none. */
  readonly folded: boolean | undefined;
  /** Problem counts, including those of collapsed children. */
  readonly errors: number;
  readonly warnings: number;
  /** Number of collapsed children. */
  readonly hidden: number;
  /** True if it matches the search. */
  readonly found: boolean;
  /** True if it shows its buttons. */
  readonly hasTools: boolean;
  /** True for the last row inside a step. */
  readonly isLastInside: boolean;
  /** True if the row below it is the one that adds a step there. */
  readonly isBeforeEnd: boolean;
  /** The target of its button that adds a step below. */
  readonly after: InsertionPoint;
}

/** The icons of run states. */
export const RUN_ICONS: Readonly<Record<StepRun['state'], string>> = {
  waiting: 'circle-large',
  running: 'loading',
  paused: 'debug-pause',
  succeeded: 'pass',
  failed: 'error',
  aborted: 'circle-slash',
  skipped: 'debug-step-over',
  edited: 'edit',
};

/** Renders a row of the step list. */
export function stepRow(card: StepCard, look: StepRowState): TemplateResult {
  const { step, name, action, icon, facts, continueOnError, known, canContainSteps, run, service } = card;
  const classes = [
    'step',
    ...(look.found ? ['found'] : []),
    ...(card.isStopped ? ['stopped'] : []),
    ...(look.dragged ? ['dragged'] : []),
    ...(look.isLastInside ? ['last-inside'] : []),
    ...(step.length === 2 && look.position === 1 ? ['first-inside'] : []),
    ...markClasses(look.mark),
  ];
  const context = {
    webviewSection: 'steps',
    flowCanContainSteps: canContainSteps,
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
    ${debugMark(card)}
    ${look.editable && card.breakpoint === undefined && !card.isStopped ? html`<span class="handle codicon codicon-gripper" aria-hidden="true"></span>` : nothing}
    ${
      look.folded === undefined
        ? nothing
        : html`<span
            class="twistie codicon codicon-chevron-${look.folded ? 'right' : 'down'}"
            aria-hidden="true"
          ></span>`
    }
    <span class="number">${stepNumber(step)}</span>
    ${known ? namedIcon(icon, service || 'Action', { className: 'icon' }) : namedIcon('question', 'Unknown action', { className: 'icon' })}
    <span class="title">
      <span class="step-name">${name}</span>
      ${action !== '' && action !== name ? html`<span class="action">${action}</span>` : nothing}
    </span>
    <span class="marks">
      ${continueOnError ? titledIcon('debug-continue', 'Continues on error') : nothing}
      ${look.hidden === 0 ? nothing : html`<span class="hidden-steps">${look.hidden} inside</span>`}
      ${card.isUncovered ? titledIcon('beaker-stop', 'Not run by the tests') : nothing}
      ${run && run.state !== 'edited' ? runMark(run) : nothing} ${countMark(look)}
    </span>
    ${factsView(facts)}
    ${run?.error === undefined ? nothing : html`<span class="run-error">${run.error}</span>`}
    ${look.hasTools ? rowTools(card, look) : nothing}
  </div>`;
}

/** The row at the end of the steps inside a step. */
interface EndState {
  readonly key: string;
  /** Name and number of the outer step. */
  readonly outer: StepCard;
  readonly mark: RowMark | undefined;
  /** True if the outer step or one inside it is active. */
  readonly isReachable: boolean;
  readonly isEmpty: boolean;
  readonly hasTools: boolean;
}

/** Renders the row that adds a step at the end of the steps inside another one. */
export function endRow({ key, outer, mark, isReachable, isEmpty, hasTools }: EndState): TemplateResult {
  const classes = ['step', 'end', 'last-inside', ...(isEmpty ? ['first-inside'] : []), ...markClasses(mark)];
  return html`<div
    class=${classes.join(' ')}
    role="treeitem"
    data-step=${key}
    aria-level="2"
    aria-label="Add step inside ${stepNumber(outer.step)} ${outer.name}"
    tabindex=${isReachable ? 0 : -1}
    title="Add step inside (Ctrl+Shift+Enter)"
  >
    <span class="end-text">${codicon('add')} Add step inside</span>
    ${hasTools ? addStepButton(`Add step after ${stepNumber(outer.step)}`, isReachable) : nothing}
  </div>`;
}

/** Renders the button on the lower edge of a row that adds a step there. */
export function addStepButton(label: string, isReachable: boolean): TemplateResult {
  return html`<button
    type="button"
    class="insert"
    data-act="insert"
    tabindex=${isReachable ? 0 : -1}
    title=${label}
    aria-label=${label}
  >
    ${codicon('add')}
  </button>`;
}

function titledIcon(icon: string, title: string, className = ''): TemplateResult {
  return namedIcon(icon, title, { title, className });
}

/** Returns the classes of a row for a mark. */
export function markClasses(mark: RowMark | undefined): readonly string[] {
  return mark ? [`drop-${mark.look}`, ...(mark.isInside ? ['drop-deep'] : [])] : [];
}

// The keys of the list and its menu do the same, so only the button for a new step is there without a mouse.
function rowTools(
  { step }: StepCard,
  { editable, active, after, isBeforeEnd }: StepRowState,
): TemplateResult {
  const number = stepNumber(step);
  const isInside = after.parent !== undefined && step.length === 1;
  return html`<span class="row-acts" aria-hidden="true">
      ${
        editable
          ? html`${toolButton('duplicate', 'files', `Duplicate ${number}`)}
            ${toolButton('delete', 'trash', `Delete ${number}`)}`
          : nothing
      }
      ${toolButton('menu', 'ellipsis', `More actions for ${number}`)}
    </span>
    ${
      editable && !isBeforeEnd
        ? addStepButton(`Add step ${isInside ? 'inside' : 'after'} ${number}`, active)
        : nothing
    }`;
}

function toolButton(act: string, icon: string, label: string): TemplateResult {
  return html`<button
    type="button"
    class="icon-button"
    data-act=${act}
    tabindex="-1"
    title=${label}
    aria-label=${label}
  >
    ${codicon(icon)}
  </button>`;
}

const BREAKPOINTS: Readonly<
  Record<NonNullable<StepCard['breakpoint']>, readonly [icon: string, name: string]>
> = {
  plain: ['debug-breakpoint', 'Breakpoint'],
  conditional: ['debug-breakpoint-conditional', 'Conditional breakpoint'],
  log: ['debug-breakpoint-log', 'Logpoint'],
  off: ['debug-breakpoint-disabled', 'Disabled breakpoint'],
};

/** Renders the breakpoint of a step, which a click removes, and the arrow where debugging is stopped. */
function debugMark({ breakpoint, isStopped }: StepCard): TemplateResult | typeof nothing {
  if (breakpoint === undefined)
    return isStopped ? titledIcon('debug-stackframe', 'Stopped here', 'debug-mark') : nothing;
  const [icon, name] = BREAKPOINTS[breakpoint];
  const label = isStopped ? `Stopped here, ${name.toLowerCase()}` : name;
  return html`<button
    type="button"
    class="debug-mark ${breakpoint}"
    data-act="breakpoint"
    tabindex="-1"
    title="${label} (F9 removes it)"
    aria-label=${label}
  >
    ${codicon(icon)} ${isStopped ? codicon('debug-stackframe') : nothing}
  </button>`;
}

function runMark({ state, time }: StepRun): TemplateResult {
  return html`<span class="run ${state}" title="Run: ${state}${time === '' ? '' : `, ${time}`}">
    ${namedIcon(RUN_ICONS[state], `Run: ${state}`, { className: state === 'running' ? 'codicon-modifier-spin' : '' })}
    <span class="run-time">${time}</span>
  </span>`;
}

function countMark({ errors, warnings }: StepRowState): TemplateResult | typeof nothing {
  if (errors + warnings === 0) return nothing;
  const [icon, count] = errors > 0 ? ['error', errors] : ['warning', warnings];
  return html`<span class="count ${icon}" title=${announceCounts(errors, warnings)}
    >${namedIcon(icon, icon)}${count}</span
  >`;
}

/** Renders the most significant parameters of a step in its row. */
function factsView(facts: readonly Fact[]): TemplateResult | typeof nothing {
  if (facts.length === 0) return nothing;
  return html`<span class="facts">${facts.map(factView)}</span>`;
}

function factView({ name, value, pieces }: Fact): TemplateResult {
  return html`<span class="fact"
    >${name === '' ? nothing : html`<span class="fact-name">${name}</span> `}<span class="fact-value"
      >${
        pieces?.map(({ kind, parts }) =>
          kind === 'text' ? parts.join('') : chipView({ parts, isWrong: kind === 'problem' }),
        ) ?? value
      }</span
    ></span
  >`;
}
