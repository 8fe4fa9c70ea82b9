import type { NamedElement } from '../flow/record/elementParams.ts';
import { Emitter } from '../util/emitter.ts';

/** The element that the selected step of a flow names, for the screen of its device. */
export interface StepOutline {
  readonly deviceId: string;
  /** The name of the step. */
  readonly step: string;
  readonly named: NamedElement;
  /** True if the step succeeded in the run that the file shows, so that its element may be gone by now. */
  readonly hasPassed: boolean;
}

/** The element of the step selected last in this window, which device panels outline. */
export class StepOutlines {
  readonly #changed = new Emitter<void>();
  readonly #watchers = new Set<object>();
  #current: StepOutline | undefined;
  #owner: object | undefined;

  readonly onDidChange = this.#changed.event;

  get current(): StepOutline | undefined {
    return this.#current;
  }

  /** True while a device panel is visible. */
  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  /** Adds or removes a visible device panel. */
  watch(watcher: object, isVisible: boolean): void {
    if (isVisible) this.#watchers.add(watcher);
    else this.#watchers.delete(watcher);
  }

  /**
   * Sets the element of the step that an editor shows, or none. An editor that is not in front does not replace what
   * another one has set.
   */
  show(owner: object, outline: StepOutline | undefined, isInFront = outline !== undefined): void {
    if (!isInFront && this.#owner && owner !== this.#owner) return;
    this.#owner = outline || isInFront ? owner : undefined;
    if (JSON.stringify(outline) === JSON.stringify(this.#current)) return;
    this.#current = outline;
    this.#changed.fire();
  }
}
