import { BUDGETS } from '../../util/budgets.ts';
import { isObject, type JsonObject, listOf } from '../../util/isObject.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { plainText } from '../../util/plainText.ts';
import { parseJson, valueOf } from '../document/jsonTree.ts';
import { lineColumns } from '../document/lineColumns.ts';
import { CommandLog } from './commandLog.ts';
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
import { plainScalar } from './plainScalar.ts';
import { isSecretField } from '../secrets/secretFields.ts';
import { Variables } from './variables.ts';

const LONG_PRESS_MS = 800;
const SWIPE_MS = { least: 10, most: 60_000 };
const BUTTONS: Readonly<Record<string, readonly [DraftStep['method'], JsonObject]>> = {
  back: ['device.globalAction', { button: 'back' }],
  home: ['device.globalAction', { button: 'home' }],
  recents: ['device.globalAction', { button: 'recents' }],
  recent: ['device.globalAction', { button: 'recents' }],
  enter: ['device.pressKey', { key: 'enter' }],
};
/** The key codes that have buttons. */
const BUTTON_KEYS = new Map([
  [4, 'back'],
  [3, 'home'],
  [187, 'recents'],
  [66, 'enter'],
]);

/**
 * Reads a macro: the actions with which the command line of the service recorded a task, or the calls of its tools (wire
 * facts 10). Throws ImportError.
 */
export function importMacro(path: string, text: string, target: ImportTarget): ImportedFlow {
  const refuse = (why: string): never => {
    throw new ImportError(`The file ${plainText(path, 200)} ${why}.`);
  };
  if (text.length > BUDGETS.import.characters) refuse('is too large');
  const { root, problems } = parseJson(text);
  const error = problems.find(({ severity }) => severity === 'error');
  if (error || !root) return refuse(`is no JSON: ${error?.message ?? 'it is empty.'}`.replace(/\.$/, ''));
  const whole: unknown = valueOf(root);
  const list =
    root.type === 'array'
      ? root
      : root.children?.find(({ children: [key] = [] }) => key?.value === 'actions')?.children?.[1];
  if (list?.type !== 'array') return refuse('is no macro: a macro has a list of “actions”');
  const nodes = list.children ?? [];
  if (nodes.length > BUDGETS.import.parts.steps)
    refuse(`has more than ${BUDGETS.import.parts.steps} actions`);
  const place = lineColumns(text);
  const log = new CommandLog();
  const reading = new MacroReading(target);
  const steps = nodes.flatMap(node => {
    const value: unknown = valueOf(node);
    const name = isObject(value) ? nameOf(value) : '';
    const original = text.slice(node.offset, node.offset + node.length);
    const isTyping = reading.isSecret(name);
    const isInSecret = reading.isInSecret;
    const translation = isObject(value) ? reading.read(name, value) : { left: 'It is no action.' };
    // An unknown action can type, too.
    const isHidden = isTyping || (isInSecret && 'left' in translation);
    const [line] = place(node.offset);
    const shown = isTyping ? name : isHidden ? `${name}: ${HIDDEN}` : original;
    const source = log.add({ file: path, line: line + 1, name: name || 'action', text: shown });
    return log.take(source, translation);
  });
  const description = isObject(whole) ? plainScalar(whole['description']) : '';
  const flow = { name: plainText(description, 80) || nameOfFile(path), steps, notes: [] };
  return completeImport(flow, log, reading.variables);
}

function nameOf(action: JsonObject): string {
  return plainScalar(action['action_type'] ?? action['tool_name'] ?? action['type']);
}

class MacroReading {
  readonly variables = new Variables();
  readonly #target: ImportTarget;
  /** The text of the element that was tapped last; undefined if it is not known. */
  #field: string | undefined;

  constructor(target: ImportTarget) {
    this.#target = target;
  }

