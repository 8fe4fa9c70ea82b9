import type { OutputNode } from '../flow/run/outputTree.ts';
import type { Protocol } from './envelope.ts';
import {
  anyOf,
  flag,
  arrayOf,
  maybe,
  number,
  object,
  oneOf,
  type Guard,
  type Shaped,
  text,
} from './shape.ts';

/** A line of a value, with the lines below it; `sources` are the values that it was made of. */
export interface TraceNode extends OutputNode {
  readonly children: readonly TraceNode[];
  /** Each expression in words, such as `2 Read text › text`, with the value it had. */
  readonly sources?: readonly { readonly label: string; readonly value: string | undefined }[] | undefined;
}
const traceNode: Guard<TraceNode> = (value): value is TraceNode => nodeLine(value);
const nodeLine = object({
  name: text,
  value: text,
  children: arrayOf(traceNode),
  sources: maybe(arrayOf(object({ label: text, value: maybe(text) }))),
});

/** The tabs with the evidence of a step. */
export const TRACE_TABS = ['params', 'output', 'requests', 'happened', 'log'] as const;
export const traceTab = oneOf(...TRACE_TABS);
export type TraceTab = Shaped<typeof traceTab>;

const rowState = oneOf('succeeded', 'failed', 'running', 'aborted', 'skipped', 'unknown');
export type RowState = Shaped<typeof rowState>;

/** A reason for a failure, with the facts that show it and what to do next. */
export const traceExplanation = object({
  sentence: text,
  facts: arrayOf(text),
  actions: arrayOf(text),
});
export type TraceExplanation = Shaped<typeof traceExplanation>;

/** The result of comparing a step: in both runs, or only in one of them. */
const comparisonMark = oneOf('same', 'different', 'first', 'second');
export type ComparisonMark = Shaped<typeof comparisonMark>;

/** The second run of a compared step. */
const comparedRow = object({
  mark: comparisonMark,
  /** The index of the step in the trace of the second run. */
  step: maybe(number),
  state: maybe(rowState),
  before: maybe(text),
  after: maybe(text),
});

/** A line of the list of steps: a step, or a device or round with the steps below it. */
const traceRow = object({
  /** Identifies the line in later states of the same run. */
  key: text,
  /** The index of the step in the trace; undefined for a device or a round. */
  step: maybe(number),
  level: number,
  /** The number of the step from 1, such as `2.1`. */
  number: text,
  name: text,
  detail: text,
  state: rowState,
  time: text,
  /** The device whose screens the row belongs to: its index in `strips`. */
  strip: maybe(number),
  /** The IDs of the screens before and after the step. */
  before: maybe(text),
  after: maybe(text),
  /** The index of the frame that shows the end of the step. */
  frame: maybe(number),
  /** True if the step touched the screen, so the screen before it shows the touch. */
  touches: flag,
  /** The comparison of a step with another run. */
  compared: maybe(comparedRow),
});
export type TraceRow = Shaped<typeof traceRow>;

/** A screen in the order of time. */
const traceFrame = object({
  screen: text,
  /** The key of the row that the screen belongs to. */
  row: text,
  /** True for the screen after the step; false for the one before it. */
  isAfter: flag,
  isFailed: flag,
  /** Milliseconds since the start of the run; undefined if unknown. */
  at: maybe(number),
});
export type TraceFrame = Shaped<typeof traceFrame>;

/** The frames of a device. */
const traceStrip = object({ device: text, frames: arrayOf(traceFrame) });
export type TraceStrip = Shaped<typeof traceStrip>;

const fact = object({ name: text, value: text });

/** The comparison of the trace with that of another run. */
const traceComparison = object({
  /** Identifies the other run. */
  id: text,
  /** Names the first step that differs. */
  sentence: text,
  /** The key of its row; undefined if the runs do not differ. */
  first: maybe(text),
  /** The trace and the other run. */
  runs: arrayOf(object({ state: rowState, status: text, facts: arrayOf(fact) })),
  /** Sentences about differences of the runs as a whole. */
  about: arrayOf(text),
});
export type TraceComparison = Shaped<typeof traceComparison>;

