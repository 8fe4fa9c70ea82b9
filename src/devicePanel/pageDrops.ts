import type { Disposable } from '../util/disposables.ts';
import { plainText } from '../util/plainText.ts';
import type { DroppedFiles } from './droppedFiles.ts';

const MAX_NAME_LENGTH = 100;

/** The files that one page sends in parts. What it has not sent completely is lost with the page. */
export class PageDrops implements Disposable {
  readonly #files: DroppedFiles;
  readonly #tell: (sentence: string) => void;
  /** The names of the files that the page is sending, by number. */
  readonly #names = new Map<number, string>();
  /** The number of times that the page was left. */
  #left = 0;

  constructor(files: DroppedFiles, tell: (sentence: string) => void) {
    this.#files = files;
    this.#tell = tell;
  }

  async begin(name: string, size: number): Promise<number> {
    const left = this.#left;
    const number = await this.#files.begin(name, size);
    this.#names.set(number, name);
    if (left !== this.#left) await this.leave();
    return number;
  }

  async add(number: number, bytes: Uint8Array): Promise<void> {
    this.#require(number);
    await this.#files.add(number, bytes);
  }

  async end(number: number): Promise<string> {
    this.#require(number);
    this.#names.delete(number);
    return this.#files.end(number);
  }

  async cancel(number: number): Promise<void> {
    this.#require(number);
    this.#names.delete(number);
    await this.#files.cancel(number);
  }

  /** Removes the files that are not complete, and says so, since the page that sent them is gone. */
  async leave(): Promise<void> {
    this.#left++;
    const lost = [...this.#names];
    this.#names.clear();
    for (const [, name] of lost)
      this.#tell(
        `“${plainText(name, MAX_NAME_LENGTH)}” was not installed, because its panel was hidden, closed, or switched to another device while the file was read. Drop it again.`,
      );
    // All files may have been removed already, with the session.
    for (const [number] of lost) await this.#files.cancel(number).catch(() => undefined);
  }

  dispose(): void {
    void this.leave();
  }

  // A page that is reused for another device has the numbers of the first one.
  #require(number: number): void {
    if (!this.#names.has(number)) throw new Error('The file is not open anymore. Drop it again.');
  }
}
