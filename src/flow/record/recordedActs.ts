import { templateExpressions } from '../template.ts';
import type { DoneGesture } from './deviceGesture.ts';
import type { Act } from './wantedValues.ts';

/** What a step of a recording stands for. */
export interface RecordedAct {
  readonly act: Act;
  /** The display it was done on, 0 for the first. */
  readonly display: number;
}

/** How gestures become steps. */
export interface RecordOptions {
  /** Whether pauses between gestures are kept as steps that wait. */
  readonly keepPauses: boolean;
}

/** Shorter pauses are how fast a hand is, and are not kept, in milliseconds. */
const SHORTEST_PAUSE_MS = 300;
/** Pauses are rounded to this, in milliseconds. */
const PAUSE_STEP_MS = 100;
/** Longest text of a step, in characters. */
const MOST_TEXT = 1000;

/**
 * The acts of gestures in their order. Texts typed one behind the other are one; a text is parted where it is long,
 * and where a flow would read `{{…}}` in it as an expression.
 */
export function recordedActs(
  gestures: readonly DoneGesture[],
  { keepPauses }: RecordOptions,
): readonly RecordedAct[] {
  const acts: RecordedAct[] = [];
  let endedAt: number | undefined;
  for (const { first, gesture, lastAt } of textRuns(gestures)) {
    const { display } = first;
    const pause = endedAt === undefined ? 0 : rounded(first.at - endedAt);
    if (keepPauses && pause >= SHORTEST_PAUSE_MS) {
      acts.push({ act: { kind: 'wait', milliseconds: pause }, display: 0 });
    }
    endedAt = lastAt + (gesture.kind === 'swipe' ? gesture.duration : 0);
    if (gesture.kind !== 'text' || gesture.secret) acts.push({ act: gesture, display });
    else acts.push(...partedText(gesture.text).map(text => ({ act: { ...gesture, text }, display })));
  }
  return acts;
}

interface TextRun {
  readonly first: DoneGesture;
  /** The gesture, or the whole text of those that are one. */
  readonly gesture: DoneGesture['gesture'];
  readonly lastAt: number;
}

function textRuns(gestures: readonly DoneGesture[]): readonly TextRun[] {
  const runs: TextRun[] = [];
  for (const done of gestures) {
    const run = runs.at(-1);
    const text = run && joinedText(run, done);
    if (run && text !== undefined) {
      const gesture = { ...run.gesture, text } as TextRun['gesture'];
      runs[runs.length - 1] = { ...run, gesture, lastAt: done.at };
    } else {
      runs.push({ first: done, gesture: done.gesture, lastAt: done.at });
    }
  }
  return runs;
}

function joinedText({ first, gesture }: TextRun, next: DoneGesture): string | undefined {
  if (gesture.kind !== 'text' || next.gesture.kind !== 'text') return undefined;
  const isSame =
    gesture.stealth === next.gesture.stealth &&
    first.display === next.display &&
    gesture.secret === next.gesture.secret;
  return isSame ? gesture.text + next.gesture.text : undefined;
}

function partedText(text: string): readonly string[] {
  const [expression] = templateExpressions(text);
  if (expression) {
    const middle = expression.start + 1;
    return [text.slice(0, middle), text.slice(middle)].flatMap(partedText);
  }
  if (text.length <= MOST_TEXT) return [text];
  const characters = Array.from(text);
  const half = characters.length >> 1;
  return [characters.slice(0, half), characters.slice(half)].flatMap(part => partedText(part.join('')));
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds / PAUSE_STEP_MS) * PAUSE_STEP_MS;
}
