import { startServer } from '../../scripts/host/server.mjs';
import { NEWEST, OLDEST } from '../../scripts/host/versions.mjs';
import { atEnd } from './atEnd.ts';
import { HostWatch } from './hostWatch.ts';

type Settings = Readonly<Record<string, unknown>>;

interface Server {
  readonly url: string;
  readonly port: number;
  readonly data: string;
  reset(settings: Settings): Promise<void>;
  stop(): Promise<void>;
}

/** Options of a server that stay the same while it runs. */
export interface ServerOptions {
  /** Installs the extension from this file instead of loading it from the working tree. */
  readonly vsix?: string;
  /** Folders of other extensions to install. */
  readonly others?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** True if the folder is trusted; the default. */
  readonly trusted?: boolean;
  /** True to load all built-in extensions, not only those that tests need. */
  readonly hasAllBuiltIns?: boolean;
  /** True for the oldest supported VS Code instead of the newest one. */
  readonly isOldest?: boolean;
}

/** Servers with the default options that no window uses. */
const free: WindowServer[] = [];

/** A VS Code server for one window after the other, and what observes the extension hosts of its windows. */
export class WindowServer {
  readonly server: Server;
  readonly hosts: HostWatch;
  /** True if the server has the default options, so that another window can use it. */
  readonly #isShared: boolean;

  private constructor(server: Server, hosts: HostWatch, isShared: boolean) {
    this.server = server;
    this.hosts = hosts;
    this.#isShared = isShared;
  }

  /** Returns a server with a fresh profile with settings: one that no window uses, or a new one. */
  static async take(settings: Settings, options: ServerOptions): Promise<WindowServer> {
    const isShared = Object.values(options).every(value => value === undefined);
    const unused = isShared ? free.pop() : undefined;
    if (unused === undefined) return WindowServer.#start(settings, options, isShared);
    await unused.server.reset(settings);
    return unused;
  }

  static async #start(settings: Settings, options: ServerOptions, isShared: boolean): Promise<WindowServer> {
    const { vsix, others = [], env, trusted, hasAllBuiltIns, isOldest } = options;
    const hosts = await HostWatch.create();
    const server = (await startServer({
      version: isOldest ? OLDEST : NEWEST,
      settings,
      env: { ...env, ...hosts.env },
      trusted,
      vsix,
      // Required to load an extension under development.
      hasTestDriver: vsix === undefined,
      hasAllBuiltIns,
      installed: [hosts.extension, ...others],
    })) as Server;
    const started = new WindowServer(server, hosts, isShared);
    if (isShared) atEnd(() => started.stop());
    return started;
  }

  /** Makes the server free for another window, or ends it if its options are special. All its pages must be closed. */
  async release(): Promise<void> {
    // A host that does not end, such as one that lost its window while it started, must not belong to a later window.
    const isFree =
      this.#isShared &&
      (await this.hosts.reset().then(
        () => true,
        () => false,
      ));
    if (isFree) free.push(this);
    else await this.stop();
  }

  /** Ends the server and deletes its profile. */
  async stop(): Promise<void> {
    await this.server.stop();
    await this.hosts.remove();
  }
}
