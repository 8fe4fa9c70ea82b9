import type { UiState } from '../../contract/records/uiState.ts';
import { isSecretField } from '../secrets/secretFields.ts';
import type { ScreenElement } from '../selector/screen.ts';
import { shortId } from '../selector/selector.ts';
import type { DeviceGesture, DevicePoint } from './deviceGesture.ts';
import { toPasscode } from './passcodeStep.ts';
import {
  elementWithNumber,
  type NumberedElement,
  screenOfState,
  stateAt,
  type TrajectoryCall,
  withFocus,
} from './taskTrajectory.ts';
import type { OpenedApp } from './wantedValues.ts';

/** Something that a call did: a gesture on a screen, or an act that is no gesture. */
export type TaskAct =
  | {
      readonly kind: 'gesture';
      readonly gesture: DeviceGesture;
      /** The screen on which it was done; undefined if it is unknown. */
      readonly state: UiState | undefined;
      /** The ID of the secret that is typed, in place of its text. */
      readonly secretId?: string;
      /** Set if the element of the call was found by counting, since the screen numbers none. */
      readonly isCounted?: boolean;
    }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  /** Opens an app; `isGuessed` if the screen afterward has another name than the one that was opened. */
  | { readonly kind: 'openApp'; readonly app: OpenedApp; readonly isGuessed: boolean };

type Platform = OpenedApp['platform'];

/** The known screens before and after a call, and the platform of its device. */
export interface CallPlace {
  readonly before: UiState | undefined;
  readonly after: UiState | undefined;
  readonly platform: Platform;
}

const LONG_PRESS_MS = 800;
const MIN_SWIPE_MS = 10;
const MAX_SWIPE_MS = 10_000;
const MAX_WAIT_S = 3600;
const MAX_TEXT_LENGTH = 5000;
/** The name of a text that may be a secret, since the field that it was typed into is unknown. */
export const UNKNOWN_FIELD = 'text';
const BUTTONS: Readonly<Record<string, DeviceGesture>> = {
  back: { kind: 'global', button: 'back' },
  home: { kind: 'global', button: 'home' },
  recents: { kind: 'global', button: 'recents' },
  recent: { kind: 'global', button: 'recents' },
  appswitch: { kind: 'global', button: 'recents' },
  enter: { kind: 'key', key: 66 },
};

/** Returns what a call did; undefined if its tool or its arguments are not known. */
export function actsOf({ tool, args }: TrajectoryCall, place: CallPlace): readonly TaskAct[] | undefined {
  const { before: state } = place;
  switch (tool) {
    case 'click':
    case 'long_press': {
      const named = numbered(state, args['index']);
      return named && [touch(named.element.center, tool === 'long_press', state, named.isCounted)];
    }
    case 'click_at':
    case 'long_press_at': {
      const at = pointOf(args['x'], args['y']);
      return at && [touch(at, tool === 'long_press_at', state)];
    }
    case 'click_area': {
      const [from, to] = [pointOf(args['x1'], args['y1']), pointOf(args['x2'], args['y2'])];
      if (!from || !to) return undefined;
      return [touch({ x: (from.x + to.x) >> 1, y: (from.y + to.y) >> 1 }, false, state)];
    }
    case 'type':
    case 'type_text': {
      const { text } = args;
      return typeof text === 'string' ? typeActs(text.slice(0, MAX_TEXT_LENGTH), args, state) : undefined;
    }
    case 'type_secret':
      return typeActs('', args, state, textOf(args['secret_id']));
    case 'swipe': {
      const [from, to] = [args['coordinate'], args['coordinate2']].map(pair =>
        Array.isArray(pair) ? pointOf(pair[0], pair[1]) : undefined,
      );
      if (!from || !to) return undefined;
      const duration = clamp(secondsOf(args['duration']) * 1000, MIN_SWIPE_MS, MAX_SWIPE_MS);
      return [gesture({ kind: 'swipe', from, to, duration: Math.round(duration), stealth: false }, state)];
    }
    case 'system_button': {
      const pressed =
        BUTTONS[
          textOf(args['button'])
            .toLowerCase()
            .replaceAll(/[^a-z]/g, '')
        ];
      return pressed && [gesture(pressed, state)];
    }
    case 'open_app':
      return openAct(args, place);
    case 'wait':
      return [
        { kind: 'wait', milliseconds: Math.round(clamp(secondsOf(args['duration']), 0, MAX_WAIT_S) * 1000) },
      ];
    default:
      return undefined;
  }
}

/**
 * Returns the texts that calls type into fields that look secret or are unknown, so that they can be hidden everywhere, and
 * a name for each.
 */
