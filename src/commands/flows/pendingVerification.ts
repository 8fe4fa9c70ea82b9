import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import { digest } from '../../deploy/digest.ts';

const KEY = 'pendingVerifications';
/** The maximum number that is kept; the newest are. */
const MAX_KEPT = 20;
/** The time in milliseconds after which a verification whose end is not known is forgotten. */
const MAX_AGE_MS = 3_600_000;

/** The flow that is verified, on its connection. */
interface VerifiedFlow {
  readonly connectionId: string;
  readonly flowId: string;
  /** The digest of its steps; undefined if they were not read. */
  readonly graph: string | undefined;
}

interface Kept extends VerifiedFlow {
  /** A random text, so that another verification has other invocation IDs. */
  readonly token: string;
  /** Known once the service has responded. */
  readonly executionId?: string | undefined;
  readonly since: number;
}

/**
 * A verification of a flow, which is remembered until its end is known, so that it can be followed after the window was
 * reloaded.
 */
export class PendingVerification {
  /** The run that an earlier command started; undefined if none is known. */
  readonly executionId: string | undefined;
  readonly #memory: vscode.Memento;
  readonly #flow: VerifiedFlow;
  #token: string;

  /** Takes the remembered verification of the same steps, or begins a new one. */
  constructor(memory: vscode.Memento, flow: VerifiedFlow) {
    this.#memory = memory;
    this.#flow = flow;
    const kept = this.#all.find(other => isOf(flow, other) && other.graph === flow.graph);
    this.#token = kept?.token ?? randomUUID();
    this.executionId = kept?.executionId;
  }

  /**
   * Returns the ID with which the service runs the flow at most once (wire facts 6): the same one after a reload, if the
   * user chooses the same device and payload.
   */
  invocationId(deviceId: string | undefined, payload: unknown): string {
    return digest(JSON.stringify([this.#token, deviceId, payload]));
  }

  /** Remembers the verification, before it is sent and, with its run, after that. */
  async keep(executionId?: string): Promise<void> {
    const kept = { ...this.#flow, token: this.#token, executionId, since: Date.now() };
    await this.#memory.update(KEY, [kept, ...this.#others].slice(0, MAX_KEPT));
  }

  /** Forgets the verification; what is sent afterward is another one. */
  async forget(): Promise<void> {
    this.#token = randomUUID();
    await this.#memory.update(KEY, this.#others);
  }

  get #others(): readonly Kept[] {
    return this.#all.filter(other => !isOf(this.#flow, other));
  }

  get #all(): readonly Kept[] {
    const now = Date.now();
    return this.#memory.get<readonly Kept[]>(KEY, []).filter(({ since }) => now - since < MAX_AGE_MS);
  }
}

function isOf(flow: VerifiedFlow, other: VerifiedFlow): boolean {
  return other.connectionId === flow.connectionId && other.flowId === flow.flowId;
}
