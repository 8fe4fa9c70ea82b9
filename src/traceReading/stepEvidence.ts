import type { TraceStep, TraceValue } from '../contract/sandbox/traces.ts';
import { explainStep } from '../flow/explain/explainStep.ts';
import { secondsText, statusText } from '../flow/run/outcomeText.ts';
import { millisecondsBetween, taskIdIn } from '../flow/run/runSteps.ts';
import { type OutputNode, outputTree } from '../flow/run/outputTree.ts';
import { passcodesIn } from '../flow/run/passcodes.ts';
import type { TraceDocument } from '../flow/trace/traceFile.ts';
import { isObject } from '../util/isObject.ts';
import type { StepEvidence, TraceExplanation, TraceGesture, TraceNode } from '../protocol/traceViewer.ts';
import { nameOfDevice, nameOfSegment, rowState, stepNumberText, stepTime, stepTitle } from './traceRows.ts';
import { stepKeyOf, templateExpressions } from '../flow/template.ts';

const MAX_VALUE_LENGTH = 200;

/** The limits of one step, so that the page stays small. */
const MAX = { lines: 500, points: 500, entries: 100, text: 2000 } as const;

type Explained = NonNullable<ReturnType<typeof explainStep>>;

/** Returns everything that a trace says about a step. */
export function evidenceOf(document: TraceDocument, step: TraceStep): StepEvidence {
  const { run, steps } = document;
  const { params, values, output, error, requests, mails, events, log, attempts, target, gestures } = step;
  const passcodes = passcodesIn(steps.map(one => ({ output: one.output })));
  const tree = (value: unknown): readonly TraceNode[] => outputTree(value, passcodes);
  const explained = explainStep(document, step);
  const began = millisecondsBetween(run.startedAt, step.startedAt);
  const time = stepTime(step);
  return {
    title: `${stepNumberText(step)} ${stepTitle(step)}`,
    state: rowState(step.status),
    status: step.status === 'skipped' ? 'not run' : statusText(step.status),
    facts: [
      ...(time === '' ? [] : [{ name: 'Duration', value: time }]),
      ...(began === undefined ? [] : [{ name: 'Start', value: `after ${secondsText(began)}` }]),
      ...evidenceTime(document, step),
      ...(step.round == null ? [] : [{ name: 'Round', value: String(step.round + 1) }]),
      ...(step.deviceId == null ? [] : [{ name: 'Device', value: nameOfDevice(run, step.deviceId) }]),
      ...(step.method === '' ? [] : [{ name: 'Action', value: step.method }]),
    ],
    error: error == null ? undefined : cut(error),
    explanation: explained && toExplanation(explained),
    target: target
      ? { box: target.bounds, label: target.text == null ? 'Element' : cut(target.text) }
      : undefined,
    gestures: (gestures ?? []).slice(0, MAX.entries).flatMap(gestureOf),
    params: paramNodes(params, values ?? [], steps),
    output: tree(output),
    requests: (requests ?? []).slice(0, MAX.entries).map(request => ({
      title: cut(`${request.method} ${request.url}`),
      status: request.error == null ? String(request.status ?? '') : cut(request.error),
      isFailed: request.error != null || (request.status ?? 0) >= 400,
      time: request.tookMs == null ? '' : secondsText(request.tookMs),
      nodes: [
        ...section('Headers', tree(request.headers)),
        ...section('Body', tree(request.body)),
        ...section('Answer', tree(request.answer)),
      ],
    })),
    happened: [
      ...(mails ?? []).slice(0, MAX.entries).map(mail => ({
        kind: 'mail' as const,
        title: cut(mail.subject ?? 'Mail without a subject'),
        detail: cut(
          [mail.from == null ? '' : `from ${mail.from}`, mail.hasOtp === true ? 'with a passcode' : '']
            .filter(Boolean)
            .join(', '),
        ),
        nodes: [],
      })),
      ...(events ?? []).slice(0, MAX.entries).map(event => ({
        kind: 'event' as const,
        title: cut(event.eventType),
        detail: cut(event.source ?? ''),
        nodes: tree(event.payload),
      })),
    ],
    log: (log ?? []).slice(0, MAX.lines).map(cut),
    attempts: (attempts ?? []).slice(0, MAX.entries).map((attempt, index) => {
      const took = millisecondsBetween(attempt.startedAt, attempt.finishedAt);
      return {
        title: `Attempt ${index + 1}${took === undefined ? '' : ` (${secondsText(took)})`}`,
        error: cut(attempt.error ?? ''),
        nodes: tree(attempt.params),
      };
    }),
    leftOut: Math.max(0, step.leftOut ?? 0),
    taskId: taskIdIn(output),
  };
}

