import { isObject, type JsonObject, memberOf } from '../../util/isObject.ts';
import {
  type CommandContext,
  type CommandReader,
  findBy,
  LOOKUP_SECONDS,
  numberArgument,
  oneCommand,
  OPTIONAL_SECONDS,
  partNote,
  readPoint,
  secondsArgument,
  shortened,
  type WritingPlace,
  type StepWriter,
  type StepWriters,
  withSelector,
  type WrittenStep,
} from './commandContext.ts';
import { unusedNotes } from './commandOptions.ts';
import { type DraftStep, oneStep, type Translation } from './imported.ts';
import { type ElementParams, namesOfParts, writeSelector } from './maestroSelector.ts';
import { writePartPattern, writeTextPattern } from './textPattern.ts';
import { plainScalar } from './plainScalar.ts';

const MAX_TAPS = 50;
const LONG_PRESS_MS = 3000;
/** The options that a tap uses, or about which it has a note. */
const TAP_OPTIONS = ['point', 'repeat', 'delay', 'retryTapIfNoChange'];
const DIRECTIONS = ['up', 'down', 'left', 'right'];

const tapOn: CommandReader = (value, context) => {
  const tapped =
    tapAt(value, context, TAP_OPTIONS) ??
    withSelector(value, context, found => oneTap(found, value), TAP_OPTIONS);
  if ('left' in tapped) return tapped;
  const times = numberArgument(value, 'repeat', context) ?? 1;
  if (times <= 1) return tapped;
  if (!Number.isInteger(times) || times > MAX_TAPS)
    return { left: `A tap is repeated at most ${MAX_TAPS} times.` };
  const pauseSeconds = (numberArgument(value, 'delay', context) ?? 100) / 1000;
  return {
    ...tapped,
    steps: [{ method: 'flow.repeat', params: { times, pauseSeconds }, children: tapped.steps }],
  };
};

function oneTap(found: ElementParams, value: unknown): Translation {
  const { element, fallback } = findBy(found);
  const params = { target: element, ...(fallback ? { fallback } : {}) };
  const inside =
    memberOf(value, 'point') === undefined
      ? []
      : ['The middle of the element is tapped, not the point in it.'];
  return oneStep('device.tap', params, [...found.notes, ...inside, ...retryNotes(value)]);
}

function retryNotes(value: unknown): readonly string[] {
  const isRetried = memberOf(value, 'retryTapIfNoChange') === true;
  return isRetried ? ['The tap is not repeated if the screen stays the same.'] : [];
}

/** Translates a tap at a point, with the options that the command uses; undefined for a tap on an element. */
function tapAt(value: unknown, context: CommandContext, options: readonly string[]): Translation | undefined {
  if (!isObject(value) || value['point'] === undefined || namesOfParts(value).length > 0) return undefined;
  const point = readPoint(context.text(plainScalar(value['point'])) ?? '', context.target);
  if (!point) return { left: 'The point cannot be read.' };
  const { x, y, isPart } = point;
  return oneStep('device.tap', { target: { x, y } }, [
    ...(isPart ? [partNote(context.target)] : []),
    ...retryNotes(value),
    ...unusedNotes(value, options),
  ]);
}

const doubleTapOn: CommandReader = (value, context) => {
  const tapped = tapOn(value, context);
  if ('left' in tapped) return tapped;
  return {
    steps: [...tapped.steps, ...tapped.steps],
    notes: [...(tapped.notes ?? []), 'The element is tapped twice, which may be too slow for a double tap.'],
  };
};

const longPressOn: CommandReader = (value, context) => {
  const tapped = tapAt(value, context, ['point']);
  if (tapped) {
    if ('left' in tapped) return tapped;
    const [step] = tapped.steps;
    const point = step?.params['target'];
    const params = { ...(isObject(point) ? point : {}), duration: LONG_PRESS_MS };
    return oneStep('device.longPress', params, tapped.notes);
  }
  const press = (found: ElementParams): Translation => {
    const key = context.variables.newKey('found');
    const bounds = `steps.${key}.body.bounds`;
    const steps: readonly DraftStep[] = [
      { ...waitFor(found, 'visible', LOOKUP_SECONDS), key },
      {
        method: 'device.longPress',
        params: { x: `{{${bounds}.left}}`, y: `{{${bounds}.top}}`, duration: LONG_PRESS_MS },
      },
    ];
    const other = memberOf(value, 'point') === undefined ? 'its middle' : 'the point in it';
    return {
      steps,
      notes: [...found.notes, `The upper left corner of the element is pressed, not ${other}.`],
    };
  };
  return withSelector(value, context, press, ['point']);
};

