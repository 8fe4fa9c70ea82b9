import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { secondsText } from '../../flow/run/outcomeText.ts';
import {
  REPORT_ELEMENT,
  type ReportPage,
  type ReportPageAttempt,
  reportPage,
  type ReportPageCase,
} from '../../protocol/testReport.ts';
import { codicon } from '../common/button.ts';
import { blobOf } from '../common/bytes.ts';
import { excessiveSize } from '../../util/pictureSize.ts';
import { closestTo, PageElement, inputValueOf } from '../common/element.ts';
import { TraceViewer } from '../traceViewer/traceViewer.ts';
import { attemptLinks, failureList, outcomeChip, outcomeIcon, stepList } from './caseView.ts';
import { coverageLink, coverageTable } from './coverageView.ts';
import {
  chosenCases,
  COVERAGE_FRAGMENT,
  type CaseFilter,
  FILTERS,
  FILTER_WORDS,
  filterOf,
  fragmentOf,
  type NumberedCase,
  type ShownAttempt,
  readFragment,
} from './reportModel.ts';
import type { TracePort } from '../traceViewer/tracePort.ts';
import { traceBrowser } from '../traceViewer/traceBrowser.ts';
import { toError } from '../../util/errors.ts';
import { TraceReading } from '../../traceReading/traceReading.ts';
import type { TraceState } from '../../protocol/traceViewer.ts';
import { readTrace } from '../../flow/trace/traceFile.ts';

const TITLE = 'Flow Tests';

/** The root element: the list of cases, the coverage, or one case with its failures and the trace of its run. */
export class TestReportView extends PageElement {
  readonly #report: ReportPage | undefined = readReport();
  #filter: CaseFilter = 'all';
  #query = '';
  #place: ShownAttempt | undefined;
  /** The case that was shown last, or the coverage, whose link has the focus when the list is shown again. */
  #last: number | 'coverage' | undefined;
  #isCoverageShown = false;
  #hasMoved = false;
  #viewer: { readonly trace: string; readonly element: TraceViewer } | undefined;
  readonly #addresses = new Map<string, string>();
  readonly #addressOf = (id: string): string => {
    const known = this.#addresses.get(id);
    if (known !== undefined) return known;
    const bytes = bytesOf(id);
    const address = URL.createObjectURL(excessiveSize(bytes) ? new Blob() : blobOf(bytes));
    this.#addresses.set(id, address);
    return address;
  };
  readonly #go = (): void => {
    this.#last = this.#isCoverageShown ? 'coverage' : (this.#place?.index ?? this.#last);
    this.#readPlace();
    this.#hasMoved = true;
    this.requestUpdate();
  };
  readonly #key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && (this.#place || this.#isCoverageShown) && !closestTo(event, 'input'))
      location.hash = '';
  };

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.#go);
    document.addEventListener('keydown', this.#key);
    const report = this.#report;
    this.#readPlace();
    if (report?.cases.some(one => filterOf(one) === 'failed')) this.#filter = 'failed';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.#go);
    document.removeEventListener('keydown', this.#key);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const shown = this.#place && this.#report?.cases[this.#place.index];
    const title = this.#isCoverageShown ? 'Coverage' : shown?.name;
    document.title = title === undefined ? TITLE : `${title} – ${TITLE}`;
    if (!this.#hasMoved) return;
    this.#hasMoved = false;
    const last = this.#last === 'coverage' ? COVERAGE_FRAGMENT : fragmentOf(this.#last ?? 0);
    const link = title === undefined ? `a[href="${last}"]` : '';
    const focused = (link && this.querySelector<HTMLElement>(link)) || this.querySelector<HTMLElement>('h1');
    focused?.focus();
  }

  protected override render(): TemplateResult {
    const report = this.#report;
    if (!report)
      return html`<main class="broken">
        ${codicon('warning')}
        <h1>The report cannot be read</h1>
        <p>The file is damaged. Create the report again.</p>
      </main>`;
    if (this.#isCoverageShown && report.coverage) return this.#coverage(report.coverage);
    const shown = this.#place && report.cases[this.#place.index];
    return this.#place && shown ? this.#case(shown, this.#place) : this.#list(report);
  }

  #readPlace(): void {
    const report = this.#report;
    this.#place = report && readFragment(location.hash, report);
    this.#isCoverageShown = report?.coverage !== undefined && location.hash === COVERAGE_FRAGMENT;
  }

  #coverage(coverage: NonNullable<ReportPage['coverage']>): TemplateResult {
    return html`<header class="top case-head">
        <a class="back" href="#">${codicon('arrow-left')} All Cases</a>
        <h1 tabindex="-1">Coverage</h1>
      </header>
      <main class="single">${coverageTable(coverage)}</main>`;
  }

  #list(report: ReportPage): TemplateResult {
    const groups = chosenCases(report, this.#filter, this.#query);
    return html`<header class="top">
        <h1 tabindex="-1">${TITLE}</h1>
        <div class="filters" role="group" aria-label="Cases to show">
          ${FILTERS.map(filter => this.#filterButton(report, filter))}
        </div>
        ${report.coverage ? coverageLink(report.coverage) : nothing}
        <input
          type="search"
          aria-label="Search in paths, names, and failures"
          placeholder="Search"
          .value=${this.#query}
          @input=${(event: Event) => {
            this.#query = inputValueOf(event);
            this.requestUpdate();
          }}
        />
      </header>
      ${report.notes.map(note => html`<p class="note">${codicon('info')} ${note}</p>`)}
      <main class="cases" @keydown=${(event: KeyboardEvent) => this.#move(event)}>
        ${
          groups.size === 0
            ? html`<p class="none" role="status">
                ${report.cases.length === 0 ? 'No case was run.' : 'No case matches.'}
              </p>`
            : [...groups].map(
                ([file, cases]) =>
                  html`<section>
                    <h2><code>${file}</code></h2>
                    <ul>
                      ${cases.map(one => this.#line(one))}
                    </ul>
                  </section>`,
              )
        }
      </main>`;
  }

  #filterButton({ cases }: ReportPage, filter: CaseFilter): TemplateResult | typeof nothing {
    const count = filter === 'all' ? cases.length : cases.filter(one => filterOf(one) === filter).length;
    if (count === 0 && filter !== this.#filter) return nothing;
    return html`<button
      type="button"
      class="filter ${filter}"
      aria-pressed=${filter === this.#filter}
      @click=${() => {
        this.#filter = filter;
        this.requestUpdate();
      }}
    >
      ${FILTER_WORDS[filter]} <span class="count">${count}</span>
    </button>`;
  }

  #line({ index, name, outcome, attempts }: NumberedCase): TemplateResult {
    const took = attempts.reduce((sum, { tookMs }) => sum + tookMs, 0);
    const failure = attempts.findLast(({ failures }) => failures.length > 0)?.failures[0];
    return html`<li>
      <a class="case" href=${fragmentOf(index)}>
        ${outcomeIcon(outcome)}
        <span class="case-text">
          <span class="case-name">${name}</span>
          ${failure === undefined ? nothing : html`<span class="reason">${failure.message}</span>`}
        </span>
        <span class="time"
          >${attempts.length > 1 ? `${attempts.length} attempts, ` : ''}${
            attempts.length === 0 || outcome === 'unfit' ? '' : secondsText(took)
          }</span
        >
      </a>
    </li>`;
  }

  #case(shown: ReportPageCase, place: ShownAttempt): TemplateResult {
    const { file, name, outcome } = shown;
    const attempt = shown.attempts[place.attempt];
    const isTraced = attempt?.trace !== undefined;
    const body = html`${attempt ? failureList(file, attempt, isTraced, this.#addressOf) : nothing}
    ${attempt && !isTraced ? stepList(attempt) : nothing}`;
    return html`<header class="top case-head">
        <a class="back" href="#">${codicon('arrow-left')} All Cases</a>
        <h1 tabindex="-1" title=${name}>${name}</h1>
        ${outcomeChip(outcome)}
        <code class="file">${file}</code>
        ${attemptLinks(shown, place)}
      </header>
      ${isTraced ? body : html`<main class="single">${body}</main>`} ${this.#trace(attempt)}`;
  }

  // A viewer stays while its trace is shown, so its selection does, too.
  #trace({ trace, pictures }: Partial<ReportPageAttempt> = {}): TraceViewer | typeof nothing {
    if (trace === undefined) this.#viewer = undefined;
    else if (this.#viewer?.trace !== trace) {
      const element = new TraceViewer(embeddedTrace(trace, pictures));
      element.className = 'embedded';
      this.#viewer = { trace, element };
    }
    return this.#viewer?.element ?? nothing;
  }

  #move(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const links = [...this.querySelectorAll<HTMLElement>('a.case')];
    const link = links[links.findIndex(one => one === document.activeElement) + step];
    link?.focus();
    event.preventDefault();
  }
}

