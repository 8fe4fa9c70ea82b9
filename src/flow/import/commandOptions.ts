import { isObject } from '../../util/isObject.ts';
import { plainText } from '../../util/plainText.ts';

/** The options of all commands. */
const COMMON = ['label', 'optional'];

/**
 * The options of commands that steps use, or about which the reader of the command has a note. Commands whose options are
 * those of a selector are not listed, since reading the selector covers them.
 */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  assertTrue: ['condition'],
  assertWithAI: ['assertion'],
  back: [],
  clearKeychain: [],
  clearState: ['appId'],
  eraseText: ['charactersToErase'],
  evalScript: ['script'],
  extendedWaitUntil: ['visible', 'notVisible', 'timeout'],
  extractTextWithAI: ['query', 'outputVariable'],
  hideKeyboard: [],
  inputRandomCityName: [],
  inputRandomColorName: [],
  inputRandomCountryName: [],
  inputRandomEmail: [],
  inputRandomNumber: [],
  inputRandomPersonName: [],
  inputRandomText: [],
  inputText: ['text'],
  killApp: ['appId'],
  launchApp: ['appId', 'url', 'clearState', 'clearKeychain', 'permissions', 'stopApp'],
  openBrowser: ['link'],
  openLink: ['link'],
  pasteText: [],
  pressKey: ['key'],
  repeat: ['times', 'while', 'commands'],
  retry: ['maxRetries', 'file', 'env', 'commands'],
  runFlow: ['file', 'when', 'env', 'commands'],
  scroll: [],
  scrollUntilVisible: [
    'element',
    'direction',
    'timeout',
    'speed',
    'visibilityPercentage',
    'centerElement',
    'waitToSettleTimeoutMs',
  ],
  setClipboard: ['text'],
  setLocation: ['latitude', 'longitude'],
  setPermissions: ['appId', 'permissions'],
  stopApp: ['appId'],
  swipe: ['direction', 'start', 'end', 'from', 'duration'],
  takeScreenshot: ['path'],
  travel: ['points', 'speed'],
  waitForAnimationToEnd: ['timeout'],
};

/** Returns a sentence about the options of a command that its steps do not use. */
export function optionNotes(command: string, value: unknown): readonly string[] {
  return Object.hasOwn(OPTIONS, command) ? unusedNotes(value, OPTIONS[command]) : [];
}

/** Returns a sentence about the options of a value other than some. An option that is false is off. */
export function unusedNotes(value: unknown, used: readonly string[] = []): readonly string[] {
  const unused = Object.entries(isObject(value) ? value : {}).flatMap(([name, given]) =>
    given === false || used.includes(name) || COMMON.includes(name) ? [] : [`“${plainText(name, 40)}”`],
  );
  if (unused.length === 0) return [];
  return [`${unused.slice(0, 10).join(', ')} ${unused.length === 1 ? 'is' : 'are'} not used.`];
}
