import { without } from '../../util/isObject.ts';
import type { PhoneState } from './state.ts';

const SHORTEST_PASSWORD = 8;

/** Submits the form. Its result names the first invalid field or confirms the new account. */
export function submitForm(state: PhoneState): PhoneState {
  const name = (state.fields['form.name'] ?? '').trim();
  const email = (state.fields['form.email'] ?? '').trim();
  const password = Array.from(state.fields['form.password'] ?? '');
  const missing = [
    name === '' && 'Enter your name.',
    !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && 'Enter an e-mail address such as name@example.com.',
    password.length < SHORTEST_PASSWORD && `The password needs ${SHORTEST_PASSWORD} characters or more.`,
    !state.switches['form.terms'] && 'Accept the terms to go on.',
  ].find(problem => problem !== false);
  const formResult =
    missing === undefined
      ? { accepted: true, text: `Welcome, ${name}! We wrote to ${email}.` }
      : { accepted: false, text: missing };
  return {
    ...state,
    formResult,
    formCode: null,
    codeResult: null,
    fields: without(state.fields, ['form.code']),
    focus: null,
    keyboardVisible: false,
  };
}

/** Compares the passcode entered in the form with the mailed one. */
export function confirmCode(state: PhoneState): PhoneState {
  const typed = (state.fields['form.code'] ?? '').replaceAll(/\s/g, '');
  const codeResult =
    typed === state.formCode
      ? { accepted: true, text: 'Your address is confirmed.' }
      : { accepted: false, text: 'This is not the passcode of the mail.' };
  return { ...state, codeResult, focus: null, keyboardVisible: false };
}
