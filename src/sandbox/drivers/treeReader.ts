import type { UiState } from '../../contract/records/uiState.ts';
import { orAborted } from '../../util/orAborted.ts';
import { SerialQueue } from '../../util/serialQueue.ts';
import { hasPasswordFocus } from '../phone/elements.ts';
import type { DriverLimits, TreeLimits } from '../runtime/phoneDriver.ts';

/** The time for which elements that were read count, in milliseconds. Screens also change by themselves. */
const FRESH_MS = 1000;

/** The elements of a display that were read last, and the number of actions before. */
interface KnownTree {
  readonly displayId: number;
  readonly state: UiState;
  readonly readAt: number;
  readonly actions: number;
}

type ReadTree = (displayId: number, limits: DriverLimits) => Promise<UiState>;

/** The elements of a real phone. They are read by one caller at a time, and known until something acts on the phone. */
export class TreeReader {
  readonly #counter: { readonly actions: number };
  readonly #read: ReadTree;
  readonly #reads = new SerialQueue();
  #last: KnownTree | undefined;

  /** The counter has the number of actions on the phone so far. */
  constructor(counter: { readonly actions: number }, read: ReadTree) {
    this.#counter = counter;
    this.#read = read;
  }

  /** Reads the elements of a display, unless they are known. */
  async read(displayId: number, { isFresh = false, ...limits }: TreeLimits): Promise<UiState> {
    limits.signal.throwIfAborted();
    // Those who wait for the same elements get them from one call.
    const state = this.#reads.run(
      () => (isFresh ? undefined : this.known(displayId)) ?? this.#readNow(displayId, limits),
    );
    return orAborted(state, limits.signal);
  }

  /** Returns the elements of a display if they are known. */
  known(displayId: number): UiState | undefined {
    const last = this.#last;
    const isKnown =
      last?.displayId === displayId &&
      last.actions === this.#counter.actions &&
      Date.now() - last.readAt < FRESH_MS;
    return isKnown ? last.state : undefined;
  }

  /** Returns true if the focused field of the main display is a password; undefined if that is not known. */
  hasPasswordFocus(): boolean | undefined {
    const tree = this.known(0);
    return tree && hasPasswordFocus(tree);
  }

  async #readNow(displayId: number, limits: DriverLimits): Promise<UiState> {
    const { actions } = this.#counter;
    const state = await this.#read(displayId, limits);
    this.#last = { displayId, state, readAt: Date.now(), actions };
    return state;
  }
}
