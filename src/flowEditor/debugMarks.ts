import type { FlowDocument } from '../flow/document/flowDocument.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import { stepAtLine, stepPlaces } from '../flow/run/stepPlaces.ts';
import type { StepCard } from '../protocol/flowEditor.ts';
import { stepNumber } from '../flow/edit/flowEdit.ts';

/** A breakpoint of a flow file; its line counts from 0. */
export interface FileBreakpoint {
  readonly line: number;
  readonly look: NonNullable<StepCard['breakpoint']>;
}

/** The breakpoints of a flow file, and the steps at which its debug session is stopped. */
export interface DebugMarks {
  readonly breakpoints: readonly FileBreakpoint[];
  readonly stopped: readonly StepPath[];
}

/** Returns the rows of the step list with the marks of their breakpoints and stops. */
export function withDebugMarks(
  cards: readonly StepCard[],
  document: FlowDocument,
  { breakpoints, stopped }: DebugMarks,
): readonly StepCard[] {
  if (breakpoints.length === 0 && stopped.length === 0) return cards;
  const places = stepPlaces(document);
  const looks = new Map<string, FileBreakpoint['look']>();
  for (const { line, look } of breakpoints) {
    const key = stepAtLine(document.text, places, line)?.step.path.join('.');
    // Among several at one step, the first enabled one shows.
    if (key !== undefined && (looks.get(key) ?? 'off') === 'off') looks.set(key, look);
  }
  const stops = new Set(stopped.map(step => step.join('.')));
  return cards.map(card => {
    const key = card.step.join('.');
    const breakpoint = looks.get(key);
    const isStopped = stops.has(key);
    if (breakpoint === undefined && !isStopped) return card;
    return { ...card, breakpoint, isStopped, run: isStopped ? pausedRun(card.run) : card.run };
  });
}

// Debugging also stops after a failure, whose result stays.
function pausedRun(run: StepCard['run']): StepCard['run'] {
  return run?.state === 'failed' ? run : { state: 'paused', time: run?.time ?? '', error: run?.error };
}

/** Returns where a debug session is stopped, such as `paused before step 2.1`; undefined if it is not. */
export function pausedText(cards: readonly StepCard[]): string | undefined {
  const stopped = cards.filter(({ isStopped }) => isStopped);
  const [first] = stopped;
  if (!first) return undefined;
  const numbers = stopped.map(({ step }) => stepNumber(step)).join(', ');
  const where = stopped.some(({ run }) => run?.state === 'failed') ? 'at' : 'before';
  return `paused ${where} ${stopped.length === 1 ? 'step' : 'steps'} ${numbers}`;
}
