import { isObject, memberOf } from '../../util/isObject.ts';
import {
  type CommandContext,
  type CommandReader,
  numberArgument,
  oneCommand,
  partNote,
  readPoint,
  type StepWriter,
  type StepWriters,
  textArgument,
  type WrittenCommand,
} from './commandContext.ts';
import { SECRETS_NOTE } from './completeImport.ts';
import { oneStep, type Translation } from './imported.ts';
import { interpolate, readExpression } from './expressions.ts';
import { plainScalar } from './plainScalar.ts';
import { isSecretField } from '../secrets/secretFields.ts';

const MAX_KEYS = 50;
/** The variable that holds the text that was copied last. */
const COPIED = 'maestro.copiedText';
/** The key code that pastes the clipboard. */
const PASTE_KEY = 279;
const SWIPE_MS = 400;
/** The distances of swipes and scrolls of Maestro, as shares of the screen. */
const DISTANCES: Readonly<Record<string, number>> = { up: 0.4, down: 0.7, left: 0.8, right: 0.8 };
const SCROLL_DISTANCE = 0.5;

const KEYS: Readonly<Record<string, string | number>> = {
  enter: 'enter',
  backspace: 'delete',
  tab: 'tab',
  'volume up': 24,
  'volume down': 25,
  power: 26,
  lock: 276,
  escape: 111,
  'remote dpad up': 19,
  'remote dpad down': 20,
  'remote dpad left': 21,
  'remote dpad right': 22,
  'remote dpad center': 23,
  'remote media play pause': 85,
  'remote media stop': 86,
  'remote media next': 87,
  'remote media previous': 88,
  'remote media rewind': 89,
  'remote media fast forward': 90,
  'remote system navigation up': 280,
  'remote system navigation down': 281,
  'remote button a': 96,
  'remote button b': 97,
  'remote menu': 82,
  'tv input': 178,
};

const UNREADABLE = 'An expression in its text cannot be read.';
const NO_TEXT = 'It has no text.';

function isWithoutText(value: unknown): boolean {
  const given = isObject(value) ? value['text'] : value;
  return given === undefined || given === null;
}

/** Returns the step that types a text, which is not written if it is a secret. */
function typeText(text: string, { field, variables }: CommandContext): Translation {
  if (text.includes('{{') || !isSecretField(field)) return oneStep('device.typeText', { text });
  const name = /otp|code/i.test(field) ? 'passcode' : 'password';
  variables.secrets.add(text, field);
  const step = { method: 'device.typeText', params: { text: variables.secretField(text, name) } } as const;
  return { steps: [step], hints: [SECRETS_NOTE] };
}

const inputText: CommandReader = (value, context) => {
  const text = textArgument(value, 'text', context);
  if (text !== undefined) return typeText(text, context);
  if (isWithoutText(value)) return { left: NO_TEXT };
  const { field, variables } = context;
  const former = interpolate(plainScalar(memberOf(value, 'text') ?? value), variables.readAny);
  if (former !== undefined && isSecretField(field)) variables.secrets.add(former, field);
  return { left: UNREADABLE };
};

const inputRandomText: CommandReader = () =>
  oneStep('device.typeText', { text: '{{execution.id}}' }, [
    'The ID of the execution is typed, which is another text in each run.',
  ]);

const inputRandomEmail: CommandReader = () =>
  oneStep('device.typeText', { text: '{{execution.id}}@example.com' }, [
    'The address begins with the ID of the execution, which is another one in each run.',
  ]);

function inputFromPayload(name: string, what: string): CommandReader {
  return (_value, { variables }) =>
    oneStep('device.typeText', { text: variables.payloadField(name) }, [
      `Steps make up no ${what}. Pass “${name}” in the payload of the trigger.`,
    ]);
}

const eraseText: CommandReader = (value, context) => {
  const count =
    typeof value === 'number'
      ? value
      : numberArgument({ count: memberOf(value, 'charactersToErase') ?? value }, 'count', context);
  if (count === undefined) return oneStep('device.clearText');
  if (!Number.isInteger(count) || count < 1) return { left: 'The number of characters cannot be read.' };
  if (count > MAX_KEYS) return oneStep('device.clearText', {}, ['The whole text is erased.']);
  return oneStep('device.pressKey', { key: 'delete', times: count });
};

