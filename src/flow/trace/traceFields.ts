import type { TraceRun, TraceScreen, TraceStep } from '../../contract/sandbox/traces.ts';
import { isObject, type JsonObject, listOf } from '../../util/isObject.ts';

type Check = (value: unknown) => boolean;
type Checks = Readonly<Record<string, Check>>;

/** The maximum number of entries of a list in a trace. */
const MAX_ENTRIES = 20_000;
const SIDES = ['left', 'top', 'right', 'bottom'] as const;

const isText: Check = value => typeof value === 'string';
const isNumber: Check = value => Number.isFinite(value);
const isFlag: Check = value => typeof value === 'boolean';
const isBox: Check = value => isObject(value) && SIDES.every(side => isNumber(value[side]));
const isPoint: Check = value => isObject(value) && isNumber(value['x']) && isNumber(value['y']);

function texts(...names: string[]): Checks {
  return Object.fromEntries(names.map(name => [name, isText]));
}

const RUN = texts('flowId', 'flowName', 'triggerName', 'kind', 'status', 'error', 'startedAt', 'finishedAt');
const DEVICE = texts('name', 'platform', 'state');
const STEP: Checks = {
  ...texts('deviceId', 'flowActionId', 'actionId', 'name', 'service', 'startedAt', 'finishedAt', 'error'),
  ...texts('code', 'screenBefore', 'screenAfter'),
  round: value => Number.isInteger(value),
  leftOut: value => Number.isInteger(value),
  target: value => isObject(value) && isBox(value['bounds']),
};
const ELEMENT: Checks = {
  ...texts('text', 'description', 'resourceId', 'className', 'hidden'),
  enabled: isFlag,
  clickable: isFlag,
  checked: isFlag,
  focused: isFlag,
};
const SCREEN: Checks = {
  ...texts('deviceId', 'takenAt', 'app', 'packageName', 'dialog', 'evidence', 'problem'),
  tookMs: isNumber,
  width: isNumber,
  height: isNumber,
  keyboardVisible: isFlag,
};
const REQUEST: Checks = { ...texts('error'), status: isNumber, tookMs: isNumber };
const MAIL: Checks = { ...texts('from', 'subject', 'receivedAt'), hasOtp: isFlag };
const ATTEMPT: Checks = { ...texts('finishedAt', 'error'), params: isObject };
const GESTURE: Checks = {
  ...texts('input', 'createdAt'),
  displayId: isNumber,
  durationMs: isNumber,
  asked: isObject,
};

/** Returns the content of a trace without a date or a source of a wrong type. */
export function readHead(content: JsonObject): JsonObject {
  return validIn(content, texts('createdAt', 'source'));
}

/** Reads a run; fields of a wrong type are dropped, unknown ones are kept. */
export function readRun(run: JsonObject & { readonly executionId: string }): TraceRun {
  const { devices, payload } = run;
  return {
    ...validIn(run, {
      ...RUN,
      payload: () => payload === undefined || isObject(payload),
      recordingIds: value => Array.isArray(value) && value.every(isText),
      recordsSteps: value => typeof value === 'boolean',
    }),
    executionId: run.executionId,
    ...(devices === undefined
      ? {}
      : { devices: rowsIn(devices, ['id'], DEVICE) as unknown as TraceRun['devices'] }),
  };
}

/** Reads a step; fields of a wrong type are dropped, unknown ones are kept. */
export function readStep(step: JsonObject, order: number): TraceStep {
  const { id, index, childIndex, method, status, params, values } = step;
  const lists = {
    gestures: (value: unknown) => rowsIn(value, ['kind'], GESTURE).map(readGesture),
    requests: (value: unknown) => rowsIn(value, ['method', 'url'], REQUEST),
    mails: (value: unknown) => rowsIn(value, ['messageId', 'mailboxId'], MAIL),
    events: (value: unknown) => rowsIn(value, ['eventType'], texts('source')),
    attempts: (value: unknown) => rowsIn(value, ['startedAt'], ATTEMPT),
    log: (value: unknown) => listIn(value).filter(isText),
    screens: (value: unknown) => listIn(value).filter(isText),
  };
  const read = Object.entries(lists).flatMap(([name, list]) =>
    step[name] === undefined ? [] : [[name, list(step[name])] as const],
  );
  const target = isObject(step['target'])
    ? { target: validIn(step['target'], { text: isText, selector: isObject }) }
    : {};
  return {
    ...validIn({ ...step, ...target }, STEP),
    ...(Object.fromEntries(read) as Pick<TraceStep, keyof typeof lists>),
    id: textOr(id, String(order)),
    index: Number.isInteger(index) ? (index as number) : order,
    childIndex: Number.isInteger(childIndex) ? (childIndex as number) : null,
    method: textOr(method, ''),
    status: textOr(status, ''),
    params: isObject(params) ? { ...params } : undefined,
    values: objectsIn(values).flatMap(({ path, expression, value }) =>
      typeof expression === 'string' && Array.isArray(path)
        ? [
            {
              expression,
              value,
              path: path.filter(part => typeof part === 'string' || Number.isInteger(part)) as string[],
            },
          ]
        : [],
    ),
  };
}

/** Reads a screen; returns nothing for one without an ID. */
export function readTraceScreens(screen: JsonObject): TraceScreen[] {
  const { id, elements } = screen;
  if (typeof id !== 'string') return [];
  const valid = objectsIn(elements)
    .filter(({ bounds }) => isBox(bounds))
    .map(element => validIn(element, ELEMENT));
  return [{ ...validIn(screen, SCREEN), id, elements: valid as unknown as TraceScreen['elements'] }];
}

/** Returns the objects in a list, which may be anything. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return listIn(value).filter(isObject);
}

function readGesture(gesture: JsonObject): JsonObject {
  return { ...gesture, path: objectsIn(gesture['path']).filter(isPoint) };
}

function listIn(value: unknown): readonly unknown[] {
  return listOf(value).slice(0, MAX_ENTRIES);
}

/** Returns the objects of a list that have some texts, without their fields of a wrong type. */
function rowsIn(value: unknown, required: readonly string[], checks: Checks): JsonObject[] {
  return objectsIn(value)
    .filter(row => required.every(name => isText(row[name])))
    .map(row => validIn(row, checks));
}

function validIn(object: JsonObject, checks: Checks): JsonObject {
  const entries = Object.entries(object).filter(
    ([name, value]) => value === null || !Object.hasOwn(checks, name) || checks[name]?.(value) === true,
  );
  return Object.fromEntries(entries);
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}