/** Returns the content of the report; undefined if the file is damaged. */
function readReport(): ReportPage | undefined {
  try {
    const content: unknown = JSON.parse(document.getElementById(REPORT_ELEMENT)?.textContent ?? '');
    return reportPage(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Returns what a trace viewer needs to show the trace in an element of the page. */
function embeddedTrace(id: string, pictures: ReportPageAttempt['pictures']): TracePort {
  return {
    ...traceBrowser,
    isStandalone: true,
    connect: shown => {
      const reading = read(id, pictures);
      const show = (state: TraceState): void => shown(state);
      return {
        kept: undefined,
        first: undefined,
        keep: () => undefined,
        ask: async request => {
          if (request.kind !== 'open') return (await reading).answer(request);
          reading.then(
            ({ state }) => show(state),
            (error: unknown) => show({ kind: 'broken', sentence: toError(error).message }),
          );
          return undefined;
        },
      };
    },
  };
}

async function read(id: string, pictures: ReportPageAttempt['pictures'] = []): Promise<TraceReading> {
  const { document: content } = await readTrace(bytesOf(id));
  return new TraceReading({
    document: content,
    pictures: new Map(pictures.map(({ screen, picture }) => [screen, bytesOf(picture)])),
  });
}

/** Returns the bytes in an element of the page. */
function bytesOf(id: string): Uint8Array<ArrayBuffer> {
  const text = atob(document.getElementById(id)?.textContent ?? '');
  return Uint8Array.from(text, letter => letter.charCodeAt(0));
}
