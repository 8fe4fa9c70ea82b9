import type { TraceScreen, TraceStep } from '../contract/sandbox/traces.ts';
import { screenWith } from '../flow/explain/explanation.ts';
import { statusText } from '../flow/run/outcomeText.ts';
import { MAX_OUTPUT_DEPTH, type OutputNode, outputTree } from '../flow/run/outputTree.ts';
import { differingElements, type ComparedStep, type DifferenceKind } from '../flow/trace/compareRuns.ts';
import { valueChanges } from '../flow/trace/valueChanges.ts';
import type { TraceDocument } from '../flow/trace/traceFile.ts';
import type { ComparedEvidence, ComparedLine, ComparedScreens, TraceBox } from '../protocol/traceViewer.ts';
import { evidenceOf } from '../traceReading/stepEvidence.ts';
import {
  nameOfDevice,
  nameOfSegment,
  stepNumberText,
  stepTime,
  stepTitle,
} from '../traceReading/traceRows.ts';

/** The limits of one step, so that the page stays small. */
const MAX = { changes: 300, boxes: 100 } as const;

/** Returns the evidence of a step in two runs, side by side. */
export function compareEvidence(
  { left, right, differences }: ComparedStep,
  first: TraceDocument,
  second: TraceDocument,
): ComparedEvidence {
  const shownStep = left ?? right;
  const kinds = new Set(differences.map(({ kind }) => kind));
  const before = changedBoxes(screenWith(first, left?.screenBefore), screenWith(second, right?.screenBefore));
  const after = changedBoxes(screenWith(first, left?.screenAfter), screenWith(second, right?.screenAfter));
  return {
    title: shownStep ? `${stepNumberText(shownStep)} ${stepTitle(shownStep)}` : '',
    differences: differences.map(({ text }) => text),
    sections: [
      { name: 'Result', lines: resultLines([left, first], [right, second], kinds) },
      { name: 'Parameters', lines: valueLines(left?.params, right?.params) },
      { name: 'Output', lines: valueLines(left?.output, right?.output) },
    ]
      .filter(({ lines }) => lines.length > 0)
      // If only one run has the step, all its lines differ, so none is marked.
      .map(section => (left && right ? section : { ...section, lines: section.lines.map(unmarked) })),
    first: left && screensOf(first, left, before.left, after.left),
    second: right && screensOf(second, right, before.right, after.right),
  };
}

function unmarked(line: ComparedLine): ComparedLine {
  return { ...line, isDifferent: false };
}

function screensOf(
  document: TraceDocument,
  step: TraceStep,
  before: readonly TraceBox[],
  after: readonly TraceBox[],
): ComparedScreens {
  const { target, gestures } = evidenceOf(document, step);
  return { target, gestures, before, after };
}

// On the screens of different apps, everything differs.
function changedBoxes(
  one: TraceScreen | undefined,
  other: TraceScreen | undefined,
): { readonly left: readonly TraceBox[]; readonly right: readonly TraceBox[] } {
  if (!one || !other || one.app !== other.app) return { left: [], right: [] };
  const { left, right } = differingElements(one, other);
  const boxesOf = (elements: typeof left): readonly TraceBox[] =>
    elements.slice(0, MAX.boxes).map(({ bounds }) => bounds);
  return { left: boxesOf(left), right: boxesOf(right) };
}

type Side = readonly [step: TraceStep | undefined, document: TraceDocument];

function resultLines(first: Side, second: Side, kinds: ReadonlySet<DifferenceKind>): readonly ComparedLine[] {
  const lineOf = (
    name: string,
    textOf: (step: TraceStep, document: TraceDocument) => string,
    isDifferent: (one: string | undefined, other: string | undefined) => boolean,
  ): readonly ComparedLine[] => {
    const [one, other] = [first, second].map(([step, document]) => step && textOf(step, document));
    if (!one && !other) return [];
    return [{ name, level: 1, first: one, second: other, isDifferent: isDifferent(one, other) }];
  };
  const isUnequal = (one: string | undefined, other: string | undefined): boolean => one !== other;
  return [
    ...lineOf(
      'Status',
      ({ status }) => (status === 'skipped' ? 'not run' : statusText(status)),
      () => kinds.has('status'),
    ),
    ...lineOf('Error', ({ error }) => outputTree(error)[0]?.value ?? '', isUnequal),
    ...lineOf('Duration', stepTime, () => kinds.has('time')),
    ...lineOf(
      'Device',
      ({ deviceId }, { run }) => (deviceId == null ? '' : nameOfDevice(run, deviceId)),
      () => false,
    ),
  ];
}

/** Returns the lines of two values, and marks those that differ, except for IDs, times, and measured durations. */
function valueLines(left: unknown, right: unknown): readonly ComparedLine[] {
  const changes = valueChanges(left ?? {}, right ?? {}, MAX.changes);
  // A deeper difference is marked at the deepest value that is shown.
  const changed = new Set(
    changes.map(({ path }) => path.slice(0, MAX_OUTPUT_DEPTH).map(nameOfSegment).join('\n')),
  );
  const lines: ComparedLine[] = [];
  const add = (
    one: readonly OutputNode[],
    other: readonly OutputNode[],
    above: readonly string[],
    isAboveDifferent: boolean,
  ): void => {
    const [byName, others] = [one, other].map(nodes => new Map(nodes.map(node => [node.name, node])));
    for (const name of new Set([...(byName?.keys() ?? []), ...(others?.keys() ?? [])])) {
      const [first, second] = [byName?.get(name), others?.get(name)];
      const path = [...above, name];
      const isDifferent = isAboveDifferent || changed.has(path.join('\n'));
      const values = { first: first?.value, second: second?.value };
      lines.push({ name, level: path.length, ...values, isDifferent });
      add(first?.children ?? [], second?.children ?? [], path, isDifferent);
    }
  };
  // A value that is neither an object nor a list is compared as a whole.
  add(outputTree(left), outputTree(right), [], changed.has(''));
  return lines;
}
