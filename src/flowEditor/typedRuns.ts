import { digest } from '../deploy/digest.ts';

/** A change that typing made to a text, which is known by its digests. */
interface TypedChange {
  readonly run: number;
  readonly before: string;
  readonly after: string;
  /** Whether it goes on with the change before it. */
  readonly goesOn: boolean;
}

const MOST_CHANGES = 1000;

/** What was typed into a text key by key, so that all of a run of typing is undone, and done again, together. */
export class TypedRuns {
  readonly #changes: TypedChange[] = [];
  /** How many of the changes are done and not undone. */
  #done = 0;

  /** Takes a change that a run of typing has made. */
  add(run: number, before: string, after: string): void {
    this.#changes.length = this.#done;
    const last = this.#changes.at(-1);
    const own = digest(before);
    const goesOn = last?.run === run && last.after === own;
    this.#changes.push({ run, before: own, after: digest(after), goesOn });
    if (this.#changes.length > MOST_CHANGES) this.#changes.shift();
    this.#done = this.#changes.length;
  }

  /** Hears of a text after an undo; whether another one belongs to it. */
  undone(text: string): boolean {
    const last = this.#changes[this.#done - 1];
    if (last?.before !== digest(text)) return false;
    this.#done--;
    return last.goesOn;
  }

  /** Hears of a text after a redo; whether another one belongs to it. */
  redone(text: string): boolean {
    if (this.#changes[this.#done]?.after !== digest(text)) return false;
    this.#done++;
    return this.#changes[this.#done]?.goesOn ?? false;
  }
}
