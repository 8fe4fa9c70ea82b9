import { openApp, openScreen } from './applyEffect.ts';
import type { AppId, PhoneState } from './state.ts';

const SCHEMES: Readonly<Record<string, AppId>> = {
  'maps:': 'maps',
  'geo:': 'maps',
  'messages:': 'messages',
  'sms:': 'messages',
  'settings:': 'settings',
  'form:': 'form',
};

/** The maximum length of the title of a dialog. */
const MAX_TITLE_LENGTH = 120;

/**
 * Opens a deep link in the app of its scheme, `alert:` with a title as a dialog of the system, or any other address in
 * the browser, which displays it.
 */
export function openAddress(state: PhoneState, address: string): PhoneState {
  const { protocol: scheme, pathname } = URL.canParse(address)
    ? new URL(address)
    : { protocol: '', pathname: '' };
  if (scheme === 'alert:') return { ...state, dialog: titleIn(pathname) };
  const app = SCHEMES[scheme];
  return app ? openApp(state, app) : openScreen(state, 'browser', { screen: 'address', argument: address });
}

function titleIn(pathname: string): string {
  try {
    return decodeURIComponent(pathname).slice(0, MAX_TITLE_LENGTH) || 'Notice';
  } catch {
    return 'Notice';
  }
}
