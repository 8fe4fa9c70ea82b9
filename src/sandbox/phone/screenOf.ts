import { findPasscode } from '../../util/passcode.ts';
import type { Service } from '../service.ts';
import type { Store } from '../store/store.ts';
import type { StoredDevice, StoredMessage, StoredPhone } from '../store/stored.ts';
import { countryOf } from './countries.ts';
import { createPhone, type PhoneState } from './state.ts';
import type { PhoneMessage, World } from './world.ts';

/** How many messages a phone shows. */
const MESSAGES = 30;
/** The battery is full at midnight and loses a percent in this time. */
const MINUTES_A_PERCENT = 18;

/** The phone of a device as it was left, or a new one. */
export function phoneOf(store: Store, device: StoredDevice): StoredPhone {
  return store.phones.get(device.id) ?? newPhone(device);
}

/** A phone that nobody has touched. */
export function newPhone({ id, updatedAt, sandbox: { platform, secondDisplay } }: StoredDevice): StoredPhone {
  return {
    id,
    updatedAt: updatedAt ?? '',
    state: createPhone(platform, secondDisplay),
    position: null,
    overlayVisible: true,
    proxy: null,
    files: [],
  };
}

/** What a device's displays show now: the phone's state, and the world it shows besides. */
export function screenOf(
  { store, clock }: Service,
  device: StoredDevice,
): { readonly state: PhoneState; readonly world: World } {
  const phone = phoneOf(store, device);
  const country = countryOf(device.sandbox.country);
  const now = new Date(clock.now());
  const minutes = now.getUTCHours() * 60 + now.getUTCMinutes();
  const messages = store.messages.list({ orderBy: 'receivedAt', limit: MESSAGES });
  const world = {
    now,
    timeZone: country.timeZone,
    position: phone.position ?? country.position,
    deviceName: device.name ?? 'Phone',
    batteryPercent: 100 - Math.floor(minutes / MINUTES_A_PERCENT),
    messages: messages.map(messageOf),
  };
  return { state: phone.state, world };
}

function messageOf({
  id,
  fromAddress,
  subject,
  hasOtp,
  receivedAt,
  sandbox: { body },
}: StoredMessage): PhoneMessage {
  const otp = hasOtp === true ? findPasscode(subject, body) : undefined;
  return {
    id,
    from: fromAddress ?? '',
    text: body,
    receivedAt: new Date(receivedAt ?? 0),
    ...(subject ? { subject } : {}),
    ...(otp === undefined ? {} : { otp }),
  };
}
