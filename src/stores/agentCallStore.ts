import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';

/** Something that a tool call is about: a file by its path, or a record by its ID. */
export interface AgentSubject {
  readonly kind: 'file' | 'device' | 'mailbox';
  readonly id: string;
}

/** The record of a tool call by an agent. It contains nothing that the tool returned. */
export interface AgentCall {
  readonly id: string;
  /** The start in milliseconds since 1970. */
  readonly at: number;
  readonly tookMs: number;
  /** The agent that asked, by the way in which it is connected. */
  readonly who: string;
  readonly tool: string;
  /** The name of the connection; empty if the call was refused before one was found. */
  readonly connection: string;
  readonly subjects: readonly AgentSubject[];
  /** The effects, such as `read` and `write`. */
  readonly effects: readonly string[];
  readonly outcome: 'done' | 'failed' | 'refused' | 'declined' | 'stopped';
  /** The reason if it was not done; else empty. */
  readonly reason: string;
}

const MAX_CALLS = 200;

/** The last calls of agents in this window, newest first, and the switch that stops agents. */
export class AgentCallStore implements Disposable {
  readonly #changed = new Emitter<void>();
  #calls: readonly AgentCall[] = [];
  #isStopped = false;

  readonly onDidChange = this.#changed.event;

  get calls(): readonly AgentCall[] {
    return this.#calls;
  }

  /** True while all calls are refused. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  add(call: AgentCall): void {
    this.#calls = [call, ...this.#calls].slice(0, MAX_CALLS);
    this.#changed.fire();
  }

  /** Stops agents, or allows them again. */
  stop(isStopped: boolean): void {
    this.#isStopped = isStopped;
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
