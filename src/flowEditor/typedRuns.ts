import { digest } from '../deploy/digest.ts';

/** A change by typing, with digests of the text before and after. */
interface TypedChange {
  readonly run: number;
  readonly before: string;
  readonly after: string;
  /** True if it continues the previous change. */
  readonly goesOn: boolean;
}

const MOST_CHANGES = 1000;

/** The changes that typing made to a text, so that a run of typing is undone and redone as a whole. */
export class TypedRuns {
  readonly #changes: TypedChange[] = [];
  /** The number of changes that are not undone. */
  #done = 0;

  /** Records a change as part of a run of typing. */
  add(run: number, before: string, after: string): void {
    this.#changes.length = this.#done;
    const last = this.#changes.at(-1);
    const digestBefore = digest(before);
    const goesOn = last?.run === run && last.after === digestBefore;
    this.#changes.push({ run, before: digestBefore, after: digest(after), goesOn });
    if (this.#changes.length > MOST_CHANGES) this.#changes.shift();
    this.#done = this.#changes.length;
  }

  /** Receives the text after an undo; returns true if another undo belongs to the same run. */
  undone(text: string): boolean {
    const last = this.#changes[this.#done - 1];
    if (last?.before !== digest(text)) return false;
    this.#done--;
    return last.goesOn;
  }

  /** Receives the text after a redo; returns true if another redo belongs to the same run. */
  redone(text: string): boolean {
    if (this.#changes[this.#done]?.after !== digest(text)) return false;
    this.#done++;
    return this.#changes[this.#done]?.goesOn ?? false;
  }
}
