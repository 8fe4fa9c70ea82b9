import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeExtension } from './smallExtension.ts';
import { until } from './until.ts';

const VARIABLE = 'HOST_WATCH';

/** A change of a document: its time in milliseconds since 1970, and the new length of the text. */
export interface HostChange {
  readonly at: number;
  readonly length: number;
}

/** Observes and controls the extension hosts of windows through an extension, and advances their timers. */
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

  /** The extension folder to install. */
  get extension(): string {
    return join(this.#folder, 'bench.host-watch-0.0.0');
  }

  /** The environment variables that the extension needs. */
  get env(): Readonly<Record<string, string>> {
    return { [VARIABLE]: this.#ports };
  }

  /** Returns the number of extension hosts that have been started so far. */
  async count(): Promise<number> {
    return (await readdir(this.#ports)).length;
  }

  /** Waits until more hosts than a number have been started. Timers that an extension starts before are not advanced. */
  async waitForMore(count: number): Promise<void> {
    await until('another extension host', async () => (await this.count()) > count);
  }

  /** Advances the timers of the extension under test in every window, in order. */
  async advance(milliseconds: number): Promise<void> {
    await this.#askAll(`advance?milliseconds=${milliseconds}`);
  }

  /** Returns the focus state of each window, the oldest window first. */
  async focused(): Promise<readonly boolean[]> {
    return (await this.#askAll('focus')).map(answer => (answer as { focused: boolean }).focused);
  }

  /** Closes all editors without saving, ends debugging and the sandbox, and hides the panel and the notifications. */
  async clear(): Promise<void> {
    await this.#ask('clear');
  }

  /** Changes a user setting; undefined removes it. */
  async configure(name: string, value: unknown): Promise<void> {
    await this.#ask('configure', { name, value: JSON.stringify(value ?? null) });
  }

  /** Opens a file in the newest window, like a click on it. */
  async open(file: string): Promise<void> {
    await this.#ask('open', { file });
  }

  /** Executes a command in the newest window, optionally with files as from its menu, and waits for its end. */
  async execute(command: string, ...files: readonly string[]): Promise<void> {
    const named = files.map(file => ['file', file] as [string, string]);
    await this.#ask('execute', [['command', command], ...named]);
  }

  /** Starts a command in the newest window, as from a title bar or a key, and does not wait for its end. */
  async start(command: string): Promise<void> {
    await this.#ask('start', { command });
  }

  /** Executes a command in the newest window with values that JSON can represent, such as lines of a view. */
  async executeWith(command: string, ...values: readonly unknown[]): Promise<void> {
    await this.#ask('execute', { command, values: JSON.stringify(values) });
  }

  /** Invokes a tool of agents in the newest window, like the chat, and waits until it ended or failed. */
  async invoke(tool: string, input: object): Promise<void> {
    await this.#ask('invoke', { tool, input: JSON.stringify(input) });
  }

  /** Returns the line and column, from 1, of the cursor that the host knows; empty if no text editor is active. */
  async cursor(): Promise<string> {
    return ((await this.#ask('cursor')) as { position: string }).position;
  }

  /** Returns the arguments of each process that the extension started in the newest window. */
  async started(): Promise<readonly (readonly string[])[]> {
    return (await this.#ask('started')) as readonly (readonly string[])[];
  }

  /** Starts to measure the longest block of the host. */
  async begin(): Promise<void> {
    await this.#ask('begin');
  }

  /** Returns the longest block since the start, in milliseconds. */
  async end(): Promise<number> {
    return ((await this.#ask('end')) as { longest: number }).longest;
  }

  /** Returns the processor time of the host so far, in milliseconds. */
  async processorMs(): Promise<number> {
    return ((await this.#ask('processor')) as { ms: number }).ms;
  }

  /** Returns the used heap of the host in megabytes. */
  async memory(): Promise<number> {
    return ((await this.#ask('memory')) as { heap: number }).heap;
  }

  /** Returns the resident memory of the host in megabytes, after a garbage collection. */
  async residentMemory(): Promise<number> {
    return ((await this.#ask('memory')) as { resident: number }).resident;
  }

  /** Returns the changes of documents since the last call. */
  async changes(): Promise<readonly HostChange[]> {
    return (await this.#ask('changes')) as readonly HostChange[];
  }

  /** Waits until every host has ended, and forgets them. Rejects if one of them does not end. */
  async reset(): Promise<void> {
    for (const name of await readdir(this.#ports)) {
      const hasEnded = (): Promise<boolean> =>
        ask(portOf(name), 'focus').then(
          () => false,
          () => true,
        );
      await until('the end of an extension host', hasEnded);
      await rm(join(this.#ports, name));
    }
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #ports(): string {
    return join(this.#folder, 'ports');
  }

  /** Returns the ports of all hosts, the newest last. */
  async #hosts(): Promise<readonly number[]> {
    const names = await until(
      'an extension host that is watched',
      () => readdir(this.#ports),
      found => found.length > 0,
    );
    return names.toSorted().map(portOf);
  }

  async #askAll(path: string): Promise<readonly unknown[]> {
    const requests = (await this.#hosts()).map(port => ask(port, path));
    // Closed or reloaded windows leave their ports behind.
    const answers = (await Promise.allSettled(requests)).flatMap(result =>
      result.status === 'fulfilled' ? [result.value] : [],
    );
    if (answers.length === 0) throw new Error('No extension host answers.');
    return answers;
  }

  async #ask(path: string, query: ConstructorParameters<typeof URLSearchParams>[0] = {}): Promise<unknown> {
    return ask((await this.#hosts()).at(-1)!, `${path}?${new URLSearchParams(query).toString()}`);
  }
}

/** Returns the port in the name of a file, after the time when the host was started. */
function portOf(name: string): number {
  return Number(name.split('-')[1]);
}

async function ask(port: number, path: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/${path}`);
  return response.json();
}
