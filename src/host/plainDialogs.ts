import type * as vscode from 'vscode';
import { isObject } from '../util/isObject.ts';
import { plainLines, plainText } from '../util/plainText.ts';

/** The functions of `vscode.window` that show messages or prompts. */
export type Dialogs = Pick<
  typeof vscode.window,
  | 'showInformationMessage'
  | 'showWarningMessage'
  | 'showErrorMessage'
  | 'showQuickPick'
  | 'showInputBox'
  | 'showWorkspaceFolderPick'
  | 'createQuickPick'
  | 'createInputBox'
  | 'withProgress'
  | 'setStatusBarMessage'
>;

type Call = (...given: unknown[]) => unknown;
type Wrapped = (call: Call, ...given: unknown[]) => unknown;

/** Fields that contain text to show, in options, pickers, input boxes and items; user input is not among them. */
const FIELDS: ReadonlySet<string | symbol> = new Set([
  'title',
  'prompt',
  'placeHolder',
  'placeholder',
  'validationMessage',
  'message',
  'label',
  'description',
  'detail',
  'text',
]);

const message: Wrapped = (call, text, ...rest) =>
  call(plain(text), ...rest.map(value => (isMessageOptions(value) ? withPlainDetail(value) : value)));

const WRAPPED: Readonly<Record<keyof Dialogs, Wrapped>> = {
  showInformationMessage: message,
  showWarningMessage: message,
  showErrorMessage: message,
  showQuickPick: (call, items, options, ...rest) =>
    call(
      Array.isArray(items) ? plainItems(items) : Promise.resolve(items).then(plainItems),
      plain(options),
      ...rest,
    ),
  showInputBox: (call, options, ...rest) => call(withPlainProblems(plain(options)), ...rest),
  showWorkspaceFolderPick: (call, options) => call(plain(options)),
  createQuickPick: call => plainInput(call()),
  createInputBox: call => plainInput(call()),
  withProgress: (call, options, task) => call(plain(options), withPlainReports(task)),
  setStatusBarMessage: (call, text, ...rest) => call(plain(text), ...rest),
};

/**
 * Wraps the dialogs of a window so that they show only plain text: VS Code turns link syntax into links in
 * notifications, progress, prompts and validation messages. The extension offers next steps as buttons instead.
 */
export function plainDialogs(window: Dialogs): Dialogs {
  const wrapped = new Map<string | symbol, Wrapped>(Object.entries(WRAPPED));
  return new Proxy(window, {
    get: (target, name): unknown => {
      const wrap = wrapped.get(name);
      const call: Call = (...given) => methodOf(target, Reflect.get(target, name))(...given);
      return wrap && ((...given: unknown[]) => wrap(call, ...given));
    },
  });
}

// Returns plain text, or a copy of an object with its visible fields in plain text.
function plain(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, FIELDS.has(name) ? plain(field) : field]),
  );
}

// Message items are objects too, but have a title; VS Code shows their titles without links.
function isMessageOptions(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !('title' in value);
}

function withPlainDetail(options: Readonly<Record<string, unknown>>): unknown {
  const { detail } = options;
  return typeof detail === 'string' ? { ...options, detail: plainLines(detail) } : options;
}

// The dialog returns the selected item itself, so items are changed in place.
function plainItems(items: unknown): unknown {
  if (!Array.isArray(items)) return items;
  return items.map((item: unknown) => {
    if (!isObject(item)) return plain(item);
    for (const [name, value] of Object.entries(item)) {
      if (FIELDS.has(name)) Object.assign(item, { [name]: plain(value) });
    }
    return item;
  });
}

function withPlainProblems(options: unknown): unknown {
  if (!isObject(options) || options['validateInput'] === undefined) return options;
  const validate = methodOf(options, options['validateInput']);
  return { ...options, validateInput: async (text: string) => plain(await validate(text)) };
}

function withPlainReports(task: unknown): Call {
  return (progress, ...rest) => {
    const report = (value: unknown): unknown => {
      return isObject(progress) && methodOf(progress, progress['report'])(plain(value));
    };
    return methodOf(undefined, task)({ report }, ...rest);
  };
}

function plainInput(input: unknown): unknown {
  return isObject(input) ? plainlyShown(input) : input;
}

/** Wraps a VS Code object such as a picker so that text assigned to its fields becomes plain text. */
export function plainlyShown<T extends object>(shown: T): T {
  return new Proxy(shown, {
    set: (target, name, value: unknown) => {
      const shown = name === 'items' ? plainItems(value) : FIELDS.has(name) ? plain(value) : value;
      return Reflect.set(target, name, shown);
    },
    get: (target, name): unknown => {
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? methodOf(target, value) : value;
    },
  });
}

function methodOf(owner: unknown, value: unknown): Call {
  if (typeof value !== 'function') throw new TypeError('This is not a function.');
  return (...given) => {
    const result: unknown = Reflect.apply(value, owner, given);
    return result;
  };
}
