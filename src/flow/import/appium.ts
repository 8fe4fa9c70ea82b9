import { BUDGETS } from '../../util/budgets.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { parseJsonOrUndefined } from '../../util/jsonText.ts';
import { plainText } from '../../util/plainText.ts';
import { readLocator } from './appiumLocator.ts';
import { CommandLog, leftStep } from './commandLog.ts';
import { completeImport } from './completeImport.ts';
import { nameOfFile } from './flowPath.ts';
import {
  type DraftStep,
  type ImportedFlow,
  ImportError,
  type ImportTarget,
  oneStep,
  type Translation,
} from './imported.ts';
import type { ElementParams } from './maestroSelector.ts';
import { isSecretField } from '../secrets/secretFields.ts';
import { type RecordingLanguage, splitStatements, type Statement } from './statements.ts';
import { Variables } from './variables.ts';

/** Statements around a recording that do nothing on the device. */
const AROUND =
  /^(?:import|from|package|public|private|class|@|const \{|try|finally|catch|async function|function|main\(|def |if __name__|(?:Desired)?Capabilities |\(async|var options|(?:const|var|let) (?:opts|capabilities|caps|options|driver|remote|wdOpts)\b|options\b|caps\b|opts\b|driver = |this\.driver|self\.driver = |unittest|# |[\s{}()[\];,]*$)|\.quit\(\)|deleteSession\(\)|getRemoteAddress/;
/** Comments by which the Inspector says that it wrote no code for a command. */
const NO_CODE = /^# (?:Code generation for|Not supported|TODO implement)/;
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const FIND =
  /^(?:(?:const|let|var|WebElements?|List<WebElement>) )?(\w+) ?= ?(?:await )?(?:(?:self|this)\.)?driver\.(?:\$\$?|findElements?|find_elements?)\((.*)\)$/;
const USE =
  /^(?:await )?(\w+)(?:\[(\d+)\]|\.get\((\d+)\))?\.(click|clear|clearValue|addValue|setValue|send_keys|sendKeys)\((.*)\)$/;
const CALL =
  /^(?:(?:const|let|var|byte\[\]) )?(?:\w+ ?= ?)?.*?(?:(?:self|this)\.)?driver\.((?:\w+\(\)\.)?\w+)\((.*)\)+$/;
const GESTURE =
  /ActionChains|ActionBuilder|PointerInput|pointer_action|^actions\b|new Sequence|\.addAction\(|new Point ?\(|driver\.action\(|driver\.perform\(/;
const POINT =
  /move_to_location\((\d+(?:\.\d+)?), ?(\d+(?:\.\d+)?)\)|new Point ?\((\d+), ?(\d+)\)|\bx: ?(\d+(?:\.\d+)?), ?y: ?(\d+(?:\.\d+)?)/g;
const PAUSE =
  /\bpause\((?:\{ ?duration: ?)?(\d+(?:\.\d+)?)|\bnew Pause\(\w+, ?Duration\.of(Millis|Seconds)\((\d+)/g;
const SWIPE_MS = 1000;
/** The time after which a touch is a long press. */
const HELD_MS = 500;
/** A call that types, up to the end of the statement. */
const TYPING = /\.(addValue|setValue|send_keys|sendKeys)\(.*$/;

/** Reads a recording of Appium Inspector as text. Nothing is run. Throws ImportError. */
export function importAppium(
  path: string,
  text: string,
  language: RecordingLanguage,
  target: ImportTarget,
): ImportedFlow {
  const name = plainText(path, 200);
  if (text.length > BUDGETS.import.characters) throw new ImportError(`The file ${name} is too large.`);
  if (!/\bdriver\b/.test(text))
    throw new ImportError(`The file ${name} is no recording: it has no calls of a driver.`);
  return new AppiumReading(path, language, target).read(splitStatements(text, language));
}

/** The element of a variable: its parameters, or why steps cannot find it, and the statement that finds it. */
interface FoundElement {
  readonly params: ElementParams | string;
  readonly text: string;
  /** The number of the statement, and that of the steps before it. */
  readonly source: number;
  readonly at: number;
}

class AppiumReading {
  readonly #path: string;
  readonly #language: RecordingLanguage;
  readonly #target: ImportTarget;
  readonly #log = new CommandLog();
  readonly #variables = new Variables();
  readonly #elements = new Map<string, FoundElement>();
  /** The elements that steps cannot find and that nothing has used. */
  readonly #unused = new Set<FoundElement>();
  readonly #steps: DraftStep[] = [];
  /** The element that was used last, by its name or by the statement that finds it. */
  #field = '';
  /** The statements of a gesture that has not ended. */
  #gesture: Statement | undefined;

  constructor(path: string, language: RecordingLanguage, target: ImportTarget) {
    this.#path = path;
    this.#language = language;
    this.#target = target;
  }

  read(statements: readonly Statement[]): ImportedFlow {
    for (const statement of statements) this.#add(statement);
    if (this.#gesture) this.#finish(this.#gesture, 'gesture', { left: 'The gesture has no end.' });
    // The statements that use an element carry the one that finds it. Steps are added from the end.
    for (const { source, at } of [...this.#unused].toReversed())
      this.#steps.splice(at, 0, leftStep(source, this.#log.at(source)));
    const flow = { name: nameOfFile(this.#path), steps: this.#steps, notes: [] };
    return completeImport(flow, this.#log, this.#variables);
  }

  #add(statement: Statement): void {
    const { text, line } = statement;
    if (GESTURE.test(text) && !text.startsWith('import') && !text.startsWith('from')) {
      this.#gesture = this.#gesture
        ? { line: this.#gesture.line, text: `${this.#gesture.text}; ${text}` }
        : statement;
      if (!/\bperform\(/.test(text)) return;
      this.#finish(this.#gesture, 'gesture', gestureOf(this.#gesture.text, this.#language));
      this.#gesture = undefined;
    } else if (NO_CODE.test(text))
      this.#finish(statement, 'comment', { left: 'The recording has no code for it.' });
    else if (!AROUND.test(text)) {
      if (this.#log.size >= BUDGETS.import.parts.commands)
        throw new ImportError('The recording has too many commands.');
      this.#statement({ line, text });
    }
  }

  #statement(statement: Statement): void {
    const { text } = statement;
    const [, variable, locator] = FIND.exec(text) ?? [];
    if (variable !== undefined && locator !== undefined) {
      this.#find(statement, variable, locate(locator));
      return;
    }
    const [, owner, index = '0', other = index, method = '', args = ''] = USE.exec(text) ?? [];
    const element = owner === undefined ? undefined : this.#elements.get(owner);
    if (element) {
      this.#field = typeof element.params === 'string' ? element.text : element.params.named;
      this.#unused.delete(element);
      const translation = this.#use(element, other, method, args);
      const lost = 'left' in translation ? `${element.text}\n` : '';
      this.#finish(statement, method, translation, lost);
      return;
    }
    if (/\.(?:\$|find_?element)/i.test(text)) this.#field = text.replace(TYPING, '');
    const [, called = '', given = ''] = CALL.exec(text) ?? [];
    const name = called || text;
    this.#finish(
      statement,
      name,
      called ? this.#call(called, given) : { left: 'It is no command of a recording.' },
    );
  }

  /** Keeps the element of a variable. Without steps that find it, its statement is left. */
  #find({ line, text }: Statement, variable: string, params: ElementParams | string): void {
    const source = this.#log.add({ file: this.#path, line, name: 'find', text });
    const element = { params, text, source, at: this.#steps.length };
    this.#elements.set(variable, element);
    if (typeof params === 'string') {
      this.#log.note(source, 'left', [params]);
      this.#unused.add(element);
    } else this.#log.note(source, 'translated', ['The steps that use the element find it.']);
  }

  #use({ params: element }: FoundElement, index: string, method: string, args: string): Translation {
    if (typeof element === 'string') return { left: element };
    if (index !== '0') return { left: 'Steps find the first element that matches, not one by its index.' };
    const tap: DraftStep = { method: 'device.tap', params: { target: element.element } };
    if (method === 'click') return { steps: [tap] };
    if (method.startsWith('clear')) return { steps: [tap, { method: 'device.clearText', params: {} }] };
    return this.#type(method, tap, element.named, args);
  }

  #type(method: string, tap: DraftStep, field: string, args: string): Translation {
    const [text] = textsIn(args);
    if (text === undefined || text.includes('{{')) return { left: 'The text cannot be read.' };
    const isSecret = isSecretField(field);
    if (isSecret) this.#variables.secrets.add(text, field);
    const written = isSecret ? this.#variables.secretField(text, 'password') : text;
    const clear = method === 'setValue' ? { clear: true } : {};
    const type: DraftStep = { method: 'device.typeText', params: { text: written, ...clear } };
    return { steps: [tap, type], hints: isSecret ? ['Secrets are not written.'] : [] };
  }

  #call(name: string, args: string): Translation {
    const [first = ''] = textsIn(args);
    switch (name) {
      case 'back':
      case 'navigate().back':
        return oneStep('device.globalAction', { button: 'back' });
      case 'activateApp':
      case 'activate_app':
        return oneStep('device.launchApp', { platform: this.#target.platform, app: first });
      case 'terminateApp':
      case 'terminate_app':
        return oneStep('device.globalAction', { button: 'home' }, ['The app is left, but it keeps running.']);
      case 'get':
      case 'navigateTo':
      case 'url':
        return oneStep('device.openUrl', { url: first });
      case 'takeScreenshot':
      case 'get_screenshot_as_base64':
      case 'getScreenshotAs':
        return oneStep('device.screenshot', {});
      case 'setGeoLocation':
      case 'set_location':
      case 'setLocation': {
        const [latitude, longitude] = [...args.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
        return latitude === undefined || longitude === undefined
          ? { left: 'The position cannot be read.' }
          : oneStep('device.setLocation', { latitude, longitude });
      }
      case 'executeScript':
      case 'execute_script':
        return script(first, args);
      default:
        return { left: `Steps do not do “${plainText(name, 40)}”.` };
    }
  }

  /** Adds a statement, and the one before it whose text would be lost otherwise. */
  #finish({ line, text }: Statement, name: string, translation: Translation, before = ''): void {
    const isHidden = name !== 'comment' && isSecretField(this.#field);
    const shown = isHidden ? withoutTyped(text) : text;
    const source = this.#log.add({
      file: this.#path,
      line,
      name: name === text ? shown : name,
      text: before + shown,
    });
    this.#steps.push(...this.#log.take(source, translation));
  }
}

/** Returns a statement without the texts that it can type. */
function withoutTyped(text: string): string {
  const typing = text.replace(TYPING, (_, method: string) => `.${method}(${HIDDEN})`);
  if (typing !== text) return typing;
  return text.replaceAll(QUOTED, quoted => (/^.mobile: /.test(quoted) ? quoted : `"${HIDDEN}"`));
}

/** Translates the commands that recordings write as scripts of Appium. */
function script(name: string, args: string): Translation {
  if (name === 'mobile: hideKeyboard') return oneStep('device.hideKeyboard', {});
  const key = /keycode\W+(\d+)/.exec(args)?.[1];
  if (name === 'mobile: pressKey' && key !== undefined)
    return oneStep('device.pressKey', { key: Number(key) });
  return { left: `Steps do not do “${plainText(name, 40)}”.` };
}

/** Returns the step of a gesture: a tap or a long press with one point, a swipe with two. */
function gestureOf(text: string, language: RecordingLanguage): Translation {
  const points = [...text.matchAll(POINT)].map(match =>
    match.slice(1).flatMap((part: string | undefined) => (part === undefined ? [] : Number(part))),
  );
  const [[x, y] = [], [endX, endY] = [], ...others] = points;
  if (x === undefined || y === undefined || others.length > 0)
    return { left: 'The gesture has no point, or more than two.' };
  const duration = heldMs(text, language);
  const isHeld = duration >= HELD_MS;
  if (endX === undefined || endY === undefined)
    return isHeld
      ? oneStep('device.longPress', { x, y, duration })
      : oneStep('device.tap', { target: { x, y } });
  const gesture = { startX: x, startY: y, endX, endY };
  const notes = isHeld ? ['The element is not held before it is moved.'] : [];
  return oneStep('device.swipe', { gesture, duration: SWIPE_MS }, notes);
}

/** Returns the milliseconds of the pauses between the touch and the release. */
function heldMs(text: string, language: RecordingLanguage): number {
  const start = text.search(/\b(?:down|pointer_down|createPointerDown)\(/);
  const length = text.slice(start + 1).search(/\b(?:up|release|pointer_up|createPointerUp)\(/);
  if (start < 0 || length < 0) return 0;
  const pauses = text.slice(start, start + 1 + length).matchAll(PAUSE);
  return [...pauses].reduce((sum, [, given, unit, java]) => {
    // Python counts in seconds.
    const isSeconds = unit === 'Seconds' || (given !== undefined && language === 'py');
    return sum + Math.round(Number(given ?? java) * (isSeconds ? 1000 : 1));
  }, 0);
}

/** Reads the locator of an element in the arguments of a call. */
function locate(args: string): ElementParams | string {
  const [text, second] = textsIn(args);
  const strategy = /AppiumBy\.(\w+)/.exec(args)?.[1];
  if (text === undefined) return 'The locator cannot be read.';
  if (strategy !== undefined) return readLocator(strategy, text);
  if (second !== undefined) return readLocator(text, second);
  if (text.startsWith('~')) return readLocator('accessibility id', text.slice(1));
  if (text.startsWith('/') || text.startsWith('(/')) return readLocator('xpath', text);
  if (text.startsWith('android=')) return readLocator('android uiautomator', text.slice('android='.length));
  const at = text.indexOf(':');
  return readLocator(text.slice(0, at), text.slice(at + 1));
}

/** Returns the texts in quotation marks. */
function textsIn(args: string): readonly string[] {
  return [...args.matchAll(QUOTED)].map(([quoted]) => {
    const inner = quoted.startsWith("'")
      ? `"${quoted
          .slice(1, -1)
          .replaceAll(String.raw`\'`, "'")
          .replaceAll(/(?<!\\)"/g, String.raw`\"`)}"`
      : quoted;
    const value = parseJsonOrUndefined(inner);
    return typeof value === 'string' ? value : quoted.slice(1, -1);
  });
}
