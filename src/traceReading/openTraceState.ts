import { explainRun } from '../flow/explain/explainStep.ts';
import { secondsText, statusText } from '../flow/run/outcomeText.ts';
import { outputTree } from '../flow/run/outputTree.ts';
import { millisecondsBetween } from '../flow/run/runSteps.ts';
import type { Trace, TraceDocument } from '../flow/trace/traceFile.ts';
import type { OpenTrace, TraceTab } from '../protocol/traceViewer.ts';
import { toExplanation } from './stepEvidence.ts';
import { frameRows } from './traceFrames.ts';
import { rowState, stepNumberText, stepTitle, traceRows } from './traceRows.ts';

/** The kinds of evidence in words. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['params', 'parameters'],
  ['screens', 'screens'],
  ['pictures', 'pictures'],
  ['gestures', 'gestures'],
  ['requests', 'requests'],
  ['mails', 'mail'],
  ['tasks', 'tasks'],
  ['otherScreens', 'screens of steps without a task'],
]);

/** The tabs that show a kind of evidence. */
const TABS: ReadonlyMap<string, TraceTab> = new Map([
  ['params', 'params'],
  ['requests', 'requests'],
  ['mails', 'happened'],
]);

/** The state of a run in progress; `problem` is the reason why it cannot be read now. */
export interface RunProgress {
  readonly problem: string | undefined;
}

/** Returns the state of the page for a trace; `progress` is given for a run in progress. */
export function openTraceState({ document, pictures }: Trace, progress?: RunProgress): OpenTrace {
  const { run } = document;
  const { rows, strips } = frameRows(document, traceRows(document));
  const explained = rowState(run.status) === 'failed' ? explainRun(document) : undefined;
  const failed = explained && document.steps.indexOf(explained.step);
  return {
    kind: 'open',
    name: run.flowName ?? 'Unnamed flow',
    state: rowState(run.status),
    status: run.status == null ? 'unknown' : statusText(run.status),
    facts: factsOf(document),
    notes: notesOf(document, pictures.size),
    missing: document.missing.flatMap(part => TABS.get(part) ?? []),
    explanation: explained
      ? { row: rows.find(({ step }) => step === failed)?.key, text: toExplanation(explained) }
      : errorOf(document),
    failedChecks: [],
    rows,
    strips,
    payload: outputTree(run.payload),
    tasks: outputTree(document.tasks.length === 0 ? undefined : document.tasks),
    live: progress && liveOf(document, rows, progress.problem),
    wanted: undefined,
    comparison: undefined,
    savesTasks: false,
  };
}

function liveOf(
  { steps }: TraceDocument,
  rows: OpenTrace['rows'],
  problem: string | undefined,
): NonNullable<OpenTrace['live']> {
  // A child comes after its parent, which runs as long as it does.
  const running = steps.findLastIndex(({ status }) => status === 'running');
  const step = steps[running];
  const newest = step ? running : steps.findLastIndex(({ status }) => status !== 'skipped');
  const now = step
    ? `Step ${stepNumberText(step)} “${stepTitle(step)}” is running.`
    : 'The run is in progress.';
  return {
    sentence: problem === undefined ? now : `${problem} The steps that were read before are shown.`,
    isLost: problem !== undefined,
    row: rows.find(row => row.step === newest)?.key,
  };
}

// A run can fail without a failed step, such as for a trigger that does not exist.
function errorOf({ run }: TraceDocument): OpenTrace['explanation'] {
  if (rowState(run.status) !== 'failed' || run.error == null) return undefined;
  return { row: undefined, text: { sentence: run.error, facts: [], actions: [] } };
}

function factsOf({ run, source }: TraceDocument): OpenTrace['facts'] {
  const devices = (run.devices ?? []).map(({ name, id }) => name ?? id);
  const took = millisecondsBetween(run.startedAt, run.finishedAt);
  const facts = [
    { name: devices.length > 1 ? 'Devices' : 'Device', value: devices.join(', ') },
    { name: 'Duration', value: took === undefined ? '' : secondsText(took) },
    { name: 'Started', value: timeText(run.startedAt) },
    { name: 'Trigger', value: run.triggerName ?? '' },
    { name: 'Source', value: source ?? '' },
  ];
  return facts.filter(({ value }) => value !== '');
}

function notesOf({ missing, screens }: TraceDocument, pictures: number): readonly string[] {
  const isPartial = pictures > 0 && missing.includes('pictures');
  const absent = missing.filter(part => !(isPartial && part === 'pictures'));
  const words = absent.map(part => PARTS.get(part) ?? part);
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(words);
  return [
    ...(words.length === 0 ? [] : [`The service did not provide ${list}.`]),
    ...(isPartial
      ? [
          `${pictures} of ${screens.length} screens have a picture.${screens.some(({ elements }) => elements) ? ' The others are drawn from their elements.' : ''}`,
        ]
      : []),
  ];
}

function timeText(time: string | null | undefined): string {
  const date = new Date(time ?? '');
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }).format(date);
}
