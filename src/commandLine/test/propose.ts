import { writeFile } from 'node:fs/promises';
import type { FlowCatalog } from '../../flow/catalog.ts';
import { textOf } from '../../flow/document/stepModel.ts';
import { parseFlow } from '../../flow/document/flowDocument.ts';
import { propertyOf } from '../../flow/document/jsonTree.ts';
import type { Evidence } from '../../flow/explain/explanation.ts';
import { proposeRepairs } from '../../flow/repair/proposeRepairs.ts';
import type { Repair, RepairBasis } from '../../flow/repair/repair.ts';
import { locateRepairs, type StepRepair } from '../../flow/repair/repairEdits.ts';
import { readEvidence } from '../../deploy/explainExecution.ts';
import type { CaseResult, TestBench } from '../../flowTest/runCase.ts';
import { sandboxCatalog } from '../../validate/catalogFile.ts';
import { InputError } from '../../validate/inputFile.ts';
import { orInputError, requireTrace } from '../files.ts';
import type { PlannedCase } from './planCases.ts';
import type { Proposal, ProposalFile, ProposedRepair } from './proposals.ts';

/** Proposes repairs for failed cases from the traces of runs that passed. */
export class Proposer {
  readonly #baselines: readonly Evidence[];
  readonly #actionOf: RepairBasis['actionOf'];
  readonly #found: { readonly order: number; readonly proposal: Proposal }[] = [];

  private constructor(baselines: readonly Evidence[], catalog: FlowCatalog) {
    this.#baselines = baselines;
    this.#actionOf = ({ actionId }) =>
      actionId == null ? undefined : catalog.action(actionId.toLowerCase());
  }

  /** Reads the traces. Throws InputError for a file that is no trace of a run that passed. */
  static async open(files: readonly string[]): Promise<Proposer> {
    const baselines = await Promise.all(files.map(readBaseline));
    // Cases run with the actions of the sandbox.
    return new Proposer(baselines, await sandboxCatalog());
  }

  /** Adds the proposals for a failed case. The sandbox must still have the evidence of its run. */
  async add(
    { sandboxClient }: Pick<TestBench, 'sandboxClient'>,
    { file, text, name, order }: Pick<PlannedCase, 'file' | 'text' | 'name' | 'order'>,
    { execution }: Pick<CaseResult, 'execution'>,
  ): Promise<void> {
    const failed = execution && (await readEvidence(sandboxClient, execution.id));
    if (!failed) return;
    const flow = textOf(propertyOf(parseFlow(text).root, 'name'));
    const known = this.#baselines.filter(({ run }) => run.flowName === flow);
    for (const passed of known.toReversed()) {
      const proposals = proposeRepairs({ failed, passed, actionOf: this.#actionOf });
      const written = proposals.flatMap(({ repairs: [first, ...others], together }): Proposal[] => {
        const located = locateRepairs(text, failed.steps, first ? [first, ...together] : []);
        if ('refusal' in located || located.length === 0) return [];
        const alternatives = locateRepairs(text, failed.steps, others);
        return [
          {
            file,
            case: name,
            repairs: located.map(toProposed),
            alternatives: 'refusal' in alternatives ? [] : alternatives.map(toProposed),
          },
        ];
      });
      this.#found.push(...written.map(proposal => ({ order, proposal })));
      if (written.length > 0) return;
    }
  }

  /** Writes the proposals as JSON, in the order of the cases. Throws InputError. */
  async write(file: string): Promise<void> {
    const sorted = this.#found.toSorted((one, other) => one.order - other.order);
    const content: ProposalFile = { version: 1, proposals: sorted.map(({ proposal }) => proposal) };
    const text = `${JSON.stringify(content, undefined, 2)}\n`;
    await orInputError(writeFile(file, text), `${file} cannot be written`);
  }
}

function toProposed({
  path,
  from,
  to,
  confidence,
  reason,
  before,
  now,
}: Repair & StepRepair): ProposedRepair {
  return {
    path: path[1] === undefined ? [path[0]] : [path[0], path[1]],
    from: elementOf(from.selector),
    isPart: from.isPart,
    to: elementOf(to),
    confidence,
    reason,
    before,
    now,
  };
}

function elementOf({ resourceId, description, text }: Repair['to']): ProposedRepair['to'] {
  return {
    ...(resourceId === undefined ? {} : { resourceId }),
    ...(description === undefined ? {} : { description }),
    ...(text === undefined ? {} : { text }),
  };
}

async function readBaseline(file: string): Promise<Evidence> {
  const { document } = await requireTrace(file);
  if (document.run.status === 'success') return document;
  throw new InputError(`${file} is the trace of a run that did not pass. Give one of a run that passed.`);
}
