import type { PickedChoice, PickRequest, PointedElement } from '../flow/record/elementChoices.ts';
import type { PickState, PickTarget } from '../protocol/elementPick.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { ElementReader } from './elementReader.ts';

const GONE = 'The screen has changed. Pick the element again.';

/** Lets the user pick an element on the screen of a device, one pick at a time. */
export class ElementPicker implements Disposable {
  readonly #elements: ElementReader;
  readonly #changed = new Emitter<void>();
  #request: PickRequest<PickedChoice> | undefined;
  /** Ends the pick with the choice of an index about an element; without an element, without a choice. */
  #finish: (pointed?: PointedElement, choice?: number) => void = () => undefined;

  readonly onDidChange = this.#changed.event;

  constructor(elements: ElementReader) {
    this.#elements = elements;
  }

  /** The current pick. */
  get state(): PickState | undefined {
    if (!this.#request) return undefined;
    const { step, takesPoints, mode } = this.#request;
    return { step, takesPoints, mode };
  }

  /** Asks for an element, in place of an earlier request; resolves to undefined if the user cancels. */
  async pick<C extends PickedChoice>(request: PickRequest<C>): Promise<C | undefined> {
    this.cancel();
    const { promise, resolve } = Promise.withResolvers<C | undefined>();
    this.#request = request;
    this.#finish = (pointed, choice = 0) => resolve(pointed && request.choicesOf(pointed)[choice]);
    this.#elements.use('pick', true);
    this.#changed.fire();
    return promise;
  }

  /** Returns the ways to name what the user points at; undefined if it is not on the screen anymore. */
  choicesAt(target: PickTarget): readonly PickedChoice[] | undefined {
    const pointed = this.pointedAt(target);
    return pointed && this.#request?.choicesOf(pointed);
  }

  /** Ends the pick with one of the ways to name what the user points at. Throws if it is gone. */
  use(target: PickTarget, choice: number): void {
    const pointed = this.pointedAt(target);
    if (!pointed) throw new Error(GONE);
    if (!this.#request?.choicesOf(pointed)[choice])
      throw new Error('The step cannot name this element. Pick another one.');
    this.#end(pointed, choice);
  }

  cancel(): void {
    this.#end();
  }

  dispose(): void {
    this.cancel();
    this.#changed.dispose();
  }

  #end(pointed?: PointedElement, choice?: number): void {
    if (!this.#request) return;
    this.#request = undefined;
    this.#finish(pointed, choice);
    this.#elements.use('pick', false);
    this.#changed.fire();
  }

  /** Returns what the user points at; undefined if it is not on the screen anymore. */
  pointedAt({ read, element: index, at }: PickTarget): PointedElement | undefined {
    if (index === undefined) return { at };
    const element = this.#elements.elementAt(read, index);
    // An element of the keyboard has no selector, but a point.
    if (!element) return this.#elements.has(read, index) ? { at } : undefined;
    return { screen: this.#elements.screen, element, at };
  }
}
