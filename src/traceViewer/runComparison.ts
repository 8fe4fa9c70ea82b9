import { hideSecrets } from '../flow/run/outputTree.ts';
import { passcodesIn } from '../flow/run/passcodes.ts';
import { compareRuns } from '../flow/trace/compareRuns.ts';
import { firstSentence } from '../flow/trace/comparisonText.ts';
import type { Trace, TraceDocument } from '../flow/trace/traceFile.ts';
import type { OpenTrace, TraceComparison, TraceRequest } from '../protocol/traceViewer.ts';
import { isObject } from '../util/isObject.ts';
import { comparedEvidence } from './comparedEvidence.ts';
import { comparedRows, type ComparedRows } from './comparedRows.ts';
import { TraceReading } from '../traceReading/traceReading.ts';

/** A run that a trace is compared with. */
export interface OtherRun {
  readonly name: string;
  readonly trace: Trace;
}

/** A trace and another run as the page sees them. */
export class RunComparison {
  readonly #first: TraceReading;
  readonly #second: TraceReading;
  readonly #documents: readonly [TraceDocument, TraceDocument];
  readonly #steps: ComparedRows['steps'];
  readonly state: OpenTrace;

  constructor(first: TraceReading, { name, trace }: OtherRun) {
    this.#first = first;
    this.#second = new TraceReading(trace);
    this.#documents = [withoutSecrets(first.document), withoutSecrets(trace.document)];
    const [one, other] = this.#documents;
    const compared = compareRuns(one, other);
    const { rows, strips, steps } = comparedRows(one, other, compared.steps);
    this.#steps = steps;
    const [left, right] = [first.state, this.#second.state];
    this.state = {
      ...first.state,
      live: undefined,
      rows,
      strips,
      comparison: {
        id: `${trace.document.run.executionId} ${name}`,
        sentence: firstSentence(compared.first),
        first: [...steps].find(([, step]) => step === compared.first)?.[0],
        runs: [runOf(left, right, []), runOf(right, left, [{ name: 'Run', value: name }])],
        about: compared.about,
      },
    };
  }

  /** Answers a request of the page. */
  answer(request: TraceRequest): unknown {
    if (request.kind === 'otherScreen') return this.#second.screen(request.id);
    if (request.kind === 'otherPicture') return this.#second.picture(request.id);
    if (request.kind !== 'compared') return this.#first.answer(request);
    const step = this.#steps.get(request.row);
    if (!step) throw new Error('The comparison does not have this step.');
    return comparedEvidence(step, ...this.#documents);
  }
}

/** Returns a run with the facts that tell it from the other one. */
function runOf(
  { state, status, facts }: OpenTrace,
  other: OpenTrace,
  added: OpenTrace['facts'],
): TraceComparison['runs'][number] {
  const isShared = (fact: OpenTrace['facts'][number]): boolean =>
    other.facts.some(({ name, value }) => name === fact.name && value === fact.value);
  return { state, status, facts: [...added, ...facts.filter(fact => !isShared(fact))] };
}

/** Returns a trace with dots in place of secrets, since the differences are sent to the page in sentences. */
function withoutSecrets(document: TraceDocument): TraceDocument {
  const passcodes = passcodesIn(document.steps.map(({ output }) => ({ output })));
  const membersOf = (value: unknown): Record<string, unknown> | undefined => {
    const hidden = hideSecrets(value, passcodes);
    return isObject(hidden) ? { ...hidden } : undefined;
  };
  return {
    ...document,
    run: { ...document.run, payload: membersOf(document.run.payload) },
    steps: document.steps.map(step => ({
      ...step,
      params: membersOf(step.params),
      output: hideSecrets(step.output, passcodes),
    })),
  };
}
