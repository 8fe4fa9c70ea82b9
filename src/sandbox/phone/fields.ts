import { topScreen, type FieldKey, type PhoneState } from './state.ts';

/** The constant properties of a text field. */
interface Field {
  readonly label: string;
  readonly hint: string;
  readonly password: boolean;
}

/** The text fields of all apps. */
export const FIELDS: Readonly<Record<FieldKey, Field>> = {
  'form.name': { label: 'Name', hint: 'Full name', password: false },
  'form.email': { label: 'E-mail', hint: 'name@example.com', password: false },
  'form.password': { label: 'Password', hint: 'At least 8 characters', password: true },
  'form.code': { label: 'Passcode', hint: 'Six digits from the mail', password: false },
  'settings.lock': { label: 'Screen lock password', hint: 'Not set', password: true },
  'browser.search': { label: 'Search', hint: 'Search stories', password: false },
};

/** Returns the fields of the screen in front, in tab order. */
export function fieldsInFront(state: PhoneState): readonly FieldKey[] {
  switch (state.place) {
    case 'form':
      return ['form.name', 'form.email', 'form.password', ...(state.formCode ? ['form.code' as const] : [])];
    case 'settings':
      return topScreen(state, 'settings') === undefined ? ['settings.lock'] : [];
    case 'browser':
      return topScreen(state, 'browser') === undefined ? ['browser.search'] : [];
    default:
      return [];
  }
}
