import { type FailedCheck, MOST_KEPT } from '../appState/failedChecks.ts';
import type { TraceStep } from '../contract/sandbox/traces.ts';
import type { TraceDocument } from '../flow/trace/traceFile.ts';
import type { PictureArea } from '../flowTest/addExpectation.ts';
import type { OpenTrace, ShownCheck, TraceBox } from '../protocol/traceViewer.ts';
import { stepRowKey } from '../traceReading/traceRows.ts';
import { isSafePicture } from '../util/safePicture.ts';

type PictureName = keyof NonNullable<FailedCheck['pictures']>;

/** The maximum number of failed checks that are listed above the steps. */
const MAX_LISTED = 10;
const MIB = 1024 * 1024;
const PICTURE_ID = /^(\d{1,9}) (expected|actual|difference)$/;
const GIVEN_UP = `The pictures of this check are not kept. The window keeps those of the last tests, at most ${MOST_KEPT.pictures} pictures and ${MOST_KEPT.bytes / MIB} MB.`;

/** Returns the state of the page for a run with failed picture checks, which explain why the test of a run that succeeded failed. */
export function withFailedChecks(
  state: OpenTrace,
  document: Pick<TraceDocument, 'steps'>,
  checks: readonly FailedCheck[],
): OpenTrace {
  // A comparison has rows of its own.
  if (state.comparison) return state;
  const failedChecks = shownChecks(document, checks);
  return { ...state, failedChecks, explanation: state.explanation ?? explainChecks(failedChecks) };
}

/** Returns the failed picture checks as the page shows them, each at the step that it belongs to. */
function shownChecks(
  { steps }: Pick<TraceDocument, 'steps'>,
  checks: readonly FailedCheck[],
): readonly ShownCheck[] {
  return checks.flatMap(({ sentence, place, pictures, ...check }, index) => {
    const at = findStep(steps, check);
    const step = steps[at];
    if (!step) return [];
    const idOf = (name: PictureName): string | undefined =>
      safePicture(pictures?.[name]) && `${index} ${name}`;
    return {
      row: stepRowKey(at, step),
      sentence,
      place,
      expected: idOf('expected'),
      actual: idOf('actual'),
      difference: idOf('difference'),
      problem: pictures ? undefined : GIVEN_UP,
    };
  });
}

/** Returns a picture by its ID in the state of the page; undefined if it is not kept. */
export function pictureOfCheck(checks: readonly FailedCheck[], id: string): Uint8Array | undefined {
  const [, name] = PICTURE_ID.exec(id)?.slice(1) ?? [];
  return safePicture(checkOf(checks, id)?.pictures?.[name as PictureName]);
}

/** Returns the check that a picture belongs to, by the ID of the picture; undefined if it is not kept. */
export function checkOf(checks: readonly FailedCheck[], id: string): FailedCheck | undefined {
  const [, index] = PICTURE_ID.exec(id) ?? [];
  return checks[Number(index)];
}

/** Returns an area of a picture as an area of the screen that it was taken of, in whole pixels. */
export function areaOnScreen(
  { left, top, right, bottom }: TraceBox,
  origin: FailedCheck['masked']['origin'],
): PictureArea {
  const pixel = (value: number, from: number): number => Math.max(0, Math.round(value + from));
  return {
    left: pixel(left, origin.left),
    top: pixel(top, origin.top),
    right: pixel(right, origin.left),
    bottom: pixel(bottom, origin.top),
  };
}

function explainChecks(checks: readonly ShownCheck[]): OpenTrace['explanation'] {
  const [first] = checks;
  if (!first) return undefined;
  if (checks.length === 1)
    return { row: first.row, text: { sentence: first.sentence, facts: [], actions: [] } };
  const more = checks.length - MAX_LISTED;
  const facts = checks.slice(0, MAX_LISTED).map(({ sentence }) => sentence);
  if (more > 0) facts.push(`And ${more} more.`);
  return {
    row: first.row,
    text: { sentence: `${checks.length} pictures are not as accepted.`, facts, actions: [] },
  };
}

// Of a run on several devices, the trace is that of one, so the others are shown at the same step of it.
function findStep(steps: readonly TraceStep[], { step }: Pick<FailedCheck, 'step'>): number {
  if (!step) return steps.length - 1;
  const indexes = [...steps.keys()];
  const same = indexes.filter(
    at => steps[at]?.index === step.index && (steps[at].childIndex ?? undefined) === step.child,
  );
  const ofRound = same.filter(at => (steps[at]?.round ?? undefined) === step.round);
  const own = ofRound.find(at => steps[at]?.deviceId?.toLowerCase() === step.deviceId?.toLowerCase());
  return own ?? ofRound.at(-1) ?? same.at(-1) ?? steps.length - 1;
}

/** Returns a picture that the page may decode; undefined for any other. */
function safePicture(png: Uint8Array | undefined): Uint8Array | undefined {
  return png && isSafePicture(png) ? png : undefined;
}
