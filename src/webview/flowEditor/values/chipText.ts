import { render } from 'lit';
import type { TextRange } from '../../../flow/document/diagnostic.ts';
import { splitText } from '../../../flow/textPieces.ts';
import { isWholeExpression } from '../../../flow/template.ts';
import type { ValueLabel } from '../../../protocol/flowValues.ts';
import { chipClass, chipContent } from './chipView.ts';
import { expressionBeside, extendToExpressions, replaceRange, selectedExpression } from './textRange.ts';
import { sourceLabel } from './valueLabels.ts';

/** The content of a chip text: one line, several lines, or a single expression. */
export type ChipTextKind = 'line' | 'area' | 'value';

/** The event for a chip that is clicked, or selected and confirmed by Enter; the chip is selected. */
const CHIP_EVENT = 'chip';

type Side = 'before' | 'after';
const DELETED_SIDES: ReadonlyMap<string, Side> = new Map([
  ['deleteContentBackward', 'before'],
  ['deleteContentForward', 'after'],
]);
const ARROW_SIDES: ReadonlyMap<string, Side> = new Map([
  ['ArrowLeft', 'before'],
  ['ArrowRight', 'after'],
]);

/**
 * A text field that shows expressions as chips. Its value and offsets are those of the text in the file. Every change
 * except by an input method is made by the element itself, so that a chip is never changed in part.
 */
export class ChipText extends HTMLElement {
  // Lets a label refer to it.
  static readonly formAssociated = true;

  kind: ChipTextKind = 'line';
  #labelOf: (expression: string) => ValueLabel = sourceLabel;
  #isReadOnly = false;
  #composes = false;
  #selection: TextRange = { start: 0, end: 0 };