/** Returns a step that waits until an element is visible or gone. */
function waitFor(found: ElementParams, until: 'visible' | 'gone', timeoutSeconds: number): DraftStep {
  return { method: 'device.waitForElement', params: { ...findBy(found), until, timeoutSeconds } };
}

/** Returns a step that checks that an element is visible or gone. */
export function checkStep(found: ElementParams, isVisible: boolean, timeoutSeconds: number): DraftStep {
  const state = isVisible ? (found.state ?? 'visible') : 'gone';
  return { method: 'device.checkElement', params: { ...findBy(found), state, timeoutSeconds } };
}

const assertVisible: CommandReader = (value, context) =>
  withSelector(value, context, found => ({
    steps: [checkStep(found, true, LOOKUP_SECONDS)],
    notes: found.notes,
  }));

const assertNotVisible: CommandReader = (value, context) =>
  withSelector(value, context, found => ({
    steps: [checkStep(found, false, OPTIONAL_SECONDS)],
    notes: found.notes,
  }));

const extendedWaitUntil: CommandReader = (value, context) => {
  const { seconds, notes } = secondsArgument(value, 'timeout', context, LOOKUP_SECONDS);
  const waits = (['visible', 'notVisible'] as const).flatMap(name => {
    const selector = memberOf(value, name);
    const until = name === 'visible' ? 'visible' : 'gone';
    if (selector === undefined) return [];
    return [
      withSelector(selector, context, found => ({
        steps: [waitFor(found, until, seconds)],
        notes: [...found.notes, ...notes],
      })),
    ];
  });
  if (waits.length === 0) return { left: 'It does not say what it waits for.' };
  return join(waits);
};

/** Joins translations to one, which is left if one of them is. */
function join(translations: readonly Translation[]): Translation {
  const left = translations.find(one => 'left' in one);
  if (left) return left;
  const all = translations.filter(one => 'steps' in one);
  return { steps: all.flatMap(({ steps }) => steps), notes: all.flatMap(({ notes = [] }) => notes) };
}

const scrollUntilVisible: CommandReader = (value, context) => {
  const direction = plainScalar(memberOf(value, 'direction') ?? 'down').toLowerCase();
  if (!DIRECTIONS.includes(direction)) return { left: 'The direction cannot be read.' };
  const settings = ['timeout', 'speed', 'visibilityPercentage', 'centerElement', 'waitToSettleTimeoutMs'];
  const unused = settings.filter(name => memberOf(value, name) !== undefined);
  const notes =
    unused.length === 0
      ? []
      : [`The step scrolls up to 10 times; ${unused.map(name => `“${name}”`).join(', ')} is not used.`];
  return withSelector(memberOf(value, 'element'), context, found =>
    oneStep('device.scrollTo', { ...findBy(found), ...(direction === 'down' ? {} : { direction }) }, [
      ...found.notes,
      ...notes,
    ]),
  );
};

const copyTextFrom: CommandReader = (value, context) =>
  withSelector(value, context, found => {
    const key = context.variables.newKey('copied');
    context.variables.setOutput('maestro.copiedText', {
      kind: 'later',
      text: `{{steps.${key}.body.text}}`,
    });
    return { steps: [{ method: 'device.readElement', params: findBy(found), key }], notes: found.notes };
  });

/** The commands that find an element. */
export const ELEMENT_COMMANDS: Readonly<Record<string, CommandReader>> = {
  tapOn,
  doubleTapOn,
  longPressOn,
  assertVisible,
  assertNotVisible,
  extendedWaitUntil,
  scrollUntilVisible,
  copyTextFrom,
};

/** Writes a command for the element of a step. */
function writeElement(
  name: string,
  { element, fallback }: JsonObject,
  context: WritingPlace,
  options: JsonObject = {},
  others: readonly string[] = [],
): WrittenStep | undefined {
  const written = writeSelector(element, fallback, context);
  return written && oneCommand(name, { ...written.selector, ...options }, [...written.notes, ...others]);
}

