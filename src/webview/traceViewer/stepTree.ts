import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { OpenTrace, TraceRow } from '../../protocol/traceViewer.ts';
import { codicon } from '../common/button.ts';
import { closestTo, PageElement, reactive } from '../common/element.ts';
import { comparedStates } from './comparison.ts';
import { type ListedRow, listedRows, scrollTo, visibleSlice } from '../common/listedRows.ts';
import { STATE_ICONS, STATE_WORDS } from './states.ts';
import type { TraceModel } from './traceModel.ts';

/** The height of a row in the style sheet, in CSS pixels. */
const ROW_PX = 28;

/** The steps of the trace as a tree. Only the rows in sight are in the document. */
export class StepTree extends PageElement {
  static override properties = reactive('trace', 'selected', 'folded', 'found', 'top', 'height');

  declare trace: OpenTrace;
  declare selected: string | undefined;
  declare folded: ReadonlySet<string>;
  /** The keys of the rows that match the search. */
  declare found: ReadonlySet<string>;
  declare model: TraceModel;
  declare private top: number;
  declare private height: number;
  #listed: readonly ListedRow<TraceRow>[] = [];
  readonly #resizes = new ResizeObserver(() => (this.height = this.#tree?.clientHeight ?? 0));

  constructor() {
    super();
    this.top = 0;
    this.height = 0;
    this.found = new Set();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
  }

  protected override firstUpdated(): void {
    if (this.#tree) this.#resizes.observe(this.#tree);
  }

  /** Focuses the list. */
  focusTree(): void {
    this.#tree?.focus();
  }

  get #tree(): HTMLElement | null {
    return this.querySelector<HTMLElement>('[role=tree]');
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('trace') || changed.has('folded'))
      this.#listed = listedRows(this.trace.rows, this.folded);
    const index = this.#index;
    const isMoved = changed.has('selected') || changed.has('folded') || changed.get('height') === 0;
    if (isMoved && index >= 0 && this.height > 0) this.top = scrollTo(index, ROW_PX, this.top, this.height);
  }

  protected override updated(changed: PropertyValues): void {
    const sizer = this.querySelector<HTMLElement>('.sizer');
    const drawn = this.querySelector<HTMLElement>('.drawn');
    if (sizer) sizer.style.height = `${this.#listed.length * ROW_PX}px`;
    if (drawn) drawn.style.transform = `translateY(${this.#slice.start * ROW_PX}px)`;
    // A new tree is at its top. Setting the position would lay the page out before the first frame.
    if (this.#tree && changed.get('top') !== undefined) this.#tree.scrollTop = this.top;
  }

  get #index(): number {
    return this.#listed.findIndex(({ row }) => row.key === this.selected);
  }

  get #slice() {
    return visibleSlice(this.#listed.length, ROW_PX, this.top, this.height);
  }

  protected override render(): TemplateResult {
    const { start, end } = this.#slice;
    const index = this.#index;
    const isDrawn = index >= start && index < end;
    return html`<div
      role="tree"
      class="tree"
      tabindex="0"
      aria-label="Steps"
      aria-activedescendant=${isDrawn ? idOf(index) : nothing}
      @keydown=${this.#key}
      @click=${this.#click}
      @scroll=${() => (this.top = this.#tree?.scrollTop ?? 0)}
    >
      <div class="sizer" role="none">
        <div class="drawn" role="none">
          ${repeat(
            this.#listed.slice(start, end),
            ({ row }) => row.key,
            (listed, at) => this.#row(listed, start + at),
          )}
        </div>
      </div>
    </div>`;
  }

  #row({ row, hasChildren, isFolded, place, siblings }: ListedRow<TraceRow>, index: number): TemplateResult {
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
      <span class="twistie"
        >${hasChildren ? codicon(isFolded ? 'chevron-right' : 'chevron-down') : nothing}</span
      >
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
      <span class="time">${time}</span>
    </div>`;
  }

  readonly #click = (event: MouseEvent): void => {
    const index = Number(closestTo(event, '.row')?.dataset['index'] ?? Number.NaN);
    const listed = this.#listed[index];
    if (!listed) return;
    if (listed.hasChildren && closestTo(event, '.twistie')) this.model.fold(listed.row.key, !listed.isFolded);
    else this.model.select(listed.row.key);
  };

  readonly #key = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const index = this.#index;
    const page = Math.max(1, Math.floor(this.height / ROW_PX) - 1);
    const last = this.#listed.length - 1;
    const to: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: last,
    };
    const moved = to[key];
    if (moved !== undefined) this.#select(Math.min(last, Math.max(0, moved)));
    else if (key === 'ArrowRight' || key === 'ArrowLeft') this.#unfold(index, key === 'ArrowRight');
    else if (key === 'Enter') this.model.goToStep();
    else return;
    event.preventDefault();
  };

  /** Unfolds a row or goes to its first child; or folds it or goes to its parent. */
  #unfold(index: number, isOpening: boolean): void {
    const listed = this.#listed[index];
    if (!listed) return;
    const { row, hasChildren, isFolded } = listed;
    if (hasChildren && isFolded === isOpening) this.model.fold(row.key, !isOpening);
    else if (isOpening) {
      if (hasChildren) this.#select(index + 1);
    } else this.#select(this.#listed.findLastIndex((one, at) => at < index && one.row.level < row.level));
  }

  #select(index: number): void {
    const listed = this.#listed[index];
    if (listed) this.model.select(listed.row.key);
  }
}

function idOf(index: number): string {
  return `row-${index}`;
}
