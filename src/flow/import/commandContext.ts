import { isObject, type JsonObject, memberOf, without } from '../../util/isObject.ts';
import type { ImportMethod, ImportTarget, Translation } from './imported.ts';
import { type ElementParams, readSelector } from './maestroSelector.ts';
import type { Variables } from './variables.ts';
import { plainScalar } from './plainScalar.ts';

/** The place of a command, on which its translation depends. */
export interface CommandContext {
  readonly appId: string | undefined;
  readonly target: ImportTarget;
  readonly variables: Variables;
  /** Replaces `${…}`; undefined if an expression cannot be read. */
  readonly text: (text: string) => string | undefined;
  /** The name of the element that was tapped last, into which a text is typed. */
  readonly field: string;
  /** True inside a loop, and inside a condition that is checked when the flow runs. */
  readonly isConditional?: boolean;
}

/** Translates a command by its arguments. */
export type CommandReader = (value: unknown, context: CommandContext) => Translation;

/** The place of a step, on which its commands depend. */
export interface WritingPlace {
  readonly appId: string | undefined;
  /**
   * Returns a scalar as text, with `${…}` in place of the expressions of flows; undefined if it is no scalar or one has no
   * name in Maestro.
   */
  readonly text: (value: unknown) => string | undefined;
}

/** A command as it is written into a file. */
export interface WrittenCommand {
  readonly name: string;
  readonly args: JsonObject;
}

/** The commands of a step, and what differs from it. */
export interface WrittenStep {
  readonly commands: readonly WrittenCommand[];
  readonly notes: readonly string[];
}

/** Writes a step as commands, by its parameters; undefined if Maestro has none. A reader turns them into the step again. */
export type StepWriter = (params: JsonObject, context: WritingPlace) => WrittenStep | undefined;

/** The writers of steps by the methods of their actions. */
export type StepWriters = Readonly<Partial<Record<ImportMethod, StepWriter>>>;

/** The argument that a command takes alone, in place of an object. */
const ALONE: Readonly<Record<string, string>> = {
  assertNotVisible: 'text',
  assertTrue: 'condition',
  assertVisible: 'text',
  copyTextFrom: 'text',
  eraseText: 'charactersToErase',
  evalScript: 'script',
  inputText: 'text',
  launchApp: 'appId',
  longPressOn: 'text',
  openLink: 'link',
  pressKey: 'key',
  setClipboard: 'text',
  takeScreenshot: 'path',
  tapOn: 'text',
};

/** Returns the arguments of a command in their shortest form: none, one alone, or an object. */
export function shortened(name: string, args: JsonObject): unknown {
  const [first, ...others] = Object.keys(args);
  if (first === undefined) return undefined;
  return others.length === 0 && first === ALONE[name] ? args[first] : args;
}

/** Returns a step that is one command; undefined if an argument cannot be written. */
export function oneCommand(
  name: string,
  args: JsonObject = {},
  notes: readonly string[] = [],
): WrittenStep | undefined {
  if (Object.values(args).includes(undefined)) return undefined;
  return { commands: [{ name, args }], notes };
}

/** A point of the screen in pixels. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** The seconds that Maestro looks for an element, and for one that may be missing. */
export const LOOKUP_SECONDS = 17;
export const OPTIONAL_SECONDS = 7;
const MAX_SECONDS = 300;

/** Translates a selector beside options of its command with a function; one that steps cannot read is left. */
export function withSelector(
  value: unknown,
  { appId, target, text }: CommandContext,
  translate: (found: ElementParams) => Translation,
  options: readonly string[] = [],
): Translation {
  const selector = isObject(value) ? without(value, options) : value;
  const found = readSelector(selector, { appId, platform: target.platform, text });
  return typeof found === 'string' ? { left: found } : translate(found);
}

/** Returns the parameters by which a step finds an element. */
export function findBy({ element, fallback }: ElementParams): {
  readonly element: object;
  readonly fallback?: object;
} {
  return { element, ...(fallback ? { fallback } : {}) };
}

/** Returns a text argument, given alone or as a member; undefined if there is none or an expression cannot be read. */
export function textArgument(value: unknown, name: string, context: CommandContext): string | undefined {
  const given = isObject(value) ? value[name] : value;
  const isText = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean';
  return isText ? context.text(plainScalar(given)) : undefined;
}

/** Returns a number argument; undefined if there is none. */
export function numberArgument(value: unknown, name: string, context: CommandContext): number | undefined {
  const text = textArgument(memberOf(value, name), name, context)?.replaceAll('_', '').trim();
  const number = text === undefined || text === '' ? NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** A time in seconds, and what differs from the one that a command names. */
interface ReadSeconds {
  readonly seconds: number;
  readonly notes: readonly string[];
}

/** Returns a time argument, at most the longest that a step can wait. */
export function secondsArgument(
  value: unknown,
  name: string,
  context: CommandContext,
  otherwise: number,
): ReadSeconds {
  const milliseconds = numberArgument(value, name, context);
  if (milliseconds === undefined || milliseconds < 0) return { seconds: otherwise, notes: [] };
  const seconds = milliseconds / 1000;
  return seconds > MAX_SECONDS
    ? { seconds: MAX_SECONDS, notes: [`The step waits at most ${MAX_SECONDS} seconds.`] }
    : { seconds: Math.max(seconds, 0.1), notes: [] };
}

/** Reads a point such as `50%,20%` or `100,200`; undefined for another text. `isPart` is true for parts of the screen. */
export function readPoint(
  text: string,
  { screen: { width, height } }: ImportTarget,
): (ScreenPoint & { readonly isPart: boolean }) | undefined {
  const match = /^\s*(\d{1,5}(?:\.\d+)?)(%?)\s*,\s*(\d{1,5}(?:\.\d+)?)(%?)\s*$/.exec(text);
  if (!match || match[2] !== match[4]) return undefined;
  const [x, y] = [Number(match[1]), Number(match[3])];
  if (match[2] === '') return { x, y, isPart: false };
  if (x > 100 || y > 100) return undefined;
  const inside = (part: number, size: number): number => Math.min(Math.round((part / 100) * size), size - 1);
  return { x: inside(x, width), y: inside(y, height), isPart: true };
}

/** Says that a point was converted for a screen of another size than that of the device, possibly. */
export function partNote({ screen: { width, height } }: ImportTarget): string {
  return `The point is that of a screen of ${width} × ${height} pixels.`;
}
