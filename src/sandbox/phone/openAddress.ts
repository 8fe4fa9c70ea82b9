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

/** Opens a deep link in the app of its scheme, or any other address in the browser, which displays it. */
export function openAddress(state: PhoneState, address: string): PhoneState {
  const scheme = URL.canParse(address) ? new URL(address).protocol : '';
  const app = SCHEMES[scheme];
  return app ? openApp(state, app) : openScreen(state, 'browser', { screen: 'address', argument: address });
}
