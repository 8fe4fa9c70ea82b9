import { ApiError } from '../client/failure.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { toError } from '../util/errors.ts';
import type { MailboxStore } from './mailboxStore.ts';
import {
  applyResponse,
  connectBody,
  consentPageUrl,
  type KeptPendingMailboxes,
  newPendingMailbox,
  type PendingMailbox,
} from './pendingMailbox.ts';
import { Poller, type Polled } from './poller.ts';
import type { Session } from './session.ts';

const POLL_MS = 3000;
// Status codes after which the same request can never succeed (spec 4.1, 7.3).
const FINAL: readonly number[] = [400, 404, 405, 409, 410, 422, 501];

/** The state of a mailbox according to the latest response. */
export type Asked =
  | { readonly kind: 'usable'; readonly address: string | null }
  /** `redirectUrl` is the consent page, if any. */
  | { readonly kind: 'waiting'; readonly redirectUrl: string | null }
  | { readonly kind: 'over'; readonly why: 'expired' | 'removed' };

/**
 * The pending mailboxes of a connection. While watched, it polls by repeating the request,
 * whose response contains the current state (spec 4.1 rule 1).
 */
export class PendingMailboxStore extends Disposables {
  readonly #session: Session;
  readonly #kept: KeptPendingMailboxes;
  readonly #mailboxes: MailboxStore;
  readonly #changed = this.add(new Emitter<void>());
  readonly #poller: Poller;
  #watched = false;

  readonly onDidChange = this.#changed.event;

  constructor(session: Session, kept: KeptPendingMailboxes, mailboxes: MailboxStore) {
    super();
    this.#session = session;
    this.#kept = kept;
    this.#mailboxes = mailboxes;
    this.#poller = this.add(new Poller(() => this.#poll(), POLL_MS));
    this.add(session.onDidChange(() => this.watch(this.#watched && session.isActive)));
  }

  /** Pending mailboxes, oldest first. */
  get items(): readonly PendingMailbox[] {
    const { connection } = this.#session;
    return connection ? this.#kept.all(connection.id) : [];
  }

  byId(id: string): PendingMailbox | undefined {
    return this.items.find(item => item.id === id);
  }

  /** Creates a pending mailbox, stored with its secret before the first request is sent. */
  async begin(label: string): Promise<PendingMailbox> {
    const connection = this.#session.require();
    const { pending, secret } = newPendingMailbox(label, new Date());
    await this.#kept.add(connection.id, pending, secret);
    this.#notify();
    return pending;
  }

  /**
   * Sends the request, first or repeated. A usable mailbox is no longer pending; a final refusal deletes the pending
   * mailbox, or marks it as removed if it was waiting. Rejects with an ApiError, or with an Error if there is no
   * pending mailbox with this ID.
   */
  async ask(id: string, signal?: AbortSignal): Promise<Asked> {
    const connection = this.#session.require();
    const client = await this.#session.client();
    const pending = this.byId(id);
    if (!pending) throw new Error('This mailbox is no longer waiting. Connect it again.');
    try {
      const body = connectBody(pending);
      const { value } = await client.connectMailbox({ body }, { idempotencyKey: pending.id, signal });
      const next = applyResponse(pending, value);
      if (!next) {
        await this.#mailboxes.refresh();
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
      this.#notify();
    }
  }

  /** Returns the URL of the consent page, with the secret if allowed. Throws if the URL is not safe. */
  async page(id: string, redirectUrl: string): Promise<string> {
    return consentPageUrl(redirectUrl, await this.secret(id), this.#session.require());
  }

  /** Returns the secret, which a consent page may ask for. Throws if it is missing from the secret storage. */
  async secret(id: string): Promise<string> {
    const secret = await this.#kept.secret(this.#session.require().id, id);
    if (secret !== undefined) return secret;
    throw new Error(
      'The secret storage has lost the secret of this mailbox. Cancel it and connect it again.',
    );
  }

  /** Deletes a pending mailbox and its secret. */
  async remove(id: string): Promise<void> {
    await this.#kept.remove(this.#session.require().id, id);
    this.#notify();
  }

  /** Starts or stops polling; no requests are sent while no mailbox is waiting for consent. */
  watch(isWatched: boolean): void {
    this.#watched = isWatched;
    this.#poller.watch(isWatched && this.items.some(isWaiting));
  }

  // A mailbox that the service had accepted stays visible as removed; one that it never accepted is deleted.
  async #end(connectionId: string, pending: PendingMailbox): Promise<void> {
    if (isWaiting(pending)) await this.#kept.replace(connectionId, { ...pending, state: 'removed' });
    else await this.#kept.remove(connectionId, pending.id);
  }

  // Polling never opens a connection. Only the user repeats requests that got no response yet.
  async #poll(): Promise<Polled> {
    let failed: Polled;
    for (const { id } of this.items.filter(isWaiting)) {
      if (this.#session.state.kind !== 'open' || failed?.retryAfterMs !== undefined) return failed;
      try {
        await this.ask(id);
      } catch (error) {
        failed ??= toError(error);
      }
    }
    return failed;
  }

  #notify(): void {
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
