import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { MAX_ELEMENTS, type PanelElement } from '../../protocol/devicePanel.ts';
import { counted } from '../../util/counted.ts';
import { closestTo, reactive, inputValueOf } from '../common/element.ts';
import { type ListedRow, listedRows, type TreeRow } from '../common/listedRows.ts';
import { twistie, VirtualTree } from '../common/virtualTree.ts';
import { isSameElement } from './elementPick.ts';
import type { PanelModel } from './panelModel.ts';

/** The height of a row in the style sheet, in CSS pixels. */
const ROW_PX = 22;
/** The deepest level that is indented further. */
const MAX_INDENT = 12;

interface ElementRow extends TreeRow {
  readonly element: PanelElement;
}

/** The elements of a screen as a tree with a search field. */
export class ElementTree extends VirtualTree<ElementRow> {
  static override properties = reactive('list', 'pinned', 'query', 'folded', 'active');

  declare model: PanelModel;
  declare list: readonly PanelElement[];
  declare pinned: PanelElement | undefined;
  declare private query: string;
  declare private folded: ReadonlySet<string>;
  /** The key of the row that the arrow keys move. */
  declare private active: string | undefined;
  #rows: readonly ElementRow[] = [];

  constructor() {
    super(ROW_PX);
    this.query = '';
    this.folded = new Set();
  }

  protected override get activeKey(): string | undefined {
    return this.active;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('list')) this.#rows = rowsOf(this.list);
    if (changed.has('pinned') && this.pinned) this.#reveal(this.pinned);
    if (changed.has('list') || changed.has('query') || changed.has('folded')) {
      const query = this.query.trim().toLowerCase();
      // What is found is listed without what is around it.
      const rows =
        query === ''
          ? this.#rows
          : this.#rows.filter(row => says(row.element, query)).map(row => ({ ...row, level: 1 }));
      this.listed = listedRows(rows, query === '' ? this.folded : new Set());
    }
    const isMoved = changed.has('active') || changed.has('query') || changed.get('height') === 0;
    if (!(isMoved && this.scrollToActive()) && changed.has('query')) this.top = 0;
  }

  protected override render(): TemplateResult {
    return html`<input
        type="search"
        aria-label="Search elements"
        placeholder="Search by text, ID, or type"
        spellcheck="false"
        .value=${this.query}
        @input=${(event: Event) => (this.query = inputValueOf(event))}
        @keydown=${this.#searchKey}
      />
      <p class="hint" role="status">${this.#count()}</p>
      <div
        role="tree"
        class="elements"
        tabindex="0"
        aria-label="Elements"
        aria-activedescendant=${this.isActiveDrawn ? idOf(this.activeIndex) : nothing}
        @keydown=${this.#key}
        @click=${this.#click}
        @pointerover=${this.#point}
        @pointerleave=${() => this.model.pointAt(undefined)}
        @blur=${() => this.model.pointAt(undefined)}
        @scroll=${this.followScroll}
      >
        ${this.renderRows((listed, index) => this.#row(listed, index))}
      </div>`;
  }

  #count(): string {
    const { length } = this.list;
    if (this.query.trim() !== '') return `${this.listed.length} of ${counted(length, 'element')}`;
    if (length < MAX_ELEMENTS) return counted(length, 'element');
    return `The first ${length.toLocaleString('en')} elements`;
  }

  #row(listed: ListedRow<ElementRow>, index: number): TemplateResult {
    const { row, hasChildren, isFolded, place, siblings } = listed;
    const { key, level, element } = row;
    return html`<div
      role="treeitem"
      class="element-row ${key === this.active ? 'active' : ''}"
      id=${idOf(index)}
      data-index=${index}
      title=${element.name}
      aria-label=${element.name}
      aria-level=${level}
      aria-posinset=${place}
      aria-setsize=${siblings}
      aria-selected=${this.pinned !== undefined && isSameElement(this.pinned, element)}
      aria-expanded=${hasChildren ? !isFolded : nothing}
    >
      ${Array.from({ length: Math.min(level - 1, MAX_INDENT) }, () => html`<span class="indent"></span>`)}
      ${twistie(listed)}
      <span class="element-name">${element.name}</span>
      <span class="element-id">${idText(element)}</span>
    </div>`;
  }

  /** Makes the row of an element the active one, and unfolds what is around it. */
  #reveal(element: PanelElement): void {
    const at = this.#rows.findIndex(row => isSameElement(row.element, element));
    const row = this.#rows[at];
    if (!row) return;
    this.active = row.key;
    const open = new Set(this.folded);
    let { level } = row;
    for (const outer of this.#rows.slice(0, at).toReversed()) {
      if (outer.level >= level) continue;
      level = outer.level;
      open.delete(outer.key);
    }
    if (open.size !== this.folded.size) this.folded = open;
  }

  readonly #point = (event: Event): void => {
    this.model.pointAt(this.#rowAt(event)?.row.element);
  };

  readonly #click = (event: MouseEvent): void => {
    const listed = this.#rowAt(event);
    if (!listed) return;
    if (listed.hasChildren && closestTo(event, '.twistie')) this.fold(listed.row.key, !listed.isFolded);
    else this.#pin(listed);
  };

  #rowAt(event: Event): ListedRow<ElementRow> | undefined {
    return this.listed[Number(closestTo(event, '.element-row')?.dataset['index'] ?? Number.NaN)];
  }

  #pin({ row }: ListedRow<ElementRow>): void {
    this.active = row.key;
    this.model.pin(row.element);
  }

  protected override fold(key: string, isFolded: boolean): void {
    const folded = new Set(this.folded);
    if (isFolded) folded.add(key);
    else folded.delete(key);
    this.folded = folded;
  }

  readonly #searchKey = (event: KeyboardEvent): void => {
    const [first] = this.listed;
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') {
      this.focusTree();
      this.activate(Math.max(0, this.activeIndex));
    } else if (event.key === 'Enter' && first) this.#pin(first);
    else if (event.key === 'Escape' && this.query !== '') this.query = '';
    else return;
    event.preventDefault();
  };

  readonly #key = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (!this.moveByKey(event)) {
      const listed = this.listed[this.activeIndex];
      if (ctrlKey || metaKey || altKey) return;
      if (listed && (key === 'Enter' || key === ' ')) this.#pin(listed);
      else if (key === 'Escape' && this.pinned) this.model.unpin();
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  /** Makes a row the active one and outlines its element. */
  protected override activate(index: number): void {
    const listed = this.listed[index];
    if (!listed) return;
    this.active = listed.row.key;
    this.model.pointAt(listed.row.element);
  }
}

/** Returns the rows of elements, with keys that stay the same while an element does. */
function rowsOf(list: readonly PanelElement[]): readonly ElementRow[] {
  const counts = new Map<string, number>();
  return list.map(element => {
    const { name, depth, left, top, right, bottom } = element;
    const look = [depth, left, top, right, bottom, name].join(' ');
    const count = (counts.get(look) ?? 0) + 1;
    counts.set(look, count);
    return { key: `${count} ${look}`, level: depth + 1, element };
  });
}

/** Returns true if an element has a lower-case text in its name, its texts, its ID, or its type. */
function says({ name, facts }: PanelElement, query: string): boolean {
  return [name, ...facts.map(({ value }) => value)].some(text => text.toLowerCase().includes(query));
}

function idText({ facts }: PanelElement): string {
  const id = facts.find(({ name }) => name === 'Resource')?.value ?? '';
  return id.slice(id.lastIndexOf('/') + 1);
}

function idOf(index: number): string {
  return `element-${index}`;
}