const pasteText: CommandReader = (_value, context) => {
  const copied = context.variables.read(COPIED) && context.text(`\${${COPIED}}`);
  return copied === undefined ? oneStep('device.pressKey', { key: PASTE_KEY }) : typeText(copied, context);
};

const setClipboard: CommandReader = (value, context) => {
  const content = textArgument(value, 'text', context);
  if (content === undefined) return { left: isWithoutText(value) ? NO_TEXT : UNREADABLE };
  const isLater = content.includes('{{');
  context.variables.setOutput(
    COPIED,
    isLater ? { kind: 'later', text: content } : { kind: 'known', value: content },
  );
  return oneStep('device.setClipboard', { content });
};

const pressKey: CommandReader = (value, context) => {
  const name = textArgument(value, 'key', context)?.toLowerCase() ?? '';
  if (name === 'home' || name === 'back') return oneStep('device.globalAction', { button: name });
  const key = Object.hasOwn(KEYS, name) ? KEYS[name] : undefined;
  return key === undefined
    ? { left: `Steps press no key “${name.slice(0, 40)}”.` }
    : oneStep('device.pressKey', { key });
};

const swipe: CommandReader = (value, context) => {
  const duration = numberArgument(value, 'duration', context) ?? SWIPE_MS;
  const points = ['start', 'end'].map(name => {
    const text = memberOf(value, name);
    return text === undefined ? undefined : readPoint(context.text(plainScalar(text)) ?? '', context.target);
  });
  const [start, end] = points;
  if (memberOf(value, 'start') !== undefined) {
    if (!start || !end) return { left: 'The points cannot be read.' };
    const gesture = { startX: start.x, startY: start.y, endX: end.x, endY: end.y };
    return oneStep('device.swipe', { gesture, duration }, start.isPart ? [partNote(context.target)] : []);
  }
  const direction = plainScalar(memberOf(value, 'direction') ?? '').toLowerCase();
  const distance = Object.hasOwn(DISTANCES, direction) ? DISTANCES[direction] : undefined;
  if (distance === undefined) return { left: 'The direction cannot be read.' };
  const notes =
    memberOf(value, 'from') === undefined ? [] : ['The swipe is made on the screen, not from the element.'];
  return oneStep('device.swipe', { gesture: { direction, distance }, duration }, notes);
};

const scroll: CommandReader = () =>
  oneStep('device.swipe', { gesture: { direction: 'up', distance: SCROLL_DISTANCE }, duration: SWIPE_MS });

const SCRIPT = /^\$\{\s*(output(?:\.[A-Za-z_$][\w$]*)+)\s*=(?!=)([^;{}]*);?\s*\}$/;
const ASSIGNED =
  /\b(output(?:\.[A-Za-z_$][\w$]*)+)(?=\s*(?:[-+*/%&|^?]{0,3}=(?![=>])|\+\+|--))|(?:\+\+|--)\s*(output(?:\.[A-Za-z_$][\w$]*)+)/g;

function scriptOf(value: unknown): string {
  return plainScalar(memberOf(value, 'script') ?? value).trim();
}

/** Returns the outputs that the script of a command sets. */
export function assignedOutputs(value: unknown): readonly string[] {
  return [...scriptOf(value).matchAll(ASSIGNED)].map(([, before, after = '']) => before ?? after);
}

/**
 * Sets a variable of scripts to a constant, or to a value that is known when the flow runs. Nothing is run. A script that
 * may run at another time, or several times, is left.
 */
const evalScript: CommandReader = (value, { variables, isConditional = false }) => {
  const [, name = '', source] = SCRIPT.exec(scriptOf(value)) ?? [];
  const read = isConditional ? variables.readAny : variables.read;
  const result = source === undefined ? undefined : readExpression(source, read);
  const isRead = result !== undefined && result.kind !== 'comparison';
  if (isRead) variables.setOutput(name, result);
  if (isRead && !isConditional)
    return { steps: [], hints: ['The value is written into the steps that read it.'] };
  variables.forget(assignedOutputs(value));
  return { left: isRead ? 'It runs in a condition or a loop.' : 'Scripts are not run and have no steps.' };
};