// Capturing the screens of a real phone takes time beside the step.
function evidenceTime(
  { screens }: TraceDocument,
  { screenBefore, screenAfter }: TraceStep,
): StepEvidence['facts'] {
  const times = [...new Set([screenBefore, screenAfter])].flatMap(
    id => screens.find(screen => screen.id === id)?.tookMs ?? [],
  );
  if (times.length === 0) return [];
  return [{ name: 'Screens captured in', value: secondsText(times.reduce((sum, ms) => sum + ms)) }];
}

/** Returns the part of an explanation that the page shows. */
export function toExplanation({ sentence, facts, actions }: Explained): TraceExplanation {
  return { sentence, facts, actions };
}

function section(name: string, children: readonly TraceNode[]): TraceNode[] {
  if (children.length === 0) return [];
  const [first] = children;
  // A plain value has a single line without a name.
  return children.length === 1 && first?.name === ''
    ? [{ name, value: first.value, children: [] }]
    : [{ name, value: '', children }];
}

// The pictures are of display 0.
function gestureOf(gesture: NonNullable<TraceStep['gestures']>[number]): TraceGesture[] {
  const path: unknown = gesture.path;
  if (!Array.isArray(path) || path.length === 0 || (gesture.displayId || 0) !== 0) return [];
  const points = path.filter(isObject).map(({ x, y }) => ({ x: Number(x), y: Number(y) }));
  const every = Math.ceil(points.length / MAX.points);
  const last = points.length - 1;
  return [
    {
      label: LABELS.get(gesture.kind) ?? 'Gesture',
      path: points.filter((_, at) => at % every === 0 || at === last),
    },
  ];
}

const LABELS: ReadonlyMap<string, string> = new Map([
  ['tap', 'Tap'],
  ['longPress', 'Long press'],
  ['swipe', 'Swipe'],
]);

function cut(text: string): string {
  return text.length > MAX.text ? `${text.slice(0, MAX.text)}…` : text;
}

/** Returns parameters as a tree in which each value made by expressions names them. */
function paramNodes(
  params: unknown,
  values: readonly TraceValue[],
  steps: readonly TraceStep[],
): readonly TraceNode[] {
  const place = ({ path }: TraceValue): string => path.map(nameOfSegment).join('\n');
  const byPlace = Map.groupBy(values, place);
  const used = new Set<string>();
  const withSources = (nodes: readonly OutputNode[], above: readonly string[]): TraceNode[] =>
    nodes.map(({ name, value, children }) => {
      const path = [...above, name];
      const key = path.join('\n');
      const own = byPlace.get(key);
      if (own) used.add(key);
      return { name, value, children: withSources(children, path), sources: own && sourcesOf(own, steps) };
    });
  const nodes = withSources(outputTree(params), []);
  // The parameters of a step that did not start have no values yet.
  const others = [...byPlace].filter(([key]) => !used.has(key));
  return [
    ...nodes,
    ...others.map(([key, own]) => ({
      name: key.split('\n').join(' › '),
      value: '',
      children: [],
      sources: sourcesOf(own, steps),
    })),
  ];
}

function sourcesOf(
  values: readonly TraceValue[],
  steps: readonly TraceStep[],
): NonNullable<TraceNode['sources']> {
  return values.map(({ expression, value }) => ({
    label: expressionLabel(expression, steps),
    value: value === undefined ? undefined : valueText(value),
  }));
}

/** Returns an expression in words, such as `2 Read text › text`; one that is not a path stays as it is. */
export function expressionLabel(expression: string, steps: readonly TraceStep[]): string {
  const [parsed] = templateExpressions(expression);
  if (!parsed?.path) return expression;
  const { path, source } = parsed;
  const [root, second] = path;
  if (root === 'event' && second === 'payload') return ['Payload', ...path.slice(2)].join(' › ');
  const key = stepKeyOf(path);
  const step = key === undefined ? undefined : steps.find(one => one.key === key);
  if (step) {
    const { index, childIndex } = step;
    const number = `${index + 1}${childIndex == null ? '' : `.${childIndex + 1}`}`;
    const rest = path.slice(path[2] === 'body' ? 3 : 2);
    return [`${number} ${stepTitle(step)}`, ...rest].join(' › ');
  }
  return source;
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
