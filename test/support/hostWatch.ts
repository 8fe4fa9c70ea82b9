import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeExtension } from './smallExtension.ts';
import { until } from './until.ts';

const VARIABLE = 'HOST_WATCH';

/** A change of a document: when the host heard of it, in milliseconds since 1970, and how long the text is then. */
export interface HostChange {
  readonly at: number;
  readonly length: number;
}

/** Watches the extension hosts of windows from within, as an extension of its own there, and moves their time. */
export class HostWatch {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<HostWatch> {
    const watch = new HostWatch(await mkdtemp(join(tmpdir(), 'host-watch-')));
    await mkdir(watch.#ports);
    const main = await readFile(join(import.meta.dirname, 'hostWatchMain.cjs'), 'utf8');
    await writeExtension(watch.extension, 'host-watch', main, { activationEvents: ['*'] });
    return watch;
  }

  /** The folder of the extension, to be installed. */
  get extension(): string {
    return join(this.#folder, 'bench.host-watch-0.0.0');
  }

  /** What the extension must find in its environment. */
  get env(): Readonly<Record<string, string>> {
    return { [VARIABLE]: this.#ports };
  }

  /** Moves the time of the extension under test on in every window: what it waits for falls due, in order. */
  async advance(milliseconds: number): Promise<void> {
    await this.#askAll(`advance?milliseconds=${milliseconds}`);
  }

  /** The focus state that the extensions of each window see, the oldest window first. */
  async focused(): Promise<readonly boolean[]> {
    return (await this.#askAll('focus')).map(answer => (answer as { focused: boolean }).focused);
  }

  /** Changes a setting of the user. */
  async configure(name: string, value: unknown): Promise<void> {
    await this.#ask('configure', { name, value: JSON.stringify(value) });
  }

  /** Opens a file in the newest window, as a click on it does. */
  async open(file: string): Promise<void> {
    await this.#ask('open', { file });
  }

  /** Executes a command in the newest window, as the menu of a file does where one is given, and waits for its end. */
  async execute(command: string, file?: string): Promise<void> {
    await this.#ask('execute', { command, ...(file === undefined ? {} : { file }) });
  }

  /** The arguments of each process that the extension has started in the newest window. */
  async started(): Promise<readonly (readonly string[])[]> {
    return (await this.#ask('started')) as readonly (readonly string[])[];
  }

  /** Looks for the longest time that the host is busy with one thing, from now on. */
  async begin(): Promise<void> {
    await this.#ask('begin');
  }

  /** The longest time since it began that the host did not come round, in milliseconds. */
  async end(): Promise<number> {
    return ((await this.#ask('end')) as { longest: number }).longest;
  }

  /** What the host's heap holds that is in use, in megabytes. */
  async memory(): Promise<number> {
    return ((await this.#ask('memory')) as { heap: number }).heap;
  }

  /** The changes of documents since the last time. */
  async changes(): Promise<readonly HostChange[]> {
    return (await this.#ask('changes')) as readonly HostChange[];
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }

  get #ports(): string {
    return join(this.#folder, 'ports');
  }

  /** The ports of all hosts so far, the newest last. */
  async #hosts(): Promise<readonly number[]> {
    const names = await until(
      'an extension host that is watched',
      () => readdir(this.#ports),
      found => found.length > 0,
    );
    return names.toSorted().map(name => Number(name.split('-')[1]));
  }

  async #askAll(what: string): Promise<readonly unknown[]> {
    const asked = (await this.#hosts()).map(port => ask(port, what));
    // A window that was closed or loaded anew has left its port behind.
    const answers = (await Promise.allSettled(asked)).flatMap(one =>
      one.status === 'fulfilled' ? [one.value] : [],
    );
    if (answers.length === 0) throw new Error('No extension host answers.');
    return answers;
  }

  async #ask(what: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> {
    return ask((await this.#hosts()).at(-1)!, `${what}?${new URLSearchParams(query).toString()}`);
  }
}

async function ask(port: number, what: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/${what}`);
  return response.json();
}
