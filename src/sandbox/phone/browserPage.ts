import { memberOf } from '../../util/isObject.ts';
import { programInFront } from './apps.ts';
import { DEFAULT_LOCALE } from './screenContext.ts';
import { displayOf, type PhoneState, topScreen } from './state.ts';
import { STORIES } from './stories.ts';

/** The address of the list of articles, which exists only on the simulated phones. */
const FRONT_ADDRESS = 'https://daily.sandbox/';

/** The objects of the page in front that scripts can read. */
type PageObject = Readonly<Record<string, unknown>>;

/** Returns the objects of the page in front; undefined if the browser is not in front. */
function readPage(state: PhoneState): PageObject | undefined {
  if (state.place !== 'browser' || state.isScreenOff === true) return undefined;
  const opened = topScreen(state, 'browser');
  const story = STORIES.find(({ id }) => id === opened?.argument);
  const address =
    opened?.screen === 'address' ? opened.argument : `${FRONT_ADDRESS}${story ? `stories/${story.id}` : ''}`;
  const { protocol = '', host = '', pathname = '' } = URL.canParse(address) ? new URL(address) : {};
  const title = story?.title ?? (opened?.screen === 'address' ? host || address : 'The Daily Sandbox');
  const { width = 0, height = 0, density = 1 } = displayOf(state, 0) ?? {};
  const innerText = story ? `${story.title}\n\n${story.text}` : title;
  const location = { href: address, protocol, host, pathname };
  const document = { title, URL: address, location, readyState: 'complete', body: { innerText } };
  const navigator = { language: state.locale ?? DEFAULT_LOCALE, onLine: true };
  const window = {
    innerWidth: Math.round(width / density),
    innerHeight: Math.round(height / density),
    devicePixelRatio: density,
  };
  return { ...window, window, document, location, navigator };
}

const PATH = /^[A-Za-z]+(\.[A-Za-z]+)*$/;

/** The result of a script, or a code with a sentence that says why it cannot be run. */
type Outcome = { readonly result: unknown } | { readonly code: string; readonly problem: string };

/**
 * Evaluates a script in the page in front. The sandbox runs no code: a script is a property of the page, such as
 * `document.title`, or JSON. A property that does not exist is null.
 */
export function evaluateScript(state: PhoneState, script: string): Outcome {
  const page = readPage(state);
  if (!page) {
    const problem = `There is no browser tab in front, but ${programInFront(state).label}.`;
    return { code: 'no_browser_tab', problem };
  }
  const text = script.trim();
  if (text === 'undefined') return { result: null };
  try {
    return { result: writeNumber(JSON.parse(text)) };
  } catch {
    if (['NaN', 'Infinity', '-Infinity'].includes(text)) return { result: text };
    if (PATH.test(text)) return readPath(page, text.split('.'));
    const problem = 'The sandbox evaluates only properties of the page, such as document.title, and JSON.';
    return { code: 'script_not_supported', problem };
  }
}

function readPath(page: PageObject, names: readonly string[]): Outcome {
  let value: unknown = page;
  for (const name of names) {
    if (value === undefined)
      return { code: 'script_failed', problem: `Cannot read properties of undefined (reading '${name}').` };
    value = memberOf(value, name);
  }
  return { result: value ?? null };
}

// Negative zero is not JSON, and is returned as text (wire facts 9).
function writeNumber(value: unknown): unknown {
  return Object.is(value, -0) ? '-0' : value;
}
