import type { ElementChoice, PickRequest, PointedElement } from '../flow/record/elementChoices.ts';
import type { PickState, PickTarget } from '../protocol/elementPick.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { ElementReader } from './elementReader.ts';

const GONE = 'The screen has changed. Pick the element again.';

/** Lets the user pick an element on the screen of a device, one pick at a time. */
export class ElementPicker implements Disposable {
  readonly #elements: ElementReader;
  readonly #changed = new Emitter<void>();
  #request: PickRequest | undefined;
  #finish: (choice: ElementChoice | undefined) => void = () => undefined;

  readonly onDidChange = this.#changed.event;

  constructor(elements: ElementReader) {
    this.#elements = elements;
  }

  /** The current pick. */
  get state(): PickState | undefined {
    if (!this.#request) return undefined;
    const { step, takesPoints } = this.#request;
    return { step, takesPoints };
  }

  /** Asks for an element, in place of an earlier request; resolves to undefined if the user cancels. */
  async pick(request: PickRequest): Promise<ElementChoice | undefined> {
    this.cancel();
    const { promise, resolve } = Promise.withResolvers<ElementChoice | undefined>();
    this.#request = request;
    this.#finish = resolve;
    this.#elements.use('pick', true);
    this.#changed.fire();
    return promise;
  }

  /** Returns the ways to name what the user points at; undefined if it is not on the screen anymore. */
  choicesAt(target: PickTarget): readonly ElementChoice[] | undefined {
    const pointed = this.pointedAt(target);
    return pointed && this.#request?.choicesOf(pointed);
  }

  /** Ends the pick with one of the ways to name what the user points at. Throws if it is gone. */
  use(target: PickTarget, choice: number): void {
    const choices = this.choicesAt(target);
    if (!choices) throw new Error(GONE);
    const chosen = choices[choice];
    if (!chosen) throw new Error('The step cannot name this element. Pick another one.');
    this.#end(chosen);
  }

  cancel(): void {
    this.#end(undefined);
  }

  dispose(): void {
    this.cancel();
    this.#changed.dispose();
  }

  #end(choice: ElementChoice | undefined): void {
    if (!this.#request) return;
    this.#request = undefined;
    this.#finish(choice);
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
