import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import {
  type Answered,
  headerEndingWith,
  type IncomingRequest,
  type SignatureCheck,
  type LoopbackServer,
  type Received,
  type ReceiverAnswer,
  type ReceiverTools,
  type Replayed,
} from './received.ts';
import type { ConnectionSecrets } from './connectionSecrets.ts';
import { toError } from '../util/errors.ts';
import { SerialQueue } from '../util/serialQueue.ts';

/** The registered endpoint that delivers to the receiver; stored in the workspace state. */
export interface Registration {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly endpointId: string;
  readonly url: string;
  /** The port of the receiver that the URL leads to. */
  readonly port: number;
  /** True if the endpoint was disabled when the receiver stopped. */
  readonly switchedOff: boolean;
}

/** Maximum number of deliveries kept, and maximum total size of their bodies in bytes. */
export const KEPT = { deliveries: 200, bytes: 16 * 1024 * 1024 } as const;

const DEFAULT_ANSWER: ReceiverAnswer = { status: 200, afterSeconds: 0 };
const CHECKING: SignatureCheck = { kind: 'checking', explanation: 'The signature is being checked.' };
const MEMORY = 'receiver';

/** A local HTTP server that receives deliveries, verifies their signatures and keeps them in memory. */
export class LocalReceiver implements Disposable {
  readonly #load: () => Promise<ReceiverTools>;
  readonly #secrets: Pick<ConnectionSecrets, 'read'>;
  readonly #memory: vscode.Memento;
  readonly #prefixOf: (connectionId: string) => string | undefined;
  readonly #changed = new Emitter<void>();
  #opening: Promise<string> | undefined;
  #listening: LoopbackServer | undefined;
  #answer = DEFAULT_ANSWER;
  #deliveries: readonly Received[] = [];
  readonly #checks = new SerialQueue();

  /** Fires on every change of the receiver's state. */
  readonly onDidChange = this.#changed.event;

  /** `prefixOf` returns the header prefix of a connection. */
  constructor(
    load: () => Promise<ReceiverTools>,
    secrets: Pick<ConnectionSecrets, 'read'>,
    memory: vscode.Memento,
    prefixOf: (connectionId: string) => string | undefined,
  ) {
    this.#load = load;
    this.#secrets = secrets;
    this.#memory = memory;
    this.#prefixOf = prefixOf;
  }

  /** The URL of the receiver; undefined while it does not listen. */
  get address(): string | undefined {
    return this.#listening && `http://127.0.0.1:${this.#listening.port}/hook`;
  }

  get answer(): ReceiverAnswer {
    return this.#answer;
  }

  /** The deliveries received since the start, newest first. */
  get deliveries(): readonly Received[] {
    return this.#deliveries;
  }

  get registration(): Registration | undefined {
    return this.#memory.get<Registration>(MEMORY);
  }

  /** True if the registered endpoint leads to a different port than the receiver listens on. */
  get isMisplaced(): boolean {
    const { registration } = this;
    return (
      registration !== undefined &&
      this.#listening !== undefined &&
      registration.port !== this.#listening.port
    );
  }

  /** Starts listening, on the port of the registered endpoint if possible, and returns the URL. */
  start(): Promise<string> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Stops listening and discards the deliveries. */
  async stop(): Promise<void> {
    const listening = this.#listening;
    this.#opening = undefined;
    this.#listening = undefined;
    this.#deliveries = [];
    this.#answer = DEFAULT_ANSWER;
    this.#changed.fire();
    await listening?.close();
  }

  /** Sets the response to further deliveries. */
  answerWith(answer: ReceiverAnswer): void {
    this.#answer = answer;
    this.#changed.fire();
  }

  /** Discards the deliveries. */
  clear(): void {
    this.#deliveries = [];
    this.#changed.fire();
  }

  /** Stores the endpoint that delivers to the receiver; undefined if there is none. */
  async register(registration: Registration | undefined): Promise<void> {
    await this.#memory.update(MEMORY, registration);
    this.#changed.fire();
  }

  /** Sends a stored delivery again, byte for byte. */
  async replay(delivery: Received, url: string): Promise<Replayed> {
    return (await this.#load()).replay(delivery, url);
  }

  dispose(): void {
    void this.#listening?.close();
    this.#changed.dispose();
  }

  async #open(): Promise<string> {
    try {
      const tools = await this.#load();
      this.#listening = await tools.listen(this.registration?.port ?? 0, {
        take: request => ({ id: this.#take(request), answer: this.#answer }),
        answered: (id, answered) => this.#change(id, { answered }),
      });
      this.#changed.fire();
      return this.address ?? '';
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  #take(arrived: IncomingRequest): string {
    const { registration } = this;
    const request = { ...arrived, headerPrefix: registration && this.#prefixOf(registration.connectionId) };
    const received: Received = {
      ...request,
      id: randomUUID(),
      receivedAt: Date.now(),
      verification: CHECKING,
      answered: undefined,
      repeated: this.#deliveries.some(earlier => isSame(earlier, request)),
    };
    this.#deliveries = withinBounds([received, ...this.#deliveries]);
    this.#changed.fire();
    // Verified one after the other, since finding the cause of a wrong signature takes time.
    const { id } = received;
    void this.#checks.run(() => this.#check(id));
    return id;
  }

  // Looks a delivery up by its ID, so that a waiting check does not keep one that was discarded.
  async #check(id: string): Promise<void> {
    const received = this.#deliveries.find(delivery => delivery.id === id);
    if (received) this.#change(id, { verification: await this.#verify(received) });
  }

  async #verify(received: Received): Promise<SignatureCheck> {
    const { registration } = this;
    if (!registration) return unchecked('the receiver is not registered, so no secret is known');
    try {
      const secret = await this.#secrets.read(registration.connectionId, registration.endpointId);
      if (secret === undefined) return unchecked('the secret of the endpoint is not stored on this computer');
      return await (await this.#load()).verify(received, secret, received.receivedAt);
    } catch (error) {
      return unchecked(toError(error).message);
    }
  }

  #change(
    id: string,
    change: { readonly verification: SignatureCheck } | { readonly answered: Answered },
  ): void {
    this.#deliveries = this.#deliveries.map(delivery =>
      delivery.id === id ? { ...delivery, ...change } : delivery,
    );
    this.#changed.fire();
  }
}

function unchecked(reason: string): SignatureCheck {
  return { kind: 'unchecked', explanation: `Not checked: ${reason}.` };
}

function isSame(request: IncomingRequest, other: IncomingRequest): boolean {
  const signature = headerEndingWith(request, '-signature');
  if (signature === undefined || signature !== headerEndingWith(other, '-signature')) return false;
  if (headerEndingWith(request, '-timestamp') !== headerEndingWith(other, '-timestamp')) return false;
  return (
    request.body !== undefined && other.body !== undefined && Buffer.compare(request.body, other.body) === 0
  );
}

function withinBounds(deliveries: readonly Received[]): readonly Received[] {
  const kept: Received[] = [];
  let bytes = 0;
  for (const delivery of deliveries) {
    bytes += delivery.body?.length ?? 0;
    if (kept.length === KEPT.deliveries || bytes > KEPT.bytes) break;
    kept.push(delivery);
  }
  return kept;
}
