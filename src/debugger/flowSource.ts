import type { FlowCatalog } from '../flow/catalog.ts';
import { stepLabel } from '../flow/data/dataScope.ts';
import type { TraceStep } from '../contract/sandbox/traces.ts';
import { StartDebugRun } from '../contract/sandbox/debug.ts';
import { type FlowStep, topLevelSteps } from '../flow/data/flowSteps.ts';
import { type FlowDocument, parseFlow } from '../flow/document/flowDocument.ts';
import { parseJson } from '../flow/document/jsonTree.ts';
import { type EarlierData, earlierData, missingText } from '../flow/trace/earlierData.ts';
import { flowUntil, runRefusal } from '../flow/run/trial.ts';
import { stepAtLine, type StepPlace, stepPlaces } from '../flow/run/stepPlaces.ts';

/** A step of a run, counted in the order of execution from 0. */
interface RunStep {
  readonly index: number;
  readonly childIndex?: number | null | undefined;
}

/** The text of a flow file as it was when its run began, with the places of its steps. */
export class DebuggedFlow {
  readonly text: string;
  readonly #document: FlowDocument;
  readonly #places: readonly StepPlace[];
  readonly #catalog: () => FlowCatalog;

  /** Throws if the text is not a flow with steps. */
  constructor(text: string, catalog: () => FlowCatalog) {
    if (parseJson(text).problems.length > 0)
      throw new Error('The file is not valid JSON. See the Problems panel.');
    this.text = text;
    this.#document = parseFlow(text);
    this.#places = stepPlaces(this.#document);
    this.#catalog = catalog;
    if (this.#places.length === 0) throw new Error('The flow has no steps.');
  }

  /** Returns the part of the flow up to a step that a run uses. Throws if a step cannot run. */
  bodyUntil(to: string | undefined): NonNullable<StartDebugRun['flow']> {
    const last = to === undefined ? topLevelSteps(this.#document).at(-1) : this.requireStep(to);
    const flow = last && flowUntil(this.#document, last);
    const read = StartDebugRun.safeParse({ flow });
    if (read.data?.flow) return read.data.flow;
    throw runRefusal(read.error?.issues);
  }

  /** Returns the place of a step of the run; undefined if the file does not have it. */
  placeOf({ index, childIndex }: RunStep): StepPlace | undefined {
    const child = childIndex ?? undefined;
    return this.#places.find(({ step }) => step.index === index && step.child === child);
  }

  /** Returns the step that a line of the file stands for; lines and columns count from 0. */
  stepAtLine(line: number, column?: number): StepPlace | undefined {
    return stepAtLine(this.text, this.#places, line, column);
  }

  /** Returns the step with a number of the step list, such as `4.2`. */
  stepNumbered(number: string): StepPlace | undefined {
    return this.#places.find(({ step }) => step.number === number);
  }

  /** Returns the step with a number of the step list. Throws if there is none. */
  requireStep(number: string): FlowStep {
    const place = this.stepNumbered(number);
    if (!place) throw new Error(`The flow has no step ${number}.`);
    return place.step;
  }

  /**
   * Returns the step that a run starts with, and the data that it takes from an earlier run. Throws if a step has no
   * output that is read.
   */
  startAt(
    { from, to }: { readonly from: string; readonly to: string | undefined },
    traced: readonly TraceStep[],
  ): Omit<EarlierData, 'missing'> & { readonly step: ReturnType<typeof runStepOf> } {
    const step = this.requireStep(from);
    const last = to === undefined ? undefined : this.requireStep(to);
    const { missing, ...data } = earlierData(
      this.#document,
      traced,
      { from: step, to: last },
      this.#catalog(),
    );
    if (missing) throw new Error(missingText(missing, this.#catalog()));
    return { step: runStepOf(step), ...data };
  }

  /** Returns the places of the steps that begin on some lines. */
  stepsBetween(first: number, last: number): readonly StepPlace[] {
    return this.#places.filter(({ line }) => first <= line && line <= last);
  }

  /** Returns the name of a step as in the step list, such as `4.2 Tap element`. */
  labelOf(step: RunStep): string {
    const place = this.placeOf(step);
    if (place) return stepLabel(place.step, this.#catalog());
    return step.childIndex == null ? `${step.index + 1}` : `${step.index + 1}.${step.childIndex + 1}`;
  }
}

/** Returns a step as the sandbox counts it. */
export function runStepOf({ index, child }: FlowStep): {
  readonly index: number;
  readonly childIndex: number | null;
} {
  return { index, childIndex: child ?? null };
}
