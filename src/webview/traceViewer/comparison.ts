import { html, nothing, type TemplateResult } from 'lit';
import { counted } from '../../util/counted.ts';
import type {
  ComparedEvidence,
  ComparedLine,
  ComparedScreens,
  ComparisonMark,
  TraceComparison,
  TraceRow,
} from '../../protocol/traceViewer.ts';
import { codicon, iconButton, secondaryButton } from '../common/button.ts';
import { factList, goToStepButton } from './details.ts';
import { momentButtons, noScreen, screenPicture } from './screenView.ts';
import { STATE_ICONS, STATE_WORDS } from './states.ts';
import type { TraceModel } from './traceModel.ts';

const RUNS = ['First run', 'Second run'] as const;
const SIGNS: Readonly<Record<ComparisonMark, string>> = {
  same: '=',
  different: '≠',
  first: '−',
  second: '+',
};
const WORDS: Readonly<Record<ComparisonMark, string>> = {
  same: 'same in both runs',
  different: 'differs',
  first: 'only in the first run',
  second: 'only in the second run',
};

/** Renders the first difference in a sentence, the way to the others, and the two runs. */
export function comparisonBar(model: TraceModel, { sentence, runs, about }: TraceComparison): TemplateResult {
  const { differences, row } = model;
  const at = differences.findIndex(({ key }) => key === row?.key);
  const total = counted(differences.length, 'difference');
  const isDisabled = differences.length === 0;
  return html`<section class="comparison" aria-label="Comparison">
    <p class="sentence">${codicon('git-compare')} <span>${sentence}</span></p>
    <div class="comparison-actions">
      <span class="count">${at < 0 ? total : `${at + 1} of ${differences.length}`}</span>
      <span class="visually-hidden" role="status">${announced(differences[at])}</span>
      ${iconButton('arrow-up', 'Previous Difference (Shift+F7)', () => model.goToDifference(-1), {
        isDisabled,
      })}
      ${iconButton('arrow-down', 'Next Difference (F7)', () => model.goToDifference(1), { isDisabled })}
      ${secondaryButton('Stop Comparing', () => model.stopComparing())}
    </div>
    <ul class="runs">
      ${runs.map(
        ({ state, status, facts }, index) =>
          html`<li>
            <strong>${RUNS[index]}</strong>
            <span class="chip ${state}">${codicon(`${STATE_ICONS[state]} state`)}${status}</span>
            ${factList(facts)}
          </li>`,
      )}
    </ul>
    ${about.map(text => html`<p class="about">${text}</p>`)}
  </section>`;
}

function announced(row: TraceRow | undefined): string {
  return row?.compared ? `Step ${row.number} ${row.name}: ${WORDS[row.compared.mark]}` : '';
}

/** Renders the states of a step in both runs and the sign of the comparison. */
export function comparedStates({ state, compared }: TraceRow): TemplateResult | typeof nothing {
  if (!compared) return nothing;
  const { mark } = compared;
  const first = mark === 'second' ? undefined : state;
  const second = compared.state;
  const stateView = (name: string, shown: typeof second): TemplateResult =>
    shown === undefined
      ? html`<span></span>`
      : html`<span class=${shown}>${codicon(`${STATE_ICONS[shown]} state`)}</span
          ><span class="visually-hidden">${name}: ${STATE_WORDS[shown]},</span>`;
  return html`${stateView(RUNS[0], first)}${stateView(RUNS[1], second)}<span
      class="mark ${mark}"
      title=${WORDS[mark]}
      aria-hidden="true"
      >${SIGNS[mark]}</span
    ><span class="visually-hidden">${WORDS[mark]}</span>`;
}

/** Renders the screens of both runs, with what the step touched and what only one of them shows. */
export function comparedScreens(model: TraceModel): TemplateResult {
  const { row, compared } = model;
  const hasBoth = [row, row?.compared].some(one => one?.before !== undefined && one.after !== undefined);
  const { evidence } = compared;
  const isShown = compared.evidenceOf === row?.key;
  return html`<section class="screen" aria-label="Screens of both runs">
    <div class="screen-head">${momentButtons(model, hasBoth)}</div>
    <div class="pair">
      ${screenOf(RUNS[0], model, model, isShown ? evidence?.first : undefined)}
      ${screenOf(RUNS[1], model, compared, isShown ? evidence?.second : undefined)}
    </div>
  </section>`;
}

function screenOf(
  run: string,
  { row, isAfter }: TraceModel,
  { screen: shown, isReadingScreen }: Pick<TraceModel, 'screen' | 'isReadingScreen'>,
  screens: ComparedScreens | undefined,
): TemplateResult {
  const changed = (isAfter ? screens?.after : screens?.before) ?? [];
  return html`<div class="side">
    <h3>${run}${shown?.screen.app ? html` <span class="app">App: ${shown.screen.app}</span>` : nothing}</h3>
    ${
      shown
        ? screenPicture(shown, row, { touched: isAfter ? undefined : screens, changed, run })
        : isReadingScreen
          ? html`<div class="empty"></div>`
          : html`<div class="empty">
              ${codicon('device-mobile')}
              <p>${isMissing(run, row) ? 'This run does not have the step.' : noScreen(row)}</p>
            </div>`
    }
  </div>`;
}

function isMissing(run: string, row: TraceRow | undefined): boolean {
  return row?.compared?.mark === (run === RUNS[0] ? 'second' : 'first');
}

/** Renders the differences of the selected step and its values in both runs side by side. */
export function comparedDetails(model: TraceModel): TemplateResult {
  const { row, compared } = model;
  const { evidence, evidenceOf } = compared;
  return html`<section
    class="details"
    tabindex="0"
    aria-label="Evidence of the step in both runs"
    aria-busy=${evidenceOf !== row?.key}
  >
    ${
      row?.compared && evidence
        ? evidenceView(model, row, evidence)
        : html`<header class="step-head"><h2>${row?.name ?? 'No Steps'}</h2></header>
            <p class="hint">Select a step to compare its evidence.</p>`
    }
  </section>`;
}

function evidenceView(
  model: TraceModel,
  row: TraceRow,
  { title, differences, sections }: ComparedEvidence,
): TemplateResult {
  return html`<header class="step-head">
      <h2>${title}</h2>
      ${row.step === undefined ? nothing : goToStepButton(model)}
    </header>
    ${
      differences.length === 0
        ? html`<p class="hint">The step is the same in both runs.</p>`
        : html`<ul class="differences">
            ${differences.map(text => html`<li>${text}</li>`)}
          </ul>`
    }
    <div class="tables">${sections.map(({ name, lines }) => tableOf(name, lines))}</div>`;
}

function tableOf(name: string, lines: readonly ComparedLine[]): TemplateResult {
  return html`<table>
    <caption>
      ${name}
    </caption>
    <thead>
      <tr>
        <th scope="col"><span class="visually-hidden">Name</span></th>
        ${RUNS.map(run => html`<th scope="col">${run}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${lines.map(line => lineView(line))}
    </tbody>
  </table>`;
}

function lineView({ name, level, first, second, isDifferent }: ComparedLine): TemplateResult {
  const values = [first, second];
  return html`<tr class=${isDifferent ? 'different' : ''}>
    <th scope="row" data-level=${Math.min(level, 6)}>
      ${name || 'Value'}${isDifferent ? html`<span class="visually-hidden"> (differs)</span>` : nothing}
    </th>
    ${values.map(value => html`<td>${value === undefined || value === '' ? html`<span class="none">–</span>` : value}</td>`)}
  </tr>`;
}