  constructor() {
    super();
    this.addEventListener('beforeinput', event => this.#beforeInput(event));
    this.addEventListener('keydown', event => this.#key(event));
    this.addEventListener('focus', () => {
      if (this.kind === 'value') this.select();
    });
    this.addEventListener('click', event => this.#click(event));
    this.addEventListener('copy', event => this.#copy(event));
    this.addEventListener('cut', event => this.#cut(event));
    this.addEventListener('dragstart', event => event.preventDefault());
    this.addEventListener('compositionstart', () => (this.#composes = true));
    this.addEventListener('compositionend', () => {
      this.#composes = false;
      this.#draw(this.value);
    });
  }

  connectedCallback(): void {
    this.#setEditable();
    document.addEventListener('selectionchange', this.#markSelected);
  }

  disconnectedCallback(): void {
    document.removeEventListener('selectionchange', this.#markSelected);
  }

  /** Returns the label of an expression; another function means that labels have changed. */
  get labelOf(): (expression: string) => ValueLabel {
    return this.#labelOf;
  }

  set labelOf(labelOf: (expression: string) => ValueLabel) {
    if (labelOf === this.#labelOf) return;
    this.#labelOf = labelOf;
    for (const node of this.childNodes) if (isChip(node)) this.#drawChip(node, textOf(node));
  }

  get readOnly(): boolean {
    return this.#isReadOnly;
  }

  set readOnly(isReadOnly: boolean) {
    this.#isReadOnly = isReadOnly;
    if (this.isConnected) this.#setEditable();
  }

  /** The text with the expressions as written. */
  get value(): string {
    return [...this.childNodes].map(textOf).join('');
  }

  set value(text: string) {
    // The DOM belongs to the input method while it composes.
    if (!this.#composes) this.#draw(text);
  }

  get selectionStart(): number {
    return this.#readSelection().start;
  }

  get selectionEnd(): number {
    return this.#readSelection().end;
  }

  /** Selects a range; a lone expression is always selected as a whole. */
  setSelectionRange(from: number, to: number): void {
    const [start, end] = this.kind === 'value' ? [0, this.value.length] : [from, to];
    const selection = document.getSelection();
    selection?.setBaseAndExtent(...this.#placeAt(start), ...this.#placeAt(end));
    this.#selection = { start, end };
    this.#markSelected();
  }

  select(): void {
    this.setSelectionRange(0, this.value.length);
  }

  #setEditable(): void {
    this.contentEditable = this.#isReadOnly ? 'false' : 'plaintext-only';
    this.tabIndex = 0;
  }

  #draw(text: string): void {
    const pieces = splitText(text);
    if (this.value === text && this.childNodes.length === countNodes(text, pieces.length)) return;
    const isFocused = document.activeElement === this;
    const { start, end } = this.#readSelection();
    const nodes = pieces.map(piece => (piece.kind === 'text' ? piece.text : this.#newChip(piece.text)));
    // The last line break of a text has no height of its own.
    this.replaceChildren(...nodes, ...(text.endsWith('\n') ? [document.createElement('br')] : []));
    if (isFocused) this.setSelectionRange(Math.min(start, text.length), Math.min(end, text.length));
  }

  #newChip(expression: string): HTMLElement {
    const chip = document.createElement('span');
    chip.contentEditable = 'false';
    chip.dataset['expression'] = expression;
    this.#drawChip(chip, expression);
    return chip;
  }

  #drawChip(chip: HTMLElement, expression: string): void {
    const { parts, problem, type, sample } = this.labelOf(expression);
    const look = { parts, isWrong: problem !== undefined };
    chip.className = chipClass(look);
    chip.title = problem ?? [parts.join(' › '), type, sample].filter(text => text !== undefined).join('\n');
    render(chipContent(look), chip);
    this.#markSelected();
  }

  // Sets the text and the caret, and reports the change.
  #change(text: string, caret: number, inputType: string): void {
    this.#draw(text);
    this.setSelectionRange(caret, caret);
    this.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
  }

  #beforeInput(event: InputEvent): void {
    const { inputType } = event;
    if (this.#composes || inputType === 'insertCompositionText') return;
    event.preventDefault();
    if (inputType.startsWith('delete')) this.#replace(this.#deletedRange(event), '', inputType);
    else if (inputType === 'insertLineBreak' || inputType === 'insertParagraph') {
      if (this.kind === 'area') this.#replace(this.#targetOf(event), '\n', inputType);
    } else if (inputType.startsWith('insert')) {
      const inserted = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
      this.#replace(this.#targetOf(event), inserted, inputType);
    }
  }

  #replace(range: TextRange, inserted: string, inputType: string): void {
    const before = this.value;
    const isArea = this.kind === 'area';
    const written = inserted.replaceAll(isArea ? /\r\n?/g : /\s*[\r\n]+\s*/g, isArea ? '\n' : ' ');
    const { text, caret } = replaceRange(before, extendToExpressions(before, range), written);
    const isAllowed = this.kind !== 'value' || text === '' || isWholeExpression(text);
    if (text !== before && isAllowed) this.#change(text, caret, inputType);
  }

  #deletedRange(event: InputEvent): TextRange {
    const { start, end } = this.#readSelection();
    const side = DELETED_SIDES.get(event.inputType);
    const chip = start === end && side ? expressionBeside(this.value, start, side) : undefined;
    return chip ?? this.#targetOf(event);
  }

  #targetOf(event: InputEvent): TextRange {
    const [target] = event.getTargetRanges();
    if (!target) return this.#readSelection();
    const start = this.#offsetOf(target.startContainer, target.startOffset);
    return { start, end: Math.max(start, this.#offsetOf(target.endContainer, target.endOffset)) };
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      const caret = this.#lineEnd(event.key, event.ctrlKey);
      this.setSelectionRange(caret, caret);
      return;
    }
    if (event.ctrlKey) return;
    const { start, end } = this.#readSelection();
    const side = ARROW_SIDES.get(event.key);
    if (side) {
      const chip = start === end ? expressionBeside(this.value, start, side) : undefined;
      if (!chip) return;
      event.preventDefault();
      this.setSelectionRange(chip.start, chip.end);
    } else if (event.key === 'Enter' && selectedExpression(this.value, this.#selection) !== undefined) {
      event.preventDefault();
      this.#report();
    }
  }

  // Browsers do not move past a chip at the end of a line.
  #lineEnd(key: 'Home' | 'End', isOfText: boolean): number {
    const { value } = this;
    const { start, end } = this.#readSelection();
    if (key === 'Home') return isOfText ? 0 : value.lastIndexOf('\n', start - 1) + 1;
    const next = value.indexOf('\n', end);
    return isOfText || next === -1 ? value.length : next;
  }

  #click({ target }: Event): void {
    const chip = target instanceof Element ? target.closest<HTMLElement>('.chip') : null;
    if (!chip || !isChip(chip)) return;
    const start = this.#offsetOf(this, [...this.childNodes].indexOf(chip));
    this.focus();
    this.setSelectionRange(start, start + textOf(chip).length);
    this.#report();
  }

  #report(): void {
    if (!this.#isReadOnly) this.dispatchEvent(new CustomEvent(CHIP_EVENT, { bubbles: true }));
  }

  #copy(event: ClipboardEvent): void {
    const { start, end } = this.#readSelection();
    if (start === end) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', this.value.slice(start, end));
  }

  #cut(event: ClipboardEvent): void {
    this.#copy(event);
    if (event.defaultPrevented && !this.#isReadOnly) this.#replace(this.#selection, '', 'deleteByCut');
  }

  // The selection outlives the focus, because a value is inserted there after it was chosen elsewhere.
  #readSelection(): TextRange {
    const { anchorNode, focusNode, anchorOffset = 0, focusOffset = 0 } = document.getSelection() ?? {};
    const isInside = anchorNode && focusNode && this.contains(anchorNode) && this.contains(focusNode);
    if (isInside && document.activeElement === this) {
      const offsets = [this.#offsetOf(anchorNode, anchorOffset), this.#offsetOf(focusNode, focusOffset)];
      this.#selection = { start: Math.min(...offsets), end: Math.max(...offsets) };
    }
    return this.#selection;
  }

  readonly #markSelected = (): void => {
    const { start, end } = this.#readSelection();
    const isFocused = document.activeElement === this;
    let at = 0;
    for (const node of this.childNodes) {
      const to = at + textOf(node).length;
      if (isChip(node)) node.classList.toggle('selected', isFocused && start <= at && to <= end);
      at = to;
    }
  };

  #offsetOf(node: Node, offset: number): number {
    const nodes = [...this.childNodes];
    if (node === this) return lengthOf(nodes.slice(0, offset));
    const index = nodes.findIndex(child => child.contains(node));
    return lengthOf(nodes.slice(0, index)) + (node instanceof Text && nodes[index] === node ? offset : 0);
  }

  #placeAt(offset: number): [Node, number] {
    let rest = offset;
    for (const [index, node] of [...this.childNodes].entries()) {
      const { length } = textOf(node);
      if (node instanceof Text ? rest <= length : rest === 0)
        return node instanceof Text ? [node, rest] : [this, index];
      rest -= length;
    }
    return [this, this.childNodes.length];
  }
}

function isChip(node: Node): node is HTMLElement {
  return node instanceof HTMLElement && node.dataset['expression'] !== undefined;
}

function textOf(node: Node): string {
  if (isChip(node)) return node.dataset['expression'] ?? '';
  return node instanceof Text ? node.data : '';
}

function lengthOf(nodes: readonly Node[]): number {
  return nodes.reduce((length, node) => length + textOf(node).length, 0);
}

function countNodes(text: string, pieces: number): number {
  return pieces + (text.endsWith('\n') ? 1 : 0);
}