/** A picture check of a test that failed, with the IDs of its pictures. */
const failedCheck = object({
  /** The key of the row of its step. */
  row: text,
  sentence: text,
  /** The round and the device, if there are several; otherwise empty. */
  place: text,
  expected: maybe(text),
  actual: maybe(text),
  difference: maybe(text),
  /** The reason why it has no pictures. */
  problem: maybe(text),
});
export type ShownCheck = Shaped<typeof failedCheck>;

/** The state of a trace that can be read. */
const openTrace = object({
  kind: oneOf('open'),
  name: text,
  state: rowState,
  /** The status in words. */
  status: text,
  facts: arrayOf(fact),
  /** Sentences about evidence that the trace does not have. */
  notes: arrayOf(text),
  /** The tabs whose evidence the service did not provide for any step. */
  missing: arrayOf(traceTab),
  /** The explanation of a failed run, or of a failed test, with the key of the row that failed. */
  explanation: maybe(object({ row: maybe(text), text: traceExplanation })),
  /** The picture checks that failed after the run. */
  failedChecks: arrayOf(failedCheck),
  rows: arrayOf(traceRow),
  strips: arrayOf(traceStrip),
  payload: arrayOf(traceNode),
  tasks: arrayOf(traceNode),
  /** Set while the run is in progress. */
  live: maybe(
    object({
      /** The step that runs, or the reason why the run cannot be read now. */
      sentence: text,
      isLost: flag,
      /** The key of the row to follow. */
      row: maybe(text),
    }),
  ),
  /** The row that the user asked for elsewhere; `at` is the time, so that it is selected only once. */
  wanted: maybe(object({ row: text, at: number })),
  comparison: maybe(traceComparison),
  /** True if the tasks of the run can be saved as flows: not in a trace file, which names no connection. */
  savesTasks: flag,
});
export type OpenTrace = Shaped<typeof openTrace>;

/** The state of the trace viewer: a trace, or the reason why it cannot be shown. Can be sent any number of times. */
export const traceState = anyOf(openTrace, object({ kind: oneOf('broken'), sentence: text }));
export type TraceState = Shaped<typeof traceState>;

const box = object({ left: number, top: number, right: number, bottom: number });
export type TraceBox = Shaped<typeof box>;

/** A gesture on the screen; positions in device pixels, times in milliseconds. */
const traceGesture = object({
  label: text,
  path: arrayOf(object({ x: number, y: number })),
});
export type TraceGesture = Shaped<typeof traceGesture>;

/** The element and the gestures of a step on the screen before it. */
const touched = {
  target: maybe(object({ box, label: text })),
  gestures: arrayOf(traceGesture),
};

/** The evidence of a step. */
export const stepEvidence = object({
  title: text,
  state: rowState,
  status: text,
  facts: arrayOf(fact),
  error: maybe(text),
  explanation: maybe(traceExplanation),
  ...touched,
  params: arrayOf(traceNode),
  output: arrayOf(traceNode),
  requests: arrayOf(
    object({ title: text, status: text, isFailed: flag, time: text, nodes: arrayOf(traceNode) }),
  ),
  happened: arrayOf(
    object({ kind: oneOf('mail', 'event'), title: text, detail: text, nodes: arrayOf(traceNode) }),
  ),
  log: arrayOf(text),
  attempts: arrayOf(object({ title: text, error: text, nodes: arrayOf(traceNode) })),
  leftOut: number,
  /** The ID of the task that the step ran. */
  taskId: maybe(text),
});
export type StepEvidence = Shaped<typeof stepEvidence>;

const comparedLine = object({
  name: text,
  /** The level in a nested value, from 1. */
  level: number,
  first: maybe(text),
  second: maybe(text),
  isDifferent: flag,
});
export type ComparedLine = Shaped<typeof comparedLine>;

/** The screens of one run at a step: what the step touched, and the elements that the other run does not show. */
const comparedScreens = object({ ...touched, before: arrayOf(box), after: arrayOf(box) });
export type ComparedScreens = Shaped<typeof comparedScreens>;

