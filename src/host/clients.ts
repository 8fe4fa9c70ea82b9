import * as vscode from 'vscode';
import type { Dispatcher } from 'undici';
import type { Client } from '../client/client.ts';
import type { Exchange } from '../client/exchange.ts';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { ClientSettings } from '../client/settings.ts';
import type { Connection } from '../stores/connection.ts';
import type { Keys } from './keys.ts';
import { readProxyPolicy } from './proxy.ts';
import type { SandboxProcess } from './sandboxProcess.ts';

// A view says that the service asks to wait rather than showing progress for longer than this.
const LONGEST_WAIT_MS = 5_000;

/** Opens clients for connections; the HTTP library is loaded by the first one. */
export class Clients implements vscode.Disposable {
  readonly #keys: Keys;
  readonly #sandbox: SandboxProcess;
  readonly #userAgent: string;
  readonly #subscription: vscode.Disposable;
  readonly #outdated = new vscode.EventEmitter<void>();
  #dispatcher: Promise<Dispatcher> | undefined;

  /** Tells that the proxy settings changed: clients opened before are closing and must be opened anew. */
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

  /** A client for a connection: the sandbox is started, a service needs a stored key, else undefined. */
  async open(connection: Connection, onExchange: (exchange: Exchange) => void): Promise<Client | undefined> {
    if (connection.kind === 'sandbox') {
      const { baseUrl, apiKey } = await this.#sandbox.start();
      return this.#create(baseUrl, () => Promise.resolve(apiKey), onExchange);
    }
    const key = await this.#keys.read(connection);
    if (key === undefined) return undefined;
    return this.#create(connection.baseUrl, () => this.#keys.read(connection), onExchange);
  }

  /** A client with a key that is not stored yet, to try it. */
  withKey(connection: Connection, key: string, onExchange: (exchange: Exchange) => void): Promise<Client> {
    return this.#create(connection.baseUrl, () => Promise.resolve(key), onExchange);
  }

  /** A client for what only the sandbox offers; the sandbox is started. */
  async openSandbox(): Promise<SandboxClient> {
    const { createSandboxClient } = await import('../client/sandboxClient.ts');
    const { baseUrl, apiKey } = await this.#sandbox.start();
    return createSandboxClient(await this.#settings(baseUrl, () => Promise.resolve(apiKey)));
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
      longestWaitMs: LONGEST_WAIT_MS,
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
