import { passcodeOf } from '../../util/passcodes/passcode.ts';
import type { Service } from '../runtime/service.ts';
import type { Store } from '../store/store.ts';
import type { StoredDevice, StoredMessage, StoredPhone } from '../store/stored.ts';
import { countryOf } from '../phone/countries.ts';
import { createPhone, type PhoneState } from '../phone/state.ts';
import type { PhoneMessage, ScreenContext } from '../phone/screenContext.ts';

/** The number of messages on a phone. */
export const MESSAGES = 30;
/** The simulated battery is full at midnight UTC and loses one percent in this time. */
const MINUTES_A_PERCENT = 18;

/** Returns the stored phone of a device, or a new one. */
export function phoneOf(store: Store, device: StoredDevice): StoredPhone {
  return store.phones.get(device.id) ?? newPhone(device);
}

/** Creates an unused phone for a device. */
export function newPhone({ id, updatedAt, sandbox: { platform, secondDisplay } }: StoredDevice): StoredPhone {
  return {
    id,
    updatedAt: updatedAt ?? '',
    state: createPhone(platform, secondDisplay),
    position: null,
    overlayVisible: true,
    proxy: null,
  };
}

/** Returns the state of a device's phone, and the external data that its displays show. */
export function readPhone(
  service: Service,
  device: StoredDevice,
): { readonly state: PhoneState; readonly context: ScreenContext } {
  const phone = phoneOf(service.store, device);
  return { state: phone.state, context: contextOf(service, device, phone, MESSAGES) };
}

/** Returns the part of the loading of a phone's app that is over, from 0 up to 1; undefined if it does not load. */
export function loadedPart(
  { slowScreenOf, clock, settings }: Service,
  phone: StoredPhone,
): number | undefined {
  const slow = slowScreenOf(phone.id);
  const { place } = phone.state;
  if (!slow || phone.openedAt === undefined || place === 'home' || place === 'recents') return undefined;
  const part = (clock.now() - phone.openedAt) / (slow.milliseconds * settings.timeScale);
  return part >= 0 && part < 1 ? part : undefined;
}

/** Returns the time zone of a phone: the one that was set, or that of its country. */
export function timeZoneOf({ sandbox }: StoredDevice, { state }: StoredPhone): string {
  return state.timeZone ?? countryOf(sandbox.country).timeZone;
}

/** Returns how many messages a phone shows at most. */
export function countShownMessages({ place, displays }: PhoneState): number {
  // Only the Messages app shows all; the home screen and a second display show the newest one.
  if (place === 'messages') return MESSAGES;
  return place === 'home' || displays.length > 1 ? 1 : 0;
}

/**
 * Returns the external data that the displays of a phone show; `limit` limits the messages, which take long to read, and
 * `past` is an earlier time.
 */
export function contextOf(
  service: Service,
  device: StoredDevice,
  phone: StoredPhone,
  limit: number,
  past?: Date,
): ScreenContext {
  const { store, clock, layoutOf } = service;
  const country = countryOf(device.sandbox.country);
  const now = past ?? new Date(clock.now());
  const minutes = now.getUTCHours() * 60 + now.getUTCMinutes();
  const layout = layoutOf(device.id);
  const loaded = loadedPart(service, phone);
  const to = { receivedAt: past?.toISOString() };
  const messages = limit === 0 ? [] : store.messages.list({ orderBy: 'receivedAt', limit, to });
  return {
    now,
    timeZone: timeZoneOf(device, phone),
    position: phone.position ?? country.position,
    deviceName: device.name ?? 'Phone',
    batteryPercent: 100 - Math.floor(minutes / MINUTES_A_PERCENT),
    messages: messages.map(messageOf),
    ...(phone.state.locale === undefined ? {} : { locale: phone.state.locale }),
    ...(layout ? { layout } : {}),
    ...(loaded === undefined ? {} : { loaded }),
  };
}

function messageOf({
  id,
  fromAddress,
  subject,
  hasOtp,
  receivedAt,
  sandbox: { body },
}: StoredMessage): PhoneMessage {
  const otp = hasOtp === true ? passcodeOf({ subject, text: body }) : undefined;
  return {
    id,
    from: fromAddress ?? '',
    text: body,
    receivedAt: new Date(receivedAt ?? 0),
    ...(subject ? { subject } : {}),
    ...(otp === undefined ? {} : { otp }),
  };
}
