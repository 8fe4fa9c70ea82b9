import { templateExpressions } from '../template.ts';
import type { DoneGesture } from './deviceGesture.ts';
import type { RecordedElement } from './recordedElement.ts';
import type { RecordedInput } from './wantedValues.ts';

/** The field that a text is typed into. */
export interface TypedField {
  /** Its label or description in quotation marks. */
  readonly name: string;
  /** The text that it had before; empty for a password. */
  readonly before: string;
  /** True if the step clears it before it types the whole text. */
  readonly clears: boolean;
}

/** An act of a recording, which becomes a step. */
export interface TimedInput {
  readonly input: RecordedInput;
  /** The touched element, if it is known. */
  readonly element?: RecordedElement | undefined;
  /** The field of a text, if it is known. */
  readonly field?: TypedField | undefined;
  /** The display, 0 for the first. */
  readonly display: number;
}

interface RecordOptions {
  /** True to record pauses between gestures as wait steps. */
  readonly keepPauses: boolean;
}

/** Shorter pauses, in milliseconds, are not intentional and are dropped. */
const SHORTEST_PAUSE_MS = 300;
/** The unit in milliseconds to which pauses are rounded. */
const PAUSE_STEP_MS = 100;
/** The maximum length of a text in one step, in characters. */
const MAX_TEXT_LENGTH = 1000;

/**
 * Converts gestures to acts in order. Joins consecutive texts, and splits a text where it is too long or where `{{…}}`
 * in it would be an expression in a flow.
 */
export function toTimedInputs(
  gestures: readonly DoneGesture[],
  { keepPauses }: RecordOptions,
): readonly TimedInput[] {
  const inputs: TimedInput[] = [];
  let endedAt: number | undefined;
  for (const { first, gesture, lastAt } of joinTextRuns(gestures)) {
    const { display, element } = first;
    const pause = endedAt === undefined ? 0 : roundPause(first.at - endedAt);
    if (keepPauses && pause >= SHORTEST_PAUSE_MS) {
      inputs.push({ input: { kind: 'wait', milliseconds: pause }, display: 0 });
    }
    endedAt = lastAt + (gesture.kind === 'swipe' ? gesture.duration : 0);
    if (gesture.kind !== 'text' || gesture.secret) inputs.push({ input: gesture, element, display });
    else inputs.push(...splitText(gesture.text).map(text => ({ input: { ...gesture, text }, display })));
  }
  return inputs;
}

interface TextRun {
  readonly first: DoneGesture;
  /** The gesture, with the joined text of consecutive texts. */
  readonly gesture: DoneGesture['gesture'];
  readonly lastAt: number;
}

function joinTextRuns(gestures: readonly DoneGesture[]): readonly TextRun[] {
  const runs: TextRun[] = [];
  for (const done of gestures) {
    const run = runs.at(-1);
    const gesture = run && joinText(run, done);
    if (gesture) runs[runs.length - 1] = { ...run, gesture, lastAt: done.at };
    else runs.push({ first: done, gesture: done.gesture, lastAt: done.at });
  }
  return runs;
}

function joinText({ first, gesture }: TextRun, next: DoneGesture): TextRun['gesture'] | undefined {
  if (gesture.kind !== 'text' || next.gesture.kind !== 'text') return undefined;
  const isSame =
    gesture.stealth === next.gesture.stealth &&
    first.display === next.display &&
    gesture.secret === next.gesture.secret;
  return isSame ? { ...gesture, text: gesture.text + next.gesture.text } : undefined;
}

function splitText(text: string): readonly string[] {
  const [expression] = templateExpressions(text);
  if (expression) {
    const middle = expression.start + 1;
    return [text.slice(0, middle), text.slice(middle)].flatMap(splitText);
  }
  if (text.length <= MAX_TEXT_LENGTH) return [text];
  const characters = Array.from(text);
  const half = characters.length >> 1;
  return [characters.slice(0, half), characters.slice(half)].flatMap(part => splitText(part.join('')));
}

function roundPause(milliseconds: number): number {
  return Math.round(milliseconds / PAUSE_STEP_MS) * PAUSE_STEP_MS;
}
