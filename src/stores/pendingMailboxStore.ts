import { ApiError } from '../client/failure.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { MailboxStore } from './mailboxStore.ts';
import {
  answeredWith,
  connectBody,
  consentPage,
  type KeptPendingMailboxes,
  newPendingMailbox,
  type PendingMailbox,
} from './pendingMailbox.ts';
import type { Connection } from './connection.ts';
import { Poller, type Polled } from './poller.ts';
import type { Session } from './session.ts';

const POLL_MS = 3000;
// Answers after which the same request can never succeed (spec 4.1, 7.3).
const FINAL: readonly number[] = [400, 404, 405, 409, 410, 422, 501];

/** How a mailbox stands once the service has answered. */
export type Asked =
  | { readonly kind: 'usable'; readonly address: string | null }
  /** With the page on which the consent is given, where there is one. */
  | { readonly kind: 'waiting'; readonly redirectUrl: string | null }
  | { readonly kind: 'over'; readonly why: 'expired' | 'removed' };

/**
 * The mailboxes that wait to be connected, of the active connection unless another is given. While a view watches, the service is asked
 * how they stand by repeating the request, which answers the current state (spec 4.1 rule 1).
 */
export class PendingMailboxStore implements Disposable {
  readonly #session: Session;
  readonly #kept: KeptPendingMailboxes;
  readonly #mailboxes: MailboxStore;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #poller: Poller;
  #watched = false;

  readonly onDidChange = this.#changed.event;

  constructor(session: Session, kept: KeptPendingMailboxes, mailboxes: MailboxStore) {
    this.#session = session;
    this.#kept = kept;
    this.#mailboxes = mailboxes;
    this.#poller = this.#owned.add(new Poller(() => this.#poll(), POLL_MS));
    this.#owned.add(session.onDidChange(() => this.watch(this.#watched)));
  }

  /** Those of the active connection, oldest first. */
  get items(): readonly PendingMailbox[] {
    const { connection } = this.#session;
    return connection ? this.itemsOf(connection) : [];
  }

  /** Those of a connection, oldest first. */
  itemsOf({ id }: Connection): readonly PendingMailbox[] {
    return this.#kept.all(id);
  }

  /** Finds one of a connection, the active one unless told. */
  byId(id: string, connection = this.#session.connection): PendingMailbox | undefined {
    return connection && this.itemsOf(connection).find(item => item.id === id);
  }

  /** Begins an intent, which is kept with its secret before the service is asked for the first time. */
  async begin(label: string, connection = this.#session.require()): Promise<PendingMailbox> {
    const { pending, secret } = newPendingMailbox(label, new Date());
    await this.#kept.add(connection.id, pending, secret);
    this.#tell();
    return pending;
  }

  /**
   * Asks the service for one, or how it stands. One that is usable is forgotten, as is one that the service
   * refuses for good. Rejects with ApiError, or with a sentence where nothing waits under this id.
   */
  async ask(id: string, signal?: AbortSignal, connection = this.#session.require()): Promise<Asked> {
    const client = await this.#session.clientOf(connection);
    const pending = this.byId(id, connection);
    if (!pending) throw new Error('This mailbox is no longer waiting. Connect it again.');
    try {
      const body = connectBody(pending);
      const { value } = await client.connectMailbox({ body }, { idempotencyKey: pending.id, signal });
      const next = answeredWith(pending, value);
      if (!next) {
        if (this.#session.isActive(connection)) await this.#mailboxes.refresh();
        await this.#kept.remove(connection.id, id);
        return { kind: 'usable', address: value.address };
      }
      await this.#kept.replace(connection.id, next);
      if (next.state === 'expired' || next.state === 'removed') return { kind: 'over', why: next.state };
      return { kind: 'waiting', redirectUrl: value.redirectUrl };
    } catch (error) {
      if (isFinal(error)) await this.#end(connection.id, pending);
      throw error;
    } finally {
      this.#tell();
    }
  }

  /** The address to open for a redirect, with the secret where it belongs. Throws where it is not safe. */
  async page(id: string, redirectUrl: string, connection = this.#session.require()): Promise<string> {
    return consentPage(redirectUrl, await this.secret(id, connection), connection);
  }

  /** The secret that a page for the consent may ask for. Throws where the secret storage has lost it. */
  async secret(id: string, connection = this.#session.require()): Promise<string> {
    const secret = await this.#kept.secret(connection.id, id);
    if (secret !== undefined) return secret;
    throw new Error(
      'The secret storage has lost the secret of this mailbox. Cancel it and connect it again.',
    );
  }

  /** Forgets one and its secret. */
  async remove(id: string, connection = this.#session.require()): Promise<void> {
    await this.#kept.remove(connection.id, id);
    this.#tell();
  }

  /** Starts or stops asking again and again; nothing is asked while nothing waits. */
  watch(wanted: boolean): void {
    this.#watched = wanted;
    this.#poller.watch(wanted && this.items.some(isWaiting));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  // What the service had already taken up stays to be seen as over; nothing is lost of what it never knew.
  async #end(connectionId: string, pending: PendingMailbox): Promise<void> {
    if (isWaiting(pending)) await this.#kept.replace(connectionId, { ...pending, state: 'removed' });
    else await this.#kept.remove(connectionId, pending.id);
  }

  // Polling never opens a connection; what was not answered yet is repeated by the person alone.
  async #poll(): Promise<Polled> {
    let failed: Polled;
    const { connection } = this.#session;
    for (const { id } of this.items.filter(isWaiting)) {
      if (!connection || !this.#session.isActive(connection)) return failed;
      if (this.#session.state.kind !== 'open' || failed?.retryAfterMs !== undefined) return failed;
      try {
        await this.ask(id, undefined, connection);
      } catch (error) {
        failed ??= error instanceof Error ? error : new Error(String(error));
      }
    }
    return failed;
  }

  #tell(): void {
    this.watch(this.#watched);
    this.#changed.fire();
  }
}

function isWaiting({ state }: PendingMailbox): boolean {
  return state === 'waiting';
}

function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.failure.kind !== 'refused') return false;
  return !error.retryable && FINAL.includes(error.failure.status);
}
