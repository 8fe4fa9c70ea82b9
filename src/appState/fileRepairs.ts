import type * as vscode from 'vscode';
import { readEvidence } from '../deploy/explainExecution.ts';
import type { TraceStep } from '../contract/sandbox/traces.ts';
import { proposeRepairs } from '../flow/repair/proposeRepairs.ts';
import type { RepairProposal } from '../flow/repair/repair.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { Session } from '../stores/session.ts';
import type { Clients } from './clients.ts';
import { readPassedRun } from './passedRun.ts';
import type { ShownRuns } from './shownRuns.ts';
import { offersSandboxOperations } from '../stores/connection.ts';

/** The proposed repairs for the run that a flow file shows. */
export interface ShownRepairs {
  /** The steps of the run. */
  readonly steps: readonly TraceStep[];
  readonly proposals: readonly RepairProposal[];
}

/** The services that propose repairs for flow files. */
interface RepairParts {
  readonly runs: Pick<ShownRuns, 'of'>;
  readonly session: Session;
  readonly clients: Pick<Clients, 'openSandbox'>;
  readonly catalog: CatalogStore;
}

/** The maximum number of runs whose proposals are kept. */
const MAX_KEPT = 20;

/** Proposes repairs for the failed runs that flow files show, each once. */
export class FileRepairs {
  readonly #parts: RepairParts;
  readonly #known = new Map<string, Promise<ShownRepairs | undefined>>();

  constructor(parts: RepairParts) {
    this.#parts = parts;
  }

  /** Returns the proposals for the run shown in a file; undefined if it has not failed or cannot be compared. */
  async of(file: vscode.Uri): Promise<ShownRepairs | undefined> {
    const shown = this.#parts.runs.of(file);
    if (!shown || shown.isTest || !shown.steps.some(({ status }) => status === 'failed')) return undefined;
    const { id } = shown.execution;
    let found = this.#known.get(id);
    if (!found) {
      found = this.#propose(id);
      this.#known.set(id, found);
      // A run that could not be read is read again.
      found.catch(() => this.#known.delete(id));
      const [oldest] = this.#known.keys();
      if (oldest !== undefined && this.#known.size > MAX_KEPT) this.#known.delete(oldest);
    }
    return found.catch(() => undefined);
  }

  async #propose(executionId: string): Promise<ShownRepairs | undefined> {
    const { session, clients, catalog } = this.#parts;
    if (!offersSandboxOperations(session.connection)) return undefined;
    const failed = await readEvidence(await clients.openSandbox(), executionId);
    const passed = failed && (await readPassedRun({ session, clients }, failed.run));
    if (!passed) return undefined;
    const proposals = proposeRepairs({
      failed,
      passed: passed.evidence,
      actionOf: ({ actionId }) =>
        actionId == null ? undefined : catalog.catalog.action(actionId.toLowerCase()),
    });
    return { steps: failed.steps, proposals };
  }
}
