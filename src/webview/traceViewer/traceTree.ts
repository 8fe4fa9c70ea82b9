import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { OpenTrace, TraceRow } from '../../protocol/traceViewer.ts';
import { codicon } from '../common/button.ts';
import { closestTo, reactive } from '../common/element.ts';
import { comparedStates } from './comparison.ts';
import { type ListedRow, listedRows } from '../common/listedRows.ts';
import { twistie, VirtualTree } from '../common/virtualTree.ts';
import { STATE_ICONS, STATE_WORDS } from './states.ts';
import type { TraceModel } from './traceModel.ts';

/** The height of a row in the style sheet, in CSS pixels. */
const ROW_PX = 28;

/** The steps of the trace as a tree. Only the rows in sight are in the document. */
export class TraceTree extends VirtualTree<TraceRow> {
  static override properties = reactive('trace', 'selected', 'folded', 'found');

  declare trace: OpenTrace;
  declare selected: string | undefined;
  declare folded: ReadonlySet<string>;
  /** The keys of the rows that match the search. */
  declare found: ReadonlySet<string>;
  declare model: TraceModel;
  /** The keys of the rows with failed picture checks. */
  #checked: ReadonlySet<string> = new Set();

  constructor() {
    super(ROW_PX);
    this.found = new Set();
  }

  protected override get activeKey(): string | undefined {
    return this.selected;
  }

  protected override activate(index: number): void {
    const listed = this.listed[index];
    if (listed) this.model.select(listed.row.key);
  }

  protected override fold(key: string, isFolded: boolean): void {
    this.model.fold(key, isFolded);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('trace') || changed.has('folded')) this.listed = listedRows(this.trace.rows, this.folded);
    if (changed.has('trace')) this.#checked = new Set(this.trace.failedChecks.map(({ row }) => row));
    const isMoved = changed.has('selected') || changed.has('folded') || changed.get('height') === 0;
    if (isMoved) this.scrollToActive();
  }

  protected override render(): TemplateResult {
    return html`<div
      role="tree"
      class="tree"
      tabindex="0"
      aria-label="Steps"
      aria-activedescendant=${this.isActiveDrawn ? idOf(this.activeIndex) : nothing}
      @keydown=${this.#key}
      @click=${this.#click}
      @scroll=${this.followScroll}
    >
      ${this.renderRows((listed, index) => this.#row(listed, index))}
    </div>`;
  }

  #row(listed: ListedRow<TraceRow>, index: number): TemplateResult {
    const { row, hasChildren, isFolded, place, siblings } = listed;
    const { key, level, number, name, detail, state, time, compared } = row;
    return html`<div
      role="treeitem"
      class="row ${compared ? `compared ${compared.mark}` : state} ${this.found.has(key) ? 'found' : ''}"
      id=${idOf(index)}
      data-index=${index}
      aria-level=${level}
      aria-posinset=${place}
      aria-setsize=${siblings}
      aria-selected=${key === this.selected}
      aria-expanded=${hasChildren ? !isFolded : nothing}
    >
      ${twistie(listed)}
      ${
        compared
          ? comparedStates(row)
          : html`${codicon(`${STATE_ICONS[state]} state`)}
              <span class="visually-hidden">${STATE_WORDS[state]}</span>`
      }
      <span class="number">${number}</span>
      <span class="row-text"
        ><span class="row-name">${name}</span> <span class="detail">${detail}</span></span
      >
      <span class="time">${this.#checked.has(key) ? failedCheckMark() : nothing}${time}</span>
    </div>`;
  }

  readonly #click = (event: MouseEvent): void => {
    const index = Number(closestTo(event, '.row')?.dataset['index'] ?? Number.NaN);
    const listed = this.listed[index];
    if (!listed) return;
    if (listed.hasChildren && closestTo(event, '.twistie')) this.model.fold(listed.row.key, !listed.isFolded);
    else this.model.select(listed.row.key);
  };

  readonly #key = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (!this.moveByKey(event)) {
      if (key !== 'Enter' || ctrlKey || metaKey || altKey) return;
      this.model.goToStep();
    }
    event.preventDefault();
  };
}

function failedCheckMark(): TemplateResult {
  return html`<span class="failed-check-mark" title="A picture is not as accepted"
    >${codicon('diff')}<span class="visually-hidden">A picture is not as accepted.</span></span
  >`;
}

function idOf(index: number): string {
  return `row-${index}`;
}
