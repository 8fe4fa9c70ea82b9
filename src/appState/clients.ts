import * as vscode from 'vscode';
import type { Dispatcher } from 'undici';
import type { Client } from '../client/client.ts';
import type { Exchange } from '../client/exchange.ts';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { SendOptions, SentFile } from '../client/sendFile.ts';
import type { ClientSettings } from '../client/settings.ts';
import type { TaskFlowSource } from '../deploy/readTaskFlow.ts';
import { type Connection, offersSandboxOperations } from '../stores/connection.ts';
import { readProxyPolicy } from '../host/proxy.ts';
import { readBaseUrl } from './baseUrl.ts';
import type { Keys } from './keys.ts';
import type { SandboxProcess } from './sandboxProcess.ts';

// For longer `Retry-After` times, views show the wait instead of a progress indicator.
const MAX_WAIT_MS = 5_000;

const noKey = (): Promise<undefined> => Promise.resolve(undefined);

/** Creates clients for connections; the HTTP library is loaded on first use. */
export class Clients implements vscode.Disposable {
  readonly #keys: Keys;
  readonly #sandbox: SandboxProcess;
  readonly #userAgent: string;
  readonly #subscription: vscode.Disposable;
  readonly #outdated = new vscode.EventEmitter<void>();
  #dispatcher: Promise<Dispatcher> | undefined;

  /** Fires when the proxy settings change: existing clients are closing and must be opened again. */
  readonly onOutdated = this.#outdated.event;

  constructor(keys: Keys, sandbox: SandboxProcess, userAgent: string) {
    this.#keys = keys;
    this.#sandbox = sandbox;
    this.#userAgent = userAgent;
    this.#subscription = vscode.workspace.onDidChangeConfiguration(event => {
      if (!event.affectsConfiguration('http') || !this.#dispatcher) return;
      this.#closeDispatcher();
      this.#outdated.fire();
    });
  }

  /**
   * Opens a client for a connection, starting the sandbox if needed. Returns undefined for a service without a stored
   * key.
   */
  async open(connection: Connection, onExchange: (exchange: Exchange) => void): Promise<Client | undefined> {
    if (connection.kind === 'sandbox') {
      // The client loads while the process starts.
      const loading = import('../client/client.ts');
      const [{ baseUrl, apiKey }] = await Promise.all([this.#sandbox.start(), loading]);
      return this.#create(baseUrl, () => Promise.resolve(apiKey), onExchange);
    }
    const key = await this.#keys.read(connection);
    if (key === undefined) return undefined;
    return this.#create(connection.baseUrl, () => this.#keys.read(connection), onExchange);
  }

  /** Returns a client with a key that is not stored yet, to test the key. */
  withKey(connection: Connection, key: string, onExchange: (exchange: Exchange) => void): Promise<Client> {
    return this.#create(connection.baseUrl, () => Promise.resolve(key), onExchange);
  }

  /** Returns a client that sends no key, to find out whether a service responds at an address. */
  async withoutKey(baseUrl: string, onExchange: (exchange: Exchange) => void): Promise<Client> {
    const { createClient } = await import('../client/client.ts');
    return createClient({ ...(await this.#settings(baseUrl, noKey)), isKeyless: true, onExchange });
  }

  /** Returns a client for the sandbox-only operations, starting the sandbox if needed. */
  async openSandbox(): Promise<SandboxClient> {
    const loading = import('../client/sandboxClient.ts');
    const [{ baseUrl, apiKey }, { createSandboxClient }] = await Promise.all([
      this.#sandbox.start(),
      loading,
    ]);
    return createSandboxClient(await this.#settings(baseUrl, () => Promise.resolve(apiKey)));
  }

  /** Returns a client for the sandbox-only operations if a connection offers them; undefined otherwise. */
  async sandboxOf(connection: Connection | undefined): Promise<SandboxClient | undefined> {
    return offersSandboxOperations(connection) ? this.openSandbox() : undefined;
  }

  /** Uploads a file to a URL of the service, without the key. */
  async sendFile(url: URL, file: SentFile, options: SendOptions): Promise<void> {
    const { sendFile } = await import('../client/sendFile.ts');
    await sendFile(await this.#settings(url.origin, noKey), url, file, options);
  }

  /** Returns a function that reads the UI states of a service at the addresses that it returned, without the key. */
  async stateReader(connection: Connection): Promise<TaskFlowSource['readState']> {
    const { readUiState } = await import('../client/readUiState.ts');
    const settings = await this.#settings(await readBaseUrl(connection, this.#sandbox), noKey);
    return (address, signal) => readUiState(settings, address, { signal });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#closeDispatcher();
    this.#outdated.dispose();
  }

  async #create(
    baseUrl: string,
    key: () => Promise<string | undefined>,
    onExchange: (exchange: Exchange) => void,
  ): Promise<Client> {
    const { createClient } = await import('../client/client.ts');
    return createClient({ ...(await this.#settings(baseUrl, key)), onExchange });
  }

  async #settings(baseUrl: string, key: () => Promise<string | undefined>): Promise<ClientSettings> {
    this.#dispatcher ??= this.#createDispatcher();
    const dispatcher = await this.#dispatcher;
    const isRestricted = (): boolean => !vscode.workspace.isTrusted;
    return {
      baseUrl,
      key,
      dispatcher,
      userAgent: this.#userAgent,
      maxWaitMs: MAX_WAIT_MS,
      isRestricted,
    };
  }

  async #createDispatcher(): Promise<Dispatcher> {
    const { createDispatcher } = await import('../client/dispatcher.ts');
    return createDispatcher(readProxyPolicy());
  }

  #closeDispatcher(): void {
    void this.#dispatcher?.then(dispatcher => dispatcher.close());
    this.#dispatcher = undefined;
  }
}
