import { hideSecrets } from '../flow/run/outputTree.ts';
import { passcodesIn } from '../flow/run/passcodes.ts';
import { compareRuns, startedBefore } from '../flow/trace/compareRuns.ts';
import { firstSentence } from '../flow/trace/comparisonText.ts';
import type { Trace, TraceDocument } from '../flow/trace/traceFile.ts';
import type { OpenTrace, TraceComparison, TraceRequest } from '../protocol/traceViewer.ts';
import { isObject } from '../util/isObject.ts';
import { compareEvidence } from './comparedEvidence.ts';
import { comparedRows, type ComparedRows } from './comparedRows.ts';
import { TraceReading } from '../traceReading/traceReading.ts';

/** A run that a trace is compared with. */
export interface OtherRun {
  readonly name: string;
  readonly trace: Trace;
}

/** A trace and another run as the page sees them; the first run is the one that started earlier. */
export class ComparedTraces {
  readonly #first: TraceReading;
  readonly #second: TraceReading;
  readonly #documents: readonly [TraceDocument, TraceDocument];
  readonly #steps: ComparedRows['steps'];
  readonly state: OpenTrace;
  /** True if the trace of the viewer is the second run. */
  readonly isShownSecond: boolean;

  constructor(shown: TraceReading, { name, trace }: OtherRun) {
    const read = new TraceReading(trace);
    this.isShownSecond = startedBefore(read.document, shown.document);
    const [first, second] = this.isShownSecond ? [read, shown] : [shown, read];
    this.#first = first;
    this.#second = second;
    this.#documents = [withoutSecrets(first.document), withoutSecrets(second.document)];
    const [one, other] = this.#documents;
    const compared = compareRuns(one, other);
    const { rows, strips, steps } = comparedRows(one, other, compared.steps);
    this.#steps = steps;
    const [left, right] = [first.state, second.state];
    const added = (reading: TraceReading): OpenTrace['facts'] =>
      reading === read ? [{ name: 'Run', value: name }] : [];
    this.state = {
      ...first.state,
      live: undefined,
      rows,
      strips,
      comparison: {
        id: `${trace.document.run.executionId} ${name}`,
        sentence: firstSentence(compared.first),
        first: [...steps].find(([, step]) => step === compared.first)?.[0],
        runs: [runOf(left, right, added(first)), runOf(right, left, added(second))],
        about: compared.about,
      },
    };
  }

  /** The evidence of the first run, to which the steps of rows refer. */
  get document(): TraceDocument {
    return this.#first.document;
  }

  /** Answers a request of the page. */
  answer(request: TraceRequest): unknown {
    if (request.kind === 'otherScreen') return this.#second.screen(request.id);
    if (request.kind === 'otherPicture') return this.#second.picture(request.id);
    if (request.kind !== 'compared') return this.#first.answer(request);
    const step = this.#steps.get(request.row);
    if (!step) throw new Error('The comparison does not have this step.');
    return compareEvidence(step, ...this.#documents);
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
