import type { TraceElement, TraceRun, TraceScreen, TraceStep } from '../../contract/sandbox/traces.ts';
import type { StepExplanation } from '../run/runSteps.ts';

/** The cause of a failure, as far as the evidence shows it. */
export type FailureCause =
  | 'dialog'
  | 'keyboard'
  | 'offScreen'
  | 'late'
  | 'otherApp'
  | 'otherAttribute'
  | 'similarText'
  | 'disappeared'
  | 'missing'
  | 'stillThere'
  | 'disabled'
  | 'noFocus'
  | 'pattern'
  | 'outsideScreen'
  | 'rejectedPasscode'
  | 'rejectedInput'
  | 'missingPayload'
  | 'missingOutput'
  | 'missingStep'
  | 'badExpression'
  | 'invalidParam'
  | 'noMail'
  | 'otherSender'
  | 'mailWithoutPasscode'
  | 'noMailbox'
  | 'refusedRequest'
  | 'failedService'
  | 'slowService'
  | 'unreachableService'
  | 'noCallback'
  | 'deviceOffline'
  | 'deviceBusy'
  | 'noDevice'
  | 'missingCapability'
  | 'otherPlatform'
  | 'missingApp'
  | 'agent'
  | 'condition'
  | 'stopped'
  | 'earlierFailure'
  | 'interrupted'
  | 'deleted'
  | 'unknown';

/** The reason for a failed or skipped step, with its cause. */
export interface Explanation extends StepExplanation {
  readonly cause: FailureCause;
}

/** The evidence of a run: its steps in order, and its screens. */
export interface Evidence {
  readonly run: TraceRun;
  readonly steps: readonly TraceStep[];
  readonly screens: readonly TraceScreen[];
}

/** A step with the evidence around it. */
export interface Case {
  readonly evidence: Evidence;
  readonly step: TraceStep;
  readonly error: string;
  /** The steps before and after it on the same device. */
  readonly before: readonly TraceStep[];
  readonly after: readonly TraceStep[];
  /** The screen at the time of the failure. */
  readonly screen: TraceScreen | undefined;
}

/** Explains a case; undefined if the evidence does not show its cause. */
export type Rule = (given: Case) => Explanation | undefined;

/** Creates an explanation, with texts of one line and limited length. */
export function explanation(
  cause: FailureCause,
  sentence: string,
  { facts = [], actions = [], fix }: Partial<Pick<Explanation, 'facts' | 'actions' | 'fix'>> = {},
): Explanation {
  return {
    cause,
    sentence: lineOf(sentence),
    facts: facts.map(fact => lineOf(fact)),
    actions: actions.map(action => lineOf(action)),
    fix,
  };
}

/** Returns the screen with an ID. */
export function screenWith({ screens }: Evidence, id: string | null | undefined): TraceScreen | undefined {
  return id == null ? undefined : screens.find(screen => screen.id === id);
}

/** Returns the elements of a screen that can be seen. */
export function visibleOn(screen: TraceScreen | undefined): readonly TraceElement[] {
  return (screen?.elements ?? []).filter(({ hidden }) => hidden == null);
}

/** Returns the seconds after which a step stops waiting, or a default. */
export function timeoutOf({ params }: TraceStep, defaultSeconds: number): number {
  const seconds = params?.['timeoutSeconds'];
  return typeof seconds === 'number' ? seconds : defaultSeconds;
}

/** The maximum length of a quoted text and of a line, in characters. */
const MAX_LENGTH = { quote: 80, line: 800 } as const;

/** Quotes a text from outside, in one line and cut if it is long. */
export function quoted(text: unknown): string {
  return `“${lineOf(String(text), MAX_LENGTH.quote)}”`;
}

function lineOf(text: string, most: number = MAX_LENGTH.line): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** Quotes texts from outside, separated by commas. */
export function quotedList(texts: readonly string[]): string {
  return texts.map(quoted).join(', ');
}

/** Returns a text that begins with a capital. */
export function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** True if two steps ran on the same device, or both without one. */
export function areOnOneDevice(one: TraceStep, other: TraceStep): boolean {
  return (one.deviceId ?? null) === (other.deviceId ?? null);
}

/** Returns the number of a step for people, such as `step 2` or `step 2.1`. */
export function stepReference({ index, childIndex }: Pick<TraceStep, 'index' | 'childIndex'>): string {
  return `step ${index + 1}${childIndex == null ? '' : `.${childIndex + 1}`}`;
}
