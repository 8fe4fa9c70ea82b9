import { mailPasscode } from '../../../records/mail.ts';
import { type PhoneState, screenKey } from '../../../phone/state.ts';
import { timestamp } from '../../../runtime/clock.ts';
import type { Service } from '../../../runtime/service.ts';
import type { Reached } from '../reach.ts';

/** The message that the form app sends to the address entered in it. */
const CONFIRMATION = {
  fromAddress: 'accounts@form.example',
  subject: 'Confirm your address',
  text: 'Your passcode is {code}. Enter it in the app to confirm your address.',
};

/** Stores a new state of a phone in one transaction with its consequences, such as the form's confirmation message. */
export function putState(service: Service, { device, phone }: Reached, state: PhoneState): PhoneState {
  const { store, clock, events } = service;
  return store.transaction(() => {
    const { formResult } = state;
    const isSubmitted = formResult !== null && formResult !== phone.state.formResult;
    const email = (state.fields['form.email'] ?? '').trim();
    const formCode =
      isSubmitted && formResult.accepted ? mailPasscode(service, email, CONFIRMATION) : state.formCode;
    const stored = formCode === state.formCode ? state : { ...state, formCode: formCode ?? null };
    const openedAt = screenKey(phone.state) === screenKey(stored) ? phone.openedAt : clock.now();
    store.phones.put({
      ...phone,
      state: stored,
      updatedAt: timestamp(clock),
      ...(openedAt === undefined ? {} : { openedAt }),
    });
    if (isSubmitted)
      events.emitAppEvent('app', 'app.form.submitted', device.id, { accepted: formResult.accepted, email });
    return stored;
  });
}
