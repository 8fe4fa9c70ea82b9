import type { JsonObject } from '../../util/isObject.ts';

/** The actions that imported commands become, by their methods, with the words of their names (spec 2.3). */
export const IMPORT_ACTIONS = {
  'device.tap': ['tap', 'click'],
  'device.longPress': ['long press', 'hold'],
  'device.swipe': ['swipe'],
  'device.scrollTo': ['scroll to'],
  'device.typeText': ['type text', 'enter text'],
  'device.clearText': ['clear text'],
  'device.hideKeyboard': ['close keyboard', 'hide keyboard'],
  'device.pressKey': ['press key'],
  'device.globalAction': ['global action'],
  'device.screenshot': ['screenshot'],
  'device.waitForElement': ['wait for element'],
  'device.readElement': ['read element'],
  'device.checkElement': ['check element'],
  'device.setLocation': ['set location'],
  'device.followRoute': ['follow a route'],
  'device.launchApp': ['launch app', 'open app', 'start app'],
  'device.openUrl': ['open address', 'open url', 'open link'],
  'device.setPermission': ['grant permission'],
  'device.setClipboard': ['set clipboard'],
  'agent.decide': ['decide'],
  'agent.extract': ['extract data'],
  'flow.wait': ['wait', 'pause'],
  'flow.repeat': ['repeat', 'loop'],
  'flow.branch': ['only if'],
  'flow.stop': ['stop the run'],
  'webhooks.log': ['write to the log'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type ImportMethod = keyof typeof IMPORT_ACTIONS;

/** A step of an imported flow, whose action is not looked up yet. */
export interface DraftStep {
  readonly method: ImportMethod;
  readonly params: JsonObject;
  readonly name?: string | undefined;
  readonly key?: string | undefined;
  readonly continueOnError?: boolean | undefined;
  readonly children?: readonly DraftStep[];
  /** The number of the command that it comes from; absent as long as the command is being read. */
  readonly source?: number;
}

/** Returns the numbers of the commands that a step and the steps inside it come from. */
export function sourcesOf({ source, children = [] }: DraftStep): readonly number[] {
  return [...(source === undefined ? [] : [source]), ...children.flatMap(sourcesOf)];
}

/** The result of a command: steps with its meaning, steps that nearly have it, or a step that carries its text. */
export type ImportOutcome = 'translated' | 'approximated' | 'left';

/** A command of a file that is imported, with its result. */
export interface ImportedCommand {
  /** The path of its file. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly name: string;
  /** The original text, without secrets. */
  readonly text: string;
  readonly outcome: ImportOutcome;
  /** Sentences that say what differs, or why it is left. */
  readonly notes: readonly string[];
}

/** The contents of a file in another format, as steps. */
export interface ImportedFlow {
  readonly name: string;
  readonly steps: readonly DraftStep[];
  readonly commands: readonly ImportedCommand[];
  /** Sentences about the whole flow. */
  readonly notes: readonly string[];
  /** The names of the variables that it reads and that nothing sets. */
  readonly unset?: readonly string[];
}

/** Thrown for a file that cannot be imported; the message says why. */
export class ImportError extends Error {}

/** The device that the flow is made for, and the values of variables. */
export interface ImportTarget {
  readonly platform: 'android' | 'ios';
  /** The size in pixels for which parts of the screen are converted to points. */
  readonly screen: { readonly width: number; readonly height: number };
  /** Values of variables. */
  readonly variables: ReadonlyMap<string, string>;
}

/** The target of an import that names none. */
export const DEFAULT_TARGET: ImportTarget = {
  platform: 'android',
  screen: { width: 1080, height: 2400 },
  variables: new Map(),
};

/** The result of reading one command: its steps, or why there are none. */
export type Translation =
  | {
      readonly steps: readonly DraftStep[];
      /** Differences from the original; a translation without notes has the same meaning. */
      readonly notes?: readonly string[];
      /** Sentences about an exact translation. */
      readonly hints?: readonly string[];
    }
  | { readonly left: string };

/** Returns a translation to one step. */
export function oneStep(
  method: DraftStep['method'],
  params: DraftStep['params'] = {},
  notes: readonly string[] = [],
): Translation {
  return { steps: [{ method, params }], notes };
}
