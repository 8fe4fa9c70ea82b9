import type { PassedRun } from '../appState/passedRun.ts';
import type { TraceRun } from '../contract/sandbox/traces.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import type { TextEdit } from '../flow/document/flowDocument.ts';
import { screenWith } from '../flow/explain/explanation.ts';
import { confidenceText } from '../flow/repair/confidenceText.ts';
import { proposeRepairs } from '../flow/repair/proposeRepairs.ts';
import type { RepairProposal } from '../flow/repair/repair.ts';
import { locateRepairs, repairEdits } from '../flow/repair/repairEdits.ts';
import { namedElementLabel } from '../flow/record/elementChoices.ts';
import type { Selector } from '../flow/selector/selector.ts';
import type { TraceDocument } from '../flow/trace/traceFile.ts';
import type { ShownRepair, TraceScreenState } from '../protocol/traceViewer.ts';
import { shownPicture, toScreenState } from '../traceReading/traceReading.ts';
import { stepNumberText, stepTitle } from '../traceReading/traceRows.ts';

/** The services that the repairs of a trace are read from. */
export interface RepairServices {
  /** Reads the last run of the flow before a run that passed; undefined if there is none. */
  readonly readPassedRun: (run: TraceRun) => Promise<PassedRun | undefined>;
  /** Reads the actions of the active connection. */
  readonly readCatalog: () => Promise<FlowCatalog>;
}

/** The proposed repairs of the failed steps of a trace. */
export class TraceRepairs {
  readonly #services: RepairServices;
  readonly #document: TraceDocument;
  #reading: Promise<PassedRun | undefined> | undefined;
  #proposing: Promise<readonly RepairProposal[]> | undefined;

  constructor(services: RepairServices, document: TraceDocument) {
    this.#services = services;
    this.#document = document;
  }

  /** Returns the proposed repair of the step with an index; undefined if there is none. */
  async find(index: number): Promise<ShownRepair | undefined> {
    const proposal = await this.#proposalOf(index);
    const first = proposal?.repairs[0];
    if (!proposal || !first) return undefined;
    const { reason, confidence, before, now } = first;
    return {
      reason,
      confidence: confidenceText(confidence),
      before,
      now,
      changes: [first, ...proposal.together].map(({ step, from, to }) => ({
        step: `${stepNumberText(step)} ${stepTitle(step)}`,
        from: nameOf(from.selector),
        to: nameOf(to),
      })),
    };
  }

  /** Returns a screen of the run that passed. */
  async screen(id: string): Promise<TraceScreenState | undefined> {
    const passed = await this.#read();
    return toScreenState(passed && screenWith(passed.evidence, id), undefined);
  }

  /** Returns the picture of a screen of the run that passed. */
  async picture(id: string): Promise<Uint8Array | undefined> {
    return shownPicture(await (await this.#read())?.picture(id));
  }

  /**
   * Returns the edits of a flow file that write the proposed repair of a step and of those broken with it. Throws a
   * sentence for the user if they do not fit.
   */
  async editsFor(index: number, text: string): Promise<readonly TextEdit[]> {
    const proposal = await this.#proposalOf(index);
    const first = proposal?.repairs[0];
    if (!proposal || !first) throw new Error('There is no proposed repair for this step.');
    const located = locateRepairs(text, this.#document.steps, [first, ...proposal.together]);
    if ('refusal' in located) throw new Error(located.refusal);
    const found = repairEdits(text, await this.#services.readCatalog(), located);
    if ('refusal' in found) throw new Error(found.refusal);
    return found.edits;
  }

  async #proposalOf(index: number): Promise<RepairProposal | undefined> {
    const step = this.#document.steps[index];
    if (step?.status !== 'failed') return undefined;
    const proposals = await (this.#proposing ??= this.#propose().catch((error: unknown) => {
      this.#proposing = undefined;
      throw error;
    }));
    return proposals.find(proposal => proposal.step === step);
  }

  async #propose(): Promise<readonly RepairProposal[]> {
    const passed = await this.#read();
    if (!passed) return [];
    const catalog = await this.#services.readCatalog();
    return proposeRepairs({
      failed: this.#document,
      passed: passed.evidence,
      actionOf: ({ actionId }) => (actionId == null ? undefined : catalog.action(actionId.toLowerCase())),
    });
  }

  #read(): Promise<PassedRun | undefined> {
    return (this.#reading ??= this.#services.readPassedRun(this.#document.run).catch((error: unknown) => {
      this.#reading = undefined;
      throw error;
    }));
  }
}

function nameOf(selector: Selector): string {
  return namedElementLabel({ by: 'selector', selector });
}
