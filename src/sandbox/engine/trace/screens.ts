import { hash } from 'node:crypto';
import type { LayoutFault } from '../../../contract/sandbox/fault.ts';
import type { SecretMask } from '../../../flow/trace/secretMask.ts';
import { HIDDEN } from '../../../util/hidden.ts';
import type { PhoneState } from '../../phone/state.ts';
import { contextOf, countShownMessages, newPhone } from '../../records/phone.ts';
import type { Service } from '../../runtime/service.ts';
import type { DrawnScreen } from '../../store/stored.ts';

const MINUTE_MS = 60_000;

/** The last screen of a device: the content of its phone and the time, by which an equal one is recognized. */
interface LastScreen {
  readonly phone: string | undefined;
  /** The number of changes of phones before it, since reading a phone takes longer. */
  readonly writes: number;
  readonly minute: number;
  readonly mails: number;
  readonly layout: LayoutFault | undefined;
  readonly id: string;
}

/** Stores the screens of a run as states of the simulated phone, equal ones once. */
export class TraceScreens {
  readonly #service: Service;
  readonly #executionId: string;
  readonly #mask: SecretMask;
  readonly #last = new Map<string, LastScreen>();
  readonly #stored = new Set<string>();

  constructor(service: Service, executionId: string, mask: SecretMask) {
    this.#service = service;
    this.#executionId = executionId;
    this.#mask = mask;
  }

  /** Stores the current screen of a device and returns its ID; undefined if there is no such device. */
  take(deviceId: string | null, mails: number): string | undefined {
    if (deviceId === null) return undefined;
    const { store, clock, layoutOf, slowScreenOf } = this.#service;
    const { writes } = store.phones;
    const layout = layoutOf(deviceId);
    const minute = Math.floor(clock.now() / MINUTE_MS);
    const known = this.#last.get(deviceId);
    const isSame =
      known?.minute === minute &&
      known.mails === mails &&
      known.layout === layout &&
      slowScreenOf(deviceId) === undefined;
    const last = isSame ? known : undefined;
    if (last?.writes === writes) return last.id;
    const phone = store.phones.getText(deviceId);
    const id = last && last.phone === phone ? last.id : this.#put(deviceId, phone);
    if (id !== undefined) this.#last.set(deviceId, { phone, writes, minute, mails, layout, id });
    return id;
  }

  /** Stores what the device shows, unless it is known, and returns its ID; `stored` is the JSON text of its phone. */
  #put(deviceId: string, stored: string | undefined): string | undefined {
    const screen = this.#read(deviceId, stored);
    if (!screen) return undefined;
    const shown = hideInScreen(this.#mask, JSON.parse(JSON.stringify(screen)) as DrawnScreen);
    const id = hash('sha256', JSON.stringify(shown)).slice(0, 24);
    if (this.#stored.has(id)) return id;
    this.#stored.add(id);
    const executionId = this.#executionId;
    this.#service.store.traceScreens.put({ id: `${executionId}:${id}`, executionId, deviceId, ...shown });
    return id;
  }

  #read(deviceId: string, stored: string | undefined): DrawnScreen | undefined {
    const device = this.#service.store.devices.get(deviceId);
    if (!device) return undefined;
    const phone = stored === undefined ? newPhone(device) : this.#service.store.phones.parse(stored);
    const world = contextOf(this.#service, device, phone, countShownMessages(phone.state));
    return {
      state: withoutInput(phone.state),
      // The clock on the screen has no seconds, so equal screens within a minute are stored once.
      world: { ...world, now: new Date(Math.floor(world.now.getTime() / MINUTE_MS) * MINUTE_MS) },
    };
  }
}

/**
 * Returns a copy of a screen without the known secrets. Its numbers are sizes, points, and times, so they are kept, as are
 * the words by which the phone knows its screens, since a secret can be one of them.
 */
export function hideInScreen(mask: SecretMask, screen: DrawnScreen): DrawnScreen {
  const hidden = mask.textsIn(screen);
  const { platform, place, recents, focus, keyboardPage } = screen.state;
  return { ...hidden, state: { ...hidden.state, platform, place, recents, focus, keyboardPage } };
}

// Gestures are recorded on their own, so the trail of the last one is left out. The passcode of the form is a secret,
// as is everything typed in its field.
function withoutInput(state: PhoneState): PhoneState {
  const { fields, formCode } = state;
  const code = fields['form.code'];
  return {
    ...state,
    trail: null,
    fields: code === undefined ? fields : { ...fields, 'form.code': '•'.repeat(Array.from(code).length) },
    ...(formCode == null ? {} : { formCode: HIDDEN }),
  };
}
