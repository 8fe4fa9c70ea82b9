import { programInFront } from './apps.ts';
import type { TouchEffect } from './effect.ts';
import { clamp } from './geometry.ts';
import { type AppId, type AppScreen, CENTERED_MAP, type PhoneState, type ScrollKey } from './state.ts';
import { confirmCode, submitForm } from './submitForm.ts';
import { clearField, deleteCharacter, focusField, pressEnter, typeText } from './typing.ts';

const ZOOMS = { min: 10, max: 18 } as const;
/** The scroll position that resets when a screen opens. */
const SCREEN_SCROLLS: Readonly<Partial<Record<AppScreen['screen'], ScrollKey>>> = {
  message: 'message',
  story: 'story',
};

/** Returns the phone after one effect of a touch or a key, which never leaves an app that the phone is kept in. */
export function applyInput(state: PhoneState, effect: TouchEffect): PhoneState {
  const after = applyEffect(state, effect);
  const isKept = state.kiosk != null && programInFront(state).packageName === state.kiosk;
  return isKept && programInFront(after).packageName !== state.kiosk ? state : after;
}

/** Returns the phone after one effect. */
export function applyEffect(state: PhoneState, effect: TouchEffect): PhoneState {
  switch (effect.kind) {
    case 'openApp':
      return openApp(state, effect.app);
    case 'openInstalled':
      return { ...closeKeyboard(state), place: 'installed', openInstalled: effect.packageName };
    case 'openScreen':
      return openScreen(state, effect.app, effect.screen);
    case 'closeApp':
      return {
        ...state,
        recents: state.recents.filter(app => app !== effect.app),
        screens: closeScreens(state, effect.app),
      };
    case 'closeDialog':
      return { ...state, dialog: null };
    case 'closeAllApps':
      return { ...closeKeyboard(state), place: 'home', recents: [], screens: {}, openInstalled: null };
    case 'back':
      return goBack(state);
    case 'home':
      return { ...closeKeyboard(state), place: 'home', scroll: { ...state.scroll, home: 0 } };
    case 'recents':
      return { ...closeKeyboard(state), place: 'recents', scroll: { ...state.scroll, recents: 0 } };
    case 'focus':
      return focusField(state, effect.field);
    case 'paste':
      return typeText(focusField(state, effect.field), state.clipboard) ?? state;
    case 'clearField':
      return clearField(focusField(state, effect.field)) ?? state;
    case 'toggle':
      return { ...state, switches: { ...state.switches, [effect.key]: !state.switches[effect.key] } };
    case 'copy':
      return { ...state, clipboard: effect.text };
    case 'turnPage':
      return { ...state, scroll: { ...state.scroll, [effect.key]: effect.page } };
    case 'zoom':
      return {
        ...state,
        map: { ...state.map, zoom: clamp(state.map.zoom + effect.by, ZOOMS.min, ZOOMS.max) },
      };
    case 'centerMap':
      return { ...state, map: CENTERED_MAP };
    case 'submitForm':
      return submitForm(state);
    case 'confirmCode':
      return confirmCode(state);
    case 'type':
      return typeText(state, effect.text) ?? state;
    case 'delete':
      return deleteCharacter(state, 'before');
    case 'enter':
      return pressEnter(state);
    case 'keyboardPage':
      return { ...state, keyboardPage: effect.page };
  }
}

/** Brings an app to the front, on the screen where it was left. */
export function openApp(state: PhoneState, app: AppId): PhoneState {
  return {
    ...closeKeyboard(state),
    place: app,
    recents: [app, ...state.recents.filter(other => other !== app)],
  };
}

/** Opens a screen on top of an app's other screens and brings the app to the front. */
export function openScreen(state: PhoneState, app: AppId, screen: AppScreen): PhoneState {
  const opened = openApp(state, app);
  const key = SCREEN_SCROLLS[screen.screen];
  return {
    ...opened,
    screens: { ...opened.screens, [app]: [...(opened.screens[app] ?? []), screen] },
    scroll: key === undefined ? opened.scroll : { ...opened.scroll, [key]: 0 },
  };
}

/** Returns the open screens of all apps with those of one app removed. */
export function closeScreens({ screens }: PhoneState, app: AppId): PhoneState['screens'] {
  return { ...screens, [app]: [] };
}

/** Returns a phone after a restart: its apps are closed, and what is not stored is gone. */
export function restartPhone(state: PhoneState): PhoneState {
  return {
    ...applyEffect({ ...state, kiosk: null }, { kind: 'closeAllApps' }),
    scroll: {},
    clipboard: '',
    trail: null,
    isScreenOff: false,
  };
}

// Back closes one layer at a time: the keyboard, the top screen, the app.
function goBack(state: PhoneState): PhoneState {
  if (state.dialog != null) return { ...state, dialog: null };
  if (state.keyboardVisible) return { ...state, keyboardVisible: false, focus: null };
  const { place } = state;
  if (place === 'home') return state;
  const opened = place === 'recents' || place === 'installed' ? [] : (state.screens[place] ?? []);
  if (opened.length === 0) return { ...closeKeyboard(state), place: 'home' };
  return { ...state, screens: { ...state.screens, [place]: opened.slice(0, -1) } };
}

function closeKeyboard(state: PhoneState): PhoneState {
  return { ...state, focus: null, keyboardVisible: false };
}
