import { Screen } from '../../../flow/selector/screen.ts';
import type { JsonObject } from '../../../util/isObject.ts';
import { openApp } from '../../phone/applyEffect.ts';
import { APPS } from '../../phone/apps.ts';
import { type GlobalButton, KEY_CODES, pressGlobal, pressKey } from '../../phone/keys.ts';
import { openAddress } from '../../phone/openAddress.ts';
import type { ScreenContext } from '../../phone/screenContext.ts';
import { type AppId, displayOf, type PhoneState } from '../../phone/state.ts';
import { longPress, swipe, tap } from '../../phone/touch.ts';
import { clearField, typeText } from '../../phone/typing.ts';
import { findField, findByName, findNewestMessage, readNumberedState, scrolls } from './agentScreen.ts';
import type { SeenElement } from './agentScreen.ts';

/** The phone as an agent sees it before a call. */
export interface SeenPhone {
  readonly state: PhoneState;
  readonly context: ScreenContext;
  readonly displayId: number;
  /** Returns the value of a secret by its name. */
  readonly secretOf: (id: string) => string | undefined;
}

/** A call of a tool, as on the wire (wire facts 10), and the phone after it. */
export interface TaskCall {
  readonly tool: string;
  readonly args: JsonObject;
  readonly isSuccessful: boolean;
  readonly summary: string;
  readonly state: PhoneState;
  /** True if the agent looks at the screen again for the same purpose. */
  readonly goesOn?: boolean;
}

/** Decides on the next call for a purpose; `count` is the number of its calls so far. */
export type Decide = (view: SeenPhone, count: number) => TaskCall;

/** The number of swipes in search of an element: half of them down, then up again. */
const MAX_SWIPES = 10;
const SWIPE_S = 0.3;
const LONG_PRESS_MS = 800;
/** The number that a call names if the element is not on the screen. */
const NO_ELEMENT = -1;

/** Opens an app by its name. */
export function openAppCall(app: AppId): Decide {
  const { label } = APPS[app];
  return ({ state }) => done('open_app', { text: label }, `Opened ${label}.`, openApp(state, app));
}

/** Opens an address with a tool that is not one of the usual ones. */
export function openAddressCall(url: string): Decide {
  return ({ state }) => done('open_url', { url }, `Opened ${url}.`, openAddress(state, url));
}

/** Taps the element with a name. Scrolls in search of it, and closes the keyboard first. */
export function tapCall(name: string, isLong = false): Decide {
  return (view, count) => {
    const screen = screenOf(view);
    const found = findByName(screen, name);
    const pressed = pressBackFirst(view, count);
    if (pressed) return pressed;
    if (found || count >= MAX_SWIPES || !scrolls(screen)) return touch(view, found, name, isLong);
    return { ...scroll(view, count < MAX_SWIPES / 2 ? 'down' : 'up'), goesOn: true };
  };
}

/** Opens the newest message of a list. */
export function openNewestCall(): Decide {
  return view => touch(view, findNewestMessage(screenOf(view)), 'the newest message', false);
}

/** Types a text into a field: the one with a name, or else the one with the focus or the first one. */
export function typeCall(text: string, field: string | undefined): Decide {
  return view => {
    const found = findField(screenOf(view), field);
    const args = { text, index: found?.index ?? NO_ELEMENT, clear: true };
    return typed(view, found, 'type', args, text);
  };
}

/** Types a secret, which never appears, into a field. */
export function typeSecretCall(id: string, field: string | undefined): Decide {
  return view => {
    const found = findField(screenOf(view), field);
    const args = { secret_id: id, index: found?.index ?? NO_ELEMENT };
    return typed(view, found, 'type_secret', args, view.secretOf(id));
  };
}

/** Swipes so that a list shows more at a side. */
export function scrollCall(direction: 'up' | 'down'): Decide {
  return view => scroll(view, direction);
}

/** Presses a button of the system. */
export function pressCall(button: GlobalButton | 'enter'): Decide {
  return ({ state }) => {
    const after = button === 'enter' ? pressKey(state, KEY_CODES.enter) : pressGlobal(state, button);
    return done('system_button', { button }, `Pressed ${button}.`, after);
  };
}

/** Waits for seconds. */
export function waitCall(seconds: number): Decide {
  return ({ state }) => done('wait', { duration: seconds }, 'Waited.', state);
}

/** Ends the task. */
export function completeCall(success: boolean, message: string): Decide {
  return ({ state }) => done('complete', { success, message }, message, state);
}

function screenOf({ state, context, displayId }: SeenPhone): Screen {
  return new Screen(readNumberedState(state, context, displayId) ?? {});
}

function pressBackFirst(view: SeenPhone, count: number): TaskCall | undefined {
  if (count > 0 || !view.state.keyboardVisible) return undefined;
  return { ...pressCall('back')(view, 0), goesOn: true };
}

function touch(
  { state, context, displayId }: SeenPhone,
  found: SeenElement | undefined,
  name: string,
  isLong: boolean,
): TaskCall {
  const tool = isLong ? 'long_press' : 'click';
  if (!found) return failed(tool, { index: NO_ELEMENT }, `There is no element ${name}.`, state);
  const { index, center } = found;
  const path = [
    { ...center, ms: 0 },
    { ...center, ms: LONG_PRESS_MS },
  ];
  const after = isLong ? longPress(state, context, displayId, path) : tap(state, context, displayId, center);
  return done(tool, { index }, `Touched element ${index}: ${found.name}.`, after);
}

function typed(
  { state, context, displayId }: SeenPhone,
  found: SeenElement | undefined,
  tool: string,
  args: JsonObject,
  text: string | undefined,
): TaskCall {
  const focused = found && !found.isFocused ? tap(state, context, displayId, found.center) : state;
  const cleared = args['clear'] === true ? (clearField(focused) ?? focused) : focused;
  const after = found && text !== undefined ? typeText(cleared, text) : undefined;
  if (!after)
    return failed(
      tool,
      args,
      text === undefined ? 'There is no such secret.' : 'There is no such field.',
      state,
    );
  return done(tool, args, 'Typed.', after);
}

function scroll({ state, context, displayId }: SeenPhone, direction: 'up' | 'down'): TaskCall {
  const { width = 0, height = 0 } = displayOf(state, displayId) ?? {};
  const x = Math.round(width / 2);
  const [low, high] = [Math.round(height * 0.7), Math.round(height * 0.3)];
  const [from, to] = direction === 'down' ? [low, high] : [high, low];
  const path = [
    { x, y: from, ms: 0 },
    { x, y: to, ms: SWIPE_S * 1000 },
  ];
  const args = { coordinate: [x, from], coordinate2: [x, to], duration: SWIPE_S };
  return done('swipe', args, `Swiped ${direction}.`, swipe(state, context, displayId, path));
}

function done(tool: string, args: JsonObject, summary: string, state: PhoneState): TaskCall {
  return { tool, args, isSuccessful: true, summary, state };
}

function failed(tool: string, args: JsonObject, summary: string, state: PhoneState): TaskCall {
  return { tool, args, isSuccessful: false, summary, state };
}