/** The commands that type, press, and swipe. */
export const INPUT_COMMANDS: Readonly<Record<string, CommandReader>> = {
  inputText,
  inputRandomText,
  inputRandomEmail,
  inputRandomNumber: inputFromPayload('randomNumber', 'numbers'),
  inputRandomPersonName: inputFromPayload('randomName', 'names'),
  inputRandomCityName: inputFromPayload('randomCity', 'names'),
  inputRandomCountryName: inputFromPayload('randomCountry', 'names'),
  inputRandomColorName: inputFromPayload('randomColor', 'names'),
  eraseText,
  pasteText,
  setClipboard,
  pressKey,
  swipe,
  scroll,
  evalScript,
  back: () => oneStep('device.globalAction', { button: 'back' }),
  hideKeyboard: () => oneStep('device.hideKeyboard'),
};

/** Writes the typing of a text. A field is emptied by a command of its own. */
const writeType: StepWriter = ({ text: typed, clear }, { text }) => {
  if (typed === '{{execution.id}}')
    return oneCommand('inputRandomText', {}, ['Maestro types a random text, not the ID of the execution.']);
  if (typed === '{{execution.id}}@example.com')
    return oneCommand('inputRandomEmail', {}, ['Maestro makes up the whole address.']);
  const type = oneCommand('inputText', { text: text(typed) });
  if (clear !== true || !type) return type;
  const erase = { name: 'eraseText', args: {} };
  return { commands: [erase, ...type.commands], notes: ['The field is emptied by a command before it.'] };
};

const writeKey: StepWriter = ({ key, times: given }) => {
  if (key === PASTE_KEY) return oneCommand('pasteText');
  if (key === 'delete' && typeof given === 'number')
    return oneCommand('eraseText', { charactersToErase: given });
  const times = given ?? 1;
  const name = Object.keys(KEYS).find(one => KEYS[one] === key);
  if (name === undefined || typeof times !== 'number' || times > MAX_KEYS) return undefined;
  const press = { name: 'pressKey', args: { key: name.replace(/^./, first => first.toUpperCase()) } };
  const notes = times > 1 ? ['The command is repeated for each press.'] : [];
  return { commands: Array.from({ length: times }, () => press), notes };
};

const writeButton: StepWriter = ({ button }) => {
  if (button === 'back') return oneCommand('back');
  return button === 'home' ? oneCommand('pressKey', { key: 'Home' }) : undefined;
};

/** The middle of the screen and its half in percent. */
const MIDDLE = 50;

const writeSwipe: StepWriter = ({ gesture, duration = SWIPE_MS }) => {
  if (!isObject(gesture) || typeof duration !== 'number') return undefined;
  const timed = duration === SWIPE_MS ? {} : { duration };
  const { direction, distance = 0.5, startX, startY, endX, endY } = gesture;
  if (typeof direction !== 'string') {
    const points = [startX, startY, endX, endY];
    if (!points.every(point => typeof point === 'number')) return undefined;
    const [start, end] = [points.slice(0, 2).join(','), points.slice(2).join(',')];
    return oneCommand('swipe', { start, end, ...timed });
  }
  if (typeof distance !== 'number' || !Object.hasOwn(DISTANCES, direction)) return undefined;
  if (direction === 'up' && distance === SCROLL_DISTANCE && duration === SWIPE_MS)
    return oneCommand('scroll');
  if (distance === DISTANCES[direction])
    return oneCommand('swipe', { direction: direction.toUpperCase(), ...timed });
  const half = distance * MIDDLE * (direction === 'up' || direction === 'left' ? 1 : -1);
  const isVertical = direction === 'up' || direction === 'down';
  const point = (offset: number): string => {
    const place = `${Math.round(MIDDLE + offset)}%`;
    return isVertical ? `${MIDDLE}%,${place}` : `${place},${MIDDLE}%`;
  };
  const args = { start: point(half), end: point(-half), ...timed };
  return oneCommand('swipe', args, ['The swipe has the same distance, between two points of the screen.']);
};

/** The writers of steps that type, press, and swipe. */
export const INPUT_STEPS: StepWriters = {
  'device.typeText': writeType,
  'device.clearText': () => oneCommand('eraseText'),
  'device.hideKeyboard': () => oneCommand('hideKeyboard'),
  'device.pressKey': writeKey,
  'device.globalAction': writeButton,
  'device.swipe': writeSwipe,
  'device.setClipboard': ({ content }, { text }) => oneCommand('setClipboard', { text: text(content) }),
};

/** Returns the command that keeps the text that was copied last in a variable of scripts. */
export function keepCopied(variable: string): WrittenCommand {
  return { name: 'evalScript', args: { script: `\${${variable} = ${COPIED}}` } };
}
