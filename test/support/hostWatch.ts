import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeExtension } from './smallExtension.ts';
import { until } from './until.ts';

const VARIABLE = 'HOST_WATCH';

const MAIN = `
const { createServer } = require('node:http');
const { writeFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { workspace } = require('vscode');
const changes = [];
const RESOLUTION = 5;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
const replies = {
  '/changes': () => changes.splice(0),
  '/begin': () => { delays.disable(); delays.reset(); delays.enable(); return {}; },
  '/end': () => { delays.disable(); return { longest: Math.max(0, delays.max / 1e6 - RESOLUTION) }; },
  '/memory': () => {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    return { heap: process.memoryUsage().heapUsed / 1e6 };
  },
};
exports.activate = () => {
  workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) changes.push({ at: Date.now(), length: document.getText().length });
  });
  const server = createServer((request, response) => response.end(JSON.stringify(replies[request.url]())));
  server.listen(0, '127.0.0.1', () => writeFileSync(process.env.${VARIABLE}, String(server.address().port)));
};`;

/** A change of a document: when the host heard of it, in milliseconds since 1970, and how long the text is then. */
export interface HostChange {
  readonly at: number;
  readonly length: number;
}

/** Watches the extension host of a window from within, as an extension of its own there. */
export class HostWatch {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<HostWatch> {
    const watch = new HostWatch(await mkdtemp(join(tmpdir(), 'host-watch-')));
    await writeExtension(watch.extension, 'host-watch', MAIN);
    return watch;
  }

  /** The folder of the extension, to be installed. */
  get extension(): string {
    return join(this.#folder, 'bench.host-watch-0.0.0');
  }

  /** What the extension must find in its environment. */
  get env(): Readonly<Record<string, string>> {
    return { [VARIABLE]: this.#note };
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

  get #note(): string {
    return join(this.#folder, 'port');
  }

  async #ask(what: string): Promise<unknown> {
    let port = '';
    await until('the extension host is watched', async () => {
      port = await readFile(this.#note, 'utf8').catch(() => '');
      return port !== '';
    });
    const response = await fetch(`http://127.0.0.1:${port}/${what}`);
    return response.json();
  }
}