/** An element on a screen; without a box if it has to be scrolled to. */
const repairPlace = object({ screen: text, box: maybe(box) });

/** A proposed repair of a failed step, with the other steps that the same change has broken. */
export const shownRepair = object({
  reason: text,
  /** The likelihood that it is right, in words. */
  confidence: text,
  /** The steps with the elements that they name before and after. */
  changes: arrayOf(object({ step: text, from: text, to: text })),
  /** The element in the last run that passed, and in this run. */
  before: repairPlace,
  now: repairPlace,
});
export type ShownRepair = Shaped<typeof shownRepair>;

/** The evidence of a step in two runs. */
export const comparedEvidence = object({
  title: text,
  /** The differences in sentences. */
  differences: arrayOf(text),
  sections: arrayOf(object({ name: text, lines: arrayOf(comparedLine) })),
  first: maybe(comparedScreens),
  second: maybe(comparedScreens),
});
export type ComparedEvidence = Shaped<typeof comparedEvidence>;

/** A screen with its picture, or with its elements to draw if it has none. */
export const traceScreen = object({
  width: number,
  height: number,
  app: text,
  dialog: maybe(text),
  /** The reason why the picture or the elements are missing. */
  problem: maybe(text),
  elements: arrayOf(object({ box, text, isField: flag })),
});
export type TraceScreenState = Shaped<typeof traceScreen>;

/** The steps that match a search, with the tab that has the match; undefined for a match on the screen or in the name. */
export const foundRows = arrayOf(object({ row: text, tab: maybe(traceTab) }));
export type FoundRows = Shaped<typeof foundRows>;

/** A screen recording that was made during the run; the label is the name of the device if it is known. */
const runRecording = object({ id: text, label: text });
export type RunRecording = Shaped<typeof runRecording>;
export const runRecordings = arrayOf(runRecording);

/** The recording of the device of a step, with its start and end in milliseconds from the start of the video. */
export const recordedMoment = object({ id: text, before: maybe(number), after: maybe(number) });
export type RecordedMoment = Shaped<typeof recordedMoment>;

/**
 * A request from the page. `step` returns StepEvidence, `screen` a TraceScreenState or null, `picture` PNG bytes or
 * null, and `find` FoundSteps. `goTo` opens the flow file at a step, and `saveTask` saves the task of a step as a new flow.
 * `compare` lets the user choose another run, whose
 * screens `otherScreen` and `otherPicture` return. `recordings` returns the screen recordings of the run, `recordedMoment` a
 * RecordedMoment or null, and `video` the bytes of a recording. `checkPicture` returns the PNG bytes of a picture of a
 * failed check or null, and `maskPicture` leaves an area of it out of the test. `compared` returns ComparedEvidence for the
 * row with a key.
 */
export const traceRequest = anyOf(
  object({ kind: oneOf('open', 'compare', 'stopComparing', 'recordings') }),
  object({
    kind: oneOf('step', 'recordedMoment', 'goTo', 'saveTask', 'repair', 'applyRepair'),
    step: number,
  }),
  object({ kind: oneOf('screen', 'picture', 'video', 'checkPicture'), id: text }),
  object({ kind: oneOf('maskPicture'), picture: text, area: box }),
  object({ kind: oneOf('otherScreen', 'otherPicture', 'passedScreen', 'passedPicture'), id: text }),
  object({ kind: oneOf('compared'), row: text }),
  object({ kind: oneOf('find'), text }),
);
export type TraceRequest = Shaped<typeof traceRequest>;

export const traceViewerProtocol: Protocol<TraceRequest, TraceState> = {
  request: traceRequest,
  state: traceState,
};

/** The webview state that survives hiding and reloading. */
export const keptTrace = object({
  row: text,
  isAfter: flag,
  tab: traceTab,
  folded: arrayOf(text),
  /** True while the newest screen is followed. */
  isFollowing: maybe(flag),
  /** The time of the last row that the user asked for elsewhere. */
  wantedAt: maybe(number),
  /** The ID of the comparison that was shown. */
  comparison: maybe(text),
});
export type KeptTrace = Shaped<typeof keptTrace>;