/** Writes a point in pixels, such as `100,200`; undefined for one that is known only later. */
function pointText(x: unknown, y: unknown): string | undefined {
  return typeof x === 'number' && typeof y === 'number' ? `${x},${y}` : undefined;
}

const writeTap: StepWriter = ({ target, fallback }, context) =>
  memberOf(target, 'by') === undefined
    ? oneCommand('tapOn', { point: pointText(memberOf(target, 'x'), memberOf(target, 'y')) })
    : writeElement('tapOn', { element: target, fallback }, context);

/** Writes a condition about the screen, for a `when`, a `while`, or a wait. */
export function writeCondition(
  { element, fallback }: JsonObject,
  isVisible: boolean,
  context: WritingPlace,
  state?: unknown,
): { readonly condition: JsonObject; readonly notes: readonly string[] } | undefined {
  const written = writeSelector(element, fallback, context);
  if (!written) return undefined;
  const { selector, notes } = written;
  const checked = state === 'checked' || state === 'unchecked' ? { checked: state === 'checked' } : {};
  const condition = shortened('tapOn', { ...selector, ...checked });
  return { condition: { [isVisible ? 'visible' : 'notVisible']: condition }, notes };
}

const writeWait: StepWriter = (params, context) => {
  const { until, timeoutSeconds = LOOKUP_SECONDS } = params;
  const written = writeCondition(params, until !== 'gone', context);
  if (!written || typeof timeoutSeconds !== 'number') return undefined;
  const timeout = Math.round(timeoutSeconds * 1000);
  return oneCommand('extendedWaitUntil', { ...written.condition, timeout }, written.notes);
};

const writeCheck: StepWriter = (params, context) => {
  const { state = 'visible', timeoutSeconds = 0, equals, contains } = params;
  const isVisible = state !== 'gone';
  // A command waits longer only if it is told to.
  const usual = isVisible ? LOOKUP_SECONDS : OPTIONAL_SECONDS;
  if (typeof timeoutSeconds !== 'number') return undefined;
  if (
    timeoutSeconds > usual &&
    (state === 'visible' || state === 'gone') &&
    (equals ?? contains) === undefined
  ) {
    const wait = writeWait({ ...params, until: isVisible ? 'visible' : 'gone' }, context);
    return wait && { ...wait, notes: [...wait.notes, 'It becomes a wait.'] };
  }
  const checked = state === 'checked' || state === 'unchecked' ? { checked: state === 'checked' } : {};
  const hasId = memberOf(params['element'], 'by') === 'resourceId';
  const text =
    hasId && typeof equals === 'string'
      ? { text: context.text(writeTextPattern(equals)) }
      : hasId && typeof contains === 'string'
        ? { text: context.text(writePartPattern(contains)) }
        : {};
  const compared = Object.keys(text).length > 0 ? ['Maestro compares the text together with the ID.'] : [];
  return writeElement(
    isVisible ? 'assertVisible' : 'assertNotVisible',
    params,
    context,
    { ...text, ...checked },
    compared,
  );
};

const writeScroll: StepWriter = ({ element, fallback, direction = 'down' }, context) => {
  const written = writeSelector(element, fallback, context);
  if (!written) return undefined;
  const way = direction === 'down' ? {} : { direction: context.text(direction)?.toUpperCase() };
  return oneCommand(
    'scrollUntilVisible',
    { element: shortened('tapOn', written.selector), ...way },
    written.notes,
  );
};

/** The writers of steps that find an element. */
export const ELEMENT_STEPS: StepWriters = {
  'device.tap': writeTap,
  'device.longPress': ({ x, y }) => oneCommand('longPressOn', { point: pointText(x, y) }),
  'device.waitForElement': writeWait,
  'device.checkElement': writeCheck,
  'device.scrollTo': writeScroll,
  'device.readElement': (params, context) => writeElement('copyTextFrom', params, context),
};

/** Writes a wait for an element and a long press on it. */
export function writeLongPress(wait: JsonObject, context: WritingPlace): WrittenStep | undefined {
  return writeElement('longPressOn', wait, context, {}, ['Maestro presses the middle of the element.']);
}