  /** True for an action whose text is not written. */
  isSecret(name: string): boolean {
    if (name === 'type_secret') return true;
    return /^(?:input_text|type)/.test(name) && (this.#field === undefined || this.isInSecret);
  }

  /** True if the field that was tapped last is known as one for a secret. */
  get isInSecret(): boolean {
    return this.#field !== undefined && isSecretField(this.#field);
  }

  read(name: string, action: JsonObject): Translation {
    const args = isObject(action['tool_args']) ? action['tool_args'] : action;
    switch (name) {
      case 'tap':
      case 'click_at':
      case 'click':
        return this.#tap(args);
      case 'click_area':
        return this.#tap({ ...args, x: middle(args['x1'], args['x2']), y: middle(args['y1'], args['y2']) });
      case 'long_press':
      case 'long_press_at': {
        const at = pointOf(args['x'], args['y']);
        return at ? oneStep('device.longPress', { ...at, duration: LONG_PRESS_MS }) : { left: NO_POINT };
      }
      case 'swipe':
      case 'drag':
        return swipe(args, name);
      case 'input_text':
      case 'type':
      case 'type_text':
      case 'type_secret':
        return this.#type(name, args);
      case 'key_press': {
        const key = args['keycode'];
        if (typeof key !== 'number') return { left: 'It has no key code.' };
        return button(BUTTON_KEYS.get(key) ?? '') ?? oneStep('device.pressKey', { key });
      }
      case 'button_press':
      case 'system_button':
        return button(plainScalar(args['button'])) ?? { left: 'Steps do not press this button.' };
      case 'back':
        return oneStep('device.globalAction', { button: 'back' });
      case 'start_app':
      case 'open_app':
        return this.#openApp(args);
      case 'wait': {
        const seconds = args['duration'] ?? 1;
        return typeof seconds === 'number' && seconds >= 0
          ? oneStep('flow.wait', { seconds: Math.min(seconds, 3600) })
          : { left: 'It has no duration.' };
      }
      case 'complete':
        return { steps: [], hints: ['It ends the recording.'] };
      default:
        return { left: `“${plainText(name, 40)}” is no known action.` };
    }
  }

  /** Taps an element by its text if the macro has it, and otherwise the point. */
  #tap(args: JsonObject): Translation {
    const text = plainScalar(args['element_text']).trim();
    const at = pointOf(args['x'], args['y']);
    this.#field = text === '' ? undefined : text;
    // A flow would read an expression in the text.
    if (text !== '' && !text.includes('{{') && text.length <= 200) {
      const target = { by: 'text', text };
      return oneStep('device.tap', { target, fallback: { by: 'description', description: text } });
    }
    if (!at) return { left: NO_POINT };
    return oneStep('device.tap', { target: at }, [
      'The point is touched, because the macro does not say which element is there.',
    ]);
  }

  #type(name: string, args: JsonObject): Translation {
    const text = plainScalar(args['text']);
    const clear = args['clear'] === true ? { clear: true } : {};
    if (!this.isSecret(name))
      return text.includes('{{')
        ? { left: 'A flow would read an expression in its text.' }
        : oneStep('device.typeText', { text, ...clear });
    const secretId = plainScalar(args['secret_id']);
    const field = secretId || (this.#field === undefined ? 'text' : 'password');
    if (this.isInSecret || name === 'type_secret') this.variables.secrets.add(text, this.#field ?? '');
    const params = { text: this.variables.secretField(secretId || text, field), ...clear };
    const hint =
      this.#field === undefined && secretId === ''
        ? 'Its field is not known, so that the text may be a secret. It is not written.'
        : 'Secrets are not written.';
    return { steps: [{ method: 'device.typeText', params }], hints: [hint] };
  }

  #openApp(args: JsonObject): Translation {
    const app = plainScalar(args['package'] ?? args['app_id'] ?? args['bundle_id']);
    if (app === '') return { left: 'It names no package of an app.' };
    const platform = args['bundle_id'] === undefined ? this.#target.platform : 'ios';
    return oneStep('device.launchApp', { platform, app });
  }
}

const NO_POINT = 'It has no point and no text of an element.';

function button(name: string): Translation | undefined {
  const key = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  const pressed = Object.hasOwn(BUTTONS, key) ? BUTTONS[key] : undefined;
  return pressed && oneStep(...pressed);
}

function swipe(args: JsonObject, name: string): Translation {
  const [from, to] = [listOf(args['coordinate']), listOf(args['coordinate2'])];
  const start = pointOf(args['start_x'] ?? from[0], args['start_y'] ?? from[1]);
  const end = pointOf(args['end_x'] ?? to[0], args['end_y'] ?? to[1]);
  if (!start || !end) return { left: 'It has no two points.' };
  const { duration = 1, duration_ms: given = typeof duration === 'number' ? duration * 1000 : 1000 } = args;
  const milliseconds = Math.min(Math.max(Math.round(Number(given)), SWIPE_MS.least), SWIPE_MS.most);
  const gesture = { startX: start.x, startY: start.y, endX: end.x, endY: end.y };
  const notes = name === 'drag' ? ['The element is not held before it is moved.'] : [];
  return oneStep('device.swipe', { gesture, duration: milliseconds }, notes);
}

function pointOf(x: unknown, y: unknown): { readonly x: number; readonly y: number } | undefined {
  const isPlace = (value: unknown): value is number =>
    typeof value === 'number' && value >= 0 && value < 1_000_000;
  return isPlace(x) && isPlace(y) ? { x: Math.round(x), y: Math.round(y) } : undefined;
}

function middle(one: unknown, other: unknown): number | undefined {
  return typeof one === 'number' && typeof other === 'number' ? (one + other) / 2 : undefined;
}
