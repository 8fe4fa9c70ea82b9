import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { codicon } from './button.ts';
import { PageElement, reactive } from './element.ts';
import { type ListedRow, scrollTo, type Slice, type TreeRow, visibleSlice } from './listedRows.ts';

/** A tree of rows of equal height. Only the rows in sight are in the document. */
export abstract class VirtualTree<Row extends TreeRow> extends PageElement {
  static override properties = reactive('top', 'height');

  declare protected top: number;
  declare protected height: number;
  /** The rows that are not folded away. */
  protected listed: readonly ListedRow<Row>[] = [];
  readonly #rowHeight: number;
  readonly #resizes = new ResizeObserver(() => (this.height = this.#tree?.clientHeight ?? 0));

  /** `rowHeight` is that of the style sheet, in CSS pixels. */
  constructor(rowHeight: number) {
    super();
    this.#rowHeight = rowHeight;
    this.top = 0;
    this.height = 0;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes.disconnect();
  }

  focusTree(): void {
    this.#tree?.focus();
  }

  /** The key of the row that the arrow keys move. */
  protected abstract get activeKey(): string | undefined;

  /** Makes a row the active one; does nothing if there is none with this index. */
  protected abstract activate(index: number): void;

  protected abstract fold(key: string, isFolded: boolean): void;

  protected override firstUpdated(): void {
    if (this.#tree) this.#resizes.observe(this.#tree);
  }

  protected override updated(changed: PropertyValues): void {
    const sizer = this.querySelector<HTMLElement>('.sizer');
    const drawn = this.querySelector<HTMLElement>('.drawn');
    if (sizer) sizer.style.height = `${this.listed.length * this.#rowHeight}px`;
    if (drawn) drawn.style.transform = `translateY(${this.#slice.start * this.#rowHeight}px)`;
    // A new tree is at its top. Setting the position would lay the page out before the first frame.
    if (this.#tree && changed.get('top') !== undefined) this.#tree.scrollTop = this.top;
  }

  protected get activeIndex(): number {
    return this.listed.findIndex(({ row }) => row.key === this.activeKey);
  }

  /** True if the active row is in the document. */
  protected get isActiveDrawn(): boolean {
    const { start, end } = this.#slice;
    return this.activeIndex >= start && this.activeIndex < end;
  }

  /** Scrolls to the active row. Returns false if there is none, or if the tree has no size yet. */
  protected scrollToActive(): boolean {
    const index = this.activeIndex;
    if (index < 0 || this.height === 0) return false;
    this.top = scrollTo(index, this.#rowHeight, this.top, this.height);
    return true;
  }

  protected readonly followScroll = (): void => void (this.top = this.#tree?.scrollTop ?? 0);

  /** Renders the rows in sight, at their positions. */
  protected renderRows(renderRow: (listed: ListedRow<Row>, index: number) => TemplateResult): TemplateResult {
    const { start, end } = this.#slice;
    return html`<div class="sizer" role="none">
      <div class="drawn" role="none">
        ${repeat(
          this.listed.slice(start, end),
          ({ row }) => row.key,
          (listed, at) => renderRow(listed, start + at),
        )}
      </div>
    </div>`;
  }

  /** Moves to another row, or folds or unfolds the active one. Returns false for other keys. */
  protected moveByKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    const index = this.activeIndex;
    const page = Math.max(1, Math.floor(this.height / this.#rowHeight) - 1);
    const last = this.listed.length - 1;
    const to: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: last,
    };
    const moved = to[key];
    const listed = this.listed[index];
    if (moved !== undefined) this.activate(Math.min(last, Math.max(0, moved)));
    else if (listed && (key === 'ArrowRight' || key === 'ArrowLeft'))
      this.#unfold(index, listed, key === 'ArrowRight');
    else return false;
    return true;
  }

  /** Unfolds a row or goes to its first child; or folds it or goes to its parent. */
  #unfold(index: number, { row, hasChildren, isFolded }: ListedRow<Row>, isOpening: boolean): void {
    if (hasChildren && isFolded === isOpening) this.fold(row.key, !isOpening);
    else if (!isOpening)
      this.activate(this.listed.slice(0, index).findLastIndex(other => other.row.level < row.level));
    else if (hasChildren) this.activate(index + 1);
  }

  get #tree(): HTMLElement | null {
    return this.querySelector<HTMLElement>('[role=tree]');
  }

  get #slice(): Slice {
    return visibleSlice(this.listed.length, this.#rowHeight, this.top, this.height);
  }
}

/** Renders the arrow of a row with children. */
export function twistie({
  hasChildren,
  isFolded,
}: Pick<ListedRow<TreeRow>, 'hasChildren' | 'isFolded'>): TemplateResult {
  const icon = hasChildren ? codicon(isFolded ? 'chevron-right' : 'chevron-down') : nothing;
  return html`<span class="twistie">${icon}</span>`;
}
