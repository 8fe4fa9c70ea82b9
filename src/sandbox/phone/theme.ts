import type { Color } from './draw/shape.ts';
import type { PhoneState } from './state.ts';

const LIGHT = {
  page: '#f3f4f8',
  card: '#ffffff',
  ink: '#1b1d24',
  quietInk: '#686d7b',
  divider: '#e4e6ec',
  onAccent: '#ffffff',
  fieldFill: '#eff1f6',
  switchOff: '#c9cdd6',
  keyboard: '#dfe2ea',
  key: '#ffffff',
  quietKey: '#c5cad6',
  good: '#1b7f4b',
  bad: '#b3362c',
} as const;

const DARK = {
  page: '#101217',
  card: '#1c1f27',
  ink: '#eef0f5',
  quietInk: '#9aa1b1',
  divider: '#2c303b',
  onAccent: '#ffffff',
  fieldFill: '#272b36',
  switchOff: '#474d5b',
  keyboard: '#1c1f27',
  key: '#363b48',
  quietKey: '#272b36',
  good: '#5ecb93',
  bad: '#f08a80',
} as const;

/** The colors and measures of a theme; measures in density-independent units. */
export type Theme = Readonly<Record<keyof typeof LIGHT | 'accent' | 'tint', Color>> & {
  readonly cardRadius: number;
  readonly buttonRadius: number;
};

/** Returns the theme of a phone, by its platform and its dark theme switch. */
export function themeOf(state: PhoneState): Theme {
  const dark = state.switches.darkTheme;
  const colors = dark ? DARK : LIGHT;
  return state.platform === 'ios-phone'
    ? { ...colors, accent: '#0a6fe8', tint: dark ? '#16304f' : '#e1edfc', cardRadius: 12, buttonRadius: 12 }
    : { ...colors, accent: '#4a57c8', tint: dark ? '#2a2f56' : '#e5e7fb', cardRadius: 20, buttonRadius: 26 };
}
