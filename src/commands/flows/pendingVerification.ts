import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';

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
  readonly invocationId: string;
  /** Known once the service has responded. */
  readonly executionId?: string;
  readonly since: number;
}

/**
 * A verification of a flow, which is remembered until its end is known, so that it can be followed after the window was
 * reloaded.
 */
export class PendingVerification {
  /** The ID with which the service runs the flow at most once (wire facts 6). */
  readonly invocationId: string;
  /** The run that an earlier command started; undefined if none is known. */
  readonly executionId: string | undefined;
  readonly #memory: vscode.Memento;
  readonly #flow: VerifiedFlow;

  /** Takes the remembered verification of the same steps, or begins a new one. */
  constructor(memory: vscode.Memento, flow: VerifiedFlow) {
    this.#memory = memory;
    this.#flow = flow;
    const kept = this.#all.find(other => isOf(flow, other) && other.graph === flow.graph);
    this.invocationId = kept?.invocationId ?? randomUUID();
    this.executionId = kept?.executionId;
  }

  /** Remembers the verification, before it is sent and, with its run, after that. */
  async keep(executionId?: string): Promise<void> {
    const { invocationId } = this;
    const kept = { ...this.#flow, invocationId, executionId, since: Date.now() };
    await this.#memory.update(KEY, [kept, ...this.#others].slice(0, MAX_KEPT));
  }

  async forget(): Promise<void> {
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
