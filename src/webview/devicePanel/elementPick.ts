import type { DevicePoint } from '../../flow/record/deviceGesture.ts';
import type { PanelRequest, PanelState, PanelElement } from '../../protocol/devicePanel.ts';
import { elementAt } from '../../protocol/elementAt.ts';
import { pickChoices, type PickChoices, type PickTarget } from '../../protocol/elementPick.ts';

/** A direction in the tree of elements. */
export type TreeStep = 'parent' | 'child' | 'next' | 'previous';

/** The parts of the model of the device panel that a pick uses. */
interface PickPort {
  readonly state: PanelState | undefined;
  ask(request: PanelRequest): Promise<unknown>;
  say(sentence: string): void;
  /** Shows a change. */
  show(): void;
}

/** The element that the user points at while picking one, and the ways in which the step can name it. */
export class ElementPick {
  readonly #port: PickPort;
  #element: PanelElement | undefined;
  #at: DevicePoint | undefined;
  #choices: PickChoices | undefined;
  #isHeld = false;

  constructor(port: PickPort) {
    this.#port = port;
  }

  /** The element that is outlined. */
  get element(): PanelElement | undefined {
    return this.#element;
  }

  /** The ways in which the step can name it, the best first; undefined while they are read. */
  get choices(): PickChoices | undefined {
    return this.#choices;
  }

  /** True if the element stays outlined when the pointer moves. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Outlines the element at a point; undefined for none. Does nothing while an element is held. */
  pointAt(at: DevicePoint | undefined): void {
    if (this.#isHeld) return;
    const element = at && elementAt(this.#list, at);
    this.#at = at;
    // Each pixel of an element is another point, but has the same selectors.
    if (element === this.#element) return;
    this.#set(element, at, false);
  }

  /** Outlines the element at a point until another one is chosen, so that its names can be compared. */
  holdAt(at: DevicePoint): void {
    this.#set(elementAt(this.#list, at), at, true);
    this.#say();
  }

  /** Outlines an element near the outlined one in the tree, or the outermost one. */
  walk(step: TreeStep): void {
    const list = this.#list;
    const index = this.#element ? list.indexOf(this.#element) : -1;
    const found = index === -1 ? list[0] : list[neighborOf(list, index, step)];
    if (!found) return;
    this.#set(found, undefined, true);
    this.#say();
  }

  /** Picks the outlined element, or the point if the step can name one, in one of the possible ways. */
  async use(choice = 0): Promise<void> {
    const target = this.#target;
    if (!target || (!this.#element && this.#port.state?.pick?.takesPoints !== true)) return;
    await this.#port.ask({ kind: 'usePick', target, choice });
  }

  /** Picks what is at a point. */
  async useAt(at: DevicePoint): Promise<void> {
    if (this.#isHeld) {
      this.#isHeld = false;
      this.pointAt(at);
    }
    this.#at = at;
    await this.use();
  }

  /** Asks what to check of the outlined element, which stays outlined. The pick goes on. */
  async check(): Promise<void> {
    const target = this.#target;
    if (!target || !this.#element) return;
    this.#isHeld = true;
    await this.#port.ask({ kind: 'checkElement', target });
  }

  async cancel(): Promise<void> {
    await this.#port.ask({ kind: 'cancelPick' });
  }

  /** Takes over a new state: the outlined element stays if it is still there, also with another text. */
  follow(): void {
    const { state } = this.#port;
    if (!state?.pick) {
      this.#set(undefined, undefined, false);
      return;
    }
    const before = this.#element;
    if (!before) {
      this.#pointAgain();
      return;
    }
    if (this.#list.includes(before)) return;
    const same =
      this.#list.find(element => isSameElement(element, before)) ??
      this.#list.find(element => hasSameBounds(element, before));
    this.#set(same, this.#at, same !== undefined && this.#isHeld);
  }

  // The elements are often read only after a click.
  #pointAgain(): void {
    const element = this.#at && elementAt(this.#list, this.#at);
    if (!element) return;
    this.#set(element, this.#at, this.#isHeld);
    if (this.#isHeld) this.#say();
  }

  get #list(): readonly PanelElement[] {
    return this.#port.state?.elements?.list ?? [];
  }

  get #target(): PickTarget | undefined {
    const { elements } = this.#port.state ?? {};
    const index = this.#element ? this.#list.indexOf(this.#element) : -1;
    if (index === -1 && !this.#at) return undefined;
    return { read: elements?.read ?? 0, element: index === -1 ? undefined : index, at: this.#at };
  }

  #set(element: PanelElement | undefined, at: DevicePoint | undefined, isHeld: boolean): void {
    this.#element = element;
    this.#at = at;
    this.#choices = undefined;
    this.#isHeld = isHeld;
    if (element) void this.#read(element);
    this.#port.show();
  }

  async #read(element: PanelElement): Promise<void> {
    const target = this.#target;
    if (!target) return;
    const choices = await this.#port.ask({ kind: 'pickChoices', target });
    if (this.#element !== element || !pickChoices(choices)) return;
    this.#choices = choices;
    this.#port.show();
    if (this.#isHeld) this.#say();
  }

  #say(): void {
    if (!this.#element) return;
    const [best] = this.#choices ?? [];
    const { name } = this.#element;
    this.#port.say(best ? `${name}. ${best.label}: ${best.detail}.` : `${name}.`);
  }
}

/** Returns the index of the element in a direction from another; its own if there is none. */
function neighborOf(list: readonly PanelElement[], index: number, step: TreeStep): number {
  const depth = list[index]?.depth ?? 0;
  const found = { parent, child, next, previous }[step]();
  return found ?? index;

  function parent(): number | undefined {
    const before = list.slice(0, index).findLastIndex(element => element.depth < depth);
    return before === -1 ? undefined : before;
  }

  function child(): number | undefined {
    return (list[index + 1]?.depth ?? 0) > depth ? index + 1 : undefined;
  }

  function next(): number | undefined {
    const after = list.slice(index + 1).findIndex(element => element.depth <= depth);
    return after === -1 || list[index + 1 + after]?.depth !== depth ? undefined : index + 1 + after;
  }

  function previous(): number | undefined {
    const before = list.slice(0, index).findLastIndex(element => element.depth <= depth);
    return before === -1 || list[before]?.depth !== depth ? undefined : before;
  }
}

/** Returns true if two elements of different reads look the same. */
export function isSameElement(one: PanelElement, other: PanelElement): boolean {
  return one.name === other.name && hasSameBounds(one, other);
}

function hasSameBounds(one: PanelElement, other: PanelElement): boolean {
  return (
    one.depth === other.depth &&
    one.left === other.left &&
    one.top === other.top &&
    one.right === other.right &&
    one.bottom === other.bottom
  );
}