export function typedSecrets(
  calls: readonly TrajectoryCall[],
  states: ReadonlyMap<number, UiState>,
): ReadonlyMap<string, string> {
  const secrets = new Map<string, string>();
  for (const { tool, args, before } of calls) {
    if (tool !== 'type' && tool !== 'type_text') continue;
    const text = textOf(args['text']).slice(0, MAX_TEXT_LENGTH);
    if (text === '') continue;
    const field = fieldOf(args, stateAt(states, before))?.element;
    const name = field ? secretName(field, text) : UNKNOWN_FIELD;
    // Another field may say what the text is.
    if (name !== undefined && (secrets.get(text) ?? UNKNOWN_FIELD) === UNKNOWN_FIELD) secrets.set(text, name);
  }
  return secrets;
}

function typeActs(
  text: string,
  args: TrajectoryCall['args'],
  state: UiState | undefined,
  secretId?: string,
): readonly TaskAct[] {
  const field = fieldOf(args, state);
  if (!state || !field) return [textAct(text, state, secretId)];
  const { element, isCounted } = field;
  const { node } = element;
  const clears = args['clear'] === true;
  return [
    ...(node.isFocused === true ? [] : [touch(element.center, false, state, isCounted)]),
    ...(clears ? [gesture({ kind: 'clear' }, withFocus(state, node))] : []),
    textAct(text, withFocus(state, node, clears ? '' : undefined), secretId),
  ];
}

function textAct(text: string, state: UiState | undefined, secretId: string | undefined): TaskAct {
  const act = gesture({ kind: 'text', text, stealth: false }, state);
  return secretId === undefined ? act : { ...act, secretId };
}

/** Returns the field that a call types into: the one with its number, or the one that has the focus. */
function fieldOf(args: TrajectoryCall['args'], state: UiState | undefined): NumberedElement | undefined {
  if (!state) return undefined;
  const screen = screenOfState(state);
  if (typeof args['index'] === 'number') return elementWithNumber(screen, args['index']);
  const element = screen.elements.find(({ node, role }) => node.isFocused === true && role === 'field');
  return element && { element, isCounted: false };
}

/** Returns the name of the secret that a field takes; undefined if what is typed into it is none. */
function secretName({ isSecret, resourceId, node }: ScreenElement, text: string): string | undefined {
  const names = [shortId(resourceId), node.contentDescription ?? '', node.hint ?? ''];
  if (isSecret || names.some(isSecretField)) return 'password';
  const isCode = names.some(name => /\b(?:code|otp)\b/i.test(name.replaceAll(/[._-]/g, ' ')));
  return isCode && toPasscode(text) !== undefined ? 'passcode' : undefined;
}

function openAct(
  args: TrajectoryCall['args'],
  { after, platform }: CallPlace,
): readonly TaskAct[] | undefined {
  const name = textOf(args['text']).trim();
  const id = textOf(args['app_id']) || textOf(args['bundle_id']);
  const { packageName, currentApp } = after?.phone_state ?? {};
  const app = id || (packageName ?? '');
  if (app === '') return undefined;
  const isIos = textOf(args['bundle_id']) !== '';
  const opened: OpenedApp = {
    app,
    name: name || (app === packageName ? currentApp : undefined) || app,
    platform: isIos ? 'ios' : platform,
  };
  const isGuessed = id === '' && (currentApp ?? '').toLowerCase() !== name.toLowerCase();
  return [{ kind: 'openApp', app: opened, isGuessed }];
}

function numbered(state: UiState | undefined, index: unknown): NumberedElement | undefined {
  return state && elementWithNumber(screenOfState(state), index);
}

function touch(at: DevicePoint, isLong: boolean, state: UiState | undefined, isCounted = false): TaskAct {
  const act = gesture(
    isLong
      ? { kind: 'swipe', from: at, to: at, duration: LONG_PRESS_MS, stealth: false }
      : { kind: 'tap', at, stealth: false },
    state,
  );
  return isCounted ? { ...act, isCounted } : act;
}

function gesture(done: DeviceGesture, state: UiState | undefined): Extract<TaskAct, { kind: 'gesture' }> {
  return { kind: 'gesture', gesture: done, state };
}

function pointOf(x: unknown, y: unknown): DevicePoint | undefined {
  const isPlace = (value: unknown): value is number =>
    typeof value === 'number' && value >= 0 && value < 1_000_000;
  return isPlace(x) && isPlace(y) ? { x: Math.round(x), y: Math.round(y) } : undefined;
}

function secondsOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 1;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
