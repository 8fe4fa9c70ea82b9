import type { AppId, AppScreen, FieldKey, PhoneState, ScrollKey, SwitchKey } from './state.ts';

/** The effect of touching a widget, as data, so that layouts contain no functions. */
export type TouchEffect =
  | { readonly kind: 'openApp'; readonly app: AppId }
  | { readonly kind: 'openInstalled'; readonly packageName: string }
  | { readonly kind: 'openScreen'; readonly app: AppId; readonly screen: AppScreen }
  | { readonly kind: 'closeDialog' }
  | { readonly kind: 'closeApp'; readonly app: AppId }
  | { readonly kind: 'closeAllApps' }
  | { readonly kind: 'back' }
  | { readonly kind: 'home' }
  | { readonly kind: 'recents' }
  | { readonly kind: 'focus'; readonly field: FieldKey }
  | { readonly kind: 'paste'; readonly field: FieldKey }
  | { readonly kind: 'clearField'; readonly field: FieldKey }
  | { readonly kind: 'toggle'; readonly key: SwitchKey }
  | { readonly kind: 'copy'; readonly what: string; readonly text: string }
  | { readonly kind: 'turnPage'; readonly key: ScrollKey; readonly page: number }
  | { readonly kind: 'zoom'; readonly by: 1 | -1 }
  | { readonly kind: 'centerMap' }
  | { readonly kind: 'submitForm' }
  | { readonly kind: 'confirmCode' }
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'delete' }
  | { readonly kind: 'enter' }
  | { readonly kind: 'keyboardPage'; readonly page: PhoneState['keyboardPage'] };
