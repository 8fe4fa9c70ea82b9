import { createHash } from 'node:crypto';
import { evaluateScript } from '../../phone/browserPage.ts';
import { DPI_PER_DENSITY, type Platform } from '../../phone/state.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { Refusal } from '../../runtime/refusal.ts';
import type { StoredDevice } from '../../store/stored.ts';
import { reach, targetOf } from './reach.ts';

const MODELS: Readonly<Record<Platform, string>> = {
  'android-phone': 'Phone',
  'android-tablet': 'Tablet',
  'ios-phone': 'iPhone',
};

/** Handlers for the identity of a device, and for scripts in its browser (wire facts 9). */
export const fingerprintHandlers = {
  getFingerprint: ({ params, headers, service }) => {
    const { device, phone, display } = reach(service.store, targetOf(params, headers), 'fingerprint');
    const model = MODELS[device.sandbox.platform];
    return {
      model: {
        brand: 'sandbox',
        manufacturer: 'Sandbox',
        model: `Sandbox ${model}`,
        device: model.toLowerCase(),
        hardware: 'simulated',
        aospVersion: '14',
        imageRepository: 'sandbox',
      },
      display: {
        width: display.width,
        height: display.height,
        densityDpi: Math.round(display.density * DPI_PER_DENSITY),
      },
      identifiers: { ...identifiersOf(device), ...phone.identity?.identifiers },
      carrier: phone.identity?.carrier ?? {
        name: 'Sandbox Mobile',
        country: device.sandbox.country,
        mcc: '001',
        mnc: '01',
      },
    };
  },
  runBrowserScript: ({ params, headers, body, service }) => {
    const { phone } = reach(service.store, targetOf(params, headers), 'browser');
    const outcome = evaluateScript(phone.state, body.script);
    if ('code' in outcome) throw new Refusal(422, outcome.code, outcome.problem);
    return outcome;
  },
} as const satisfies Handlers;

/** Returns made-up identifiers that stay the same for a device, in the ranges reserved for tests. */
function identifiersOf({ id }: StoredDevice): Readonly<Record<string, string>> {
  const hex = createHash('sha256').update(id).digest('hex');
  const digits = (from: number, length: number): string =>
    BigInt(`0x${hex.slice(from, from + 16)}`)
      .toString()
      .padStart(length, '0')
      .slice(0, length);
  return {
    imei: `001010${digits(0, 9)}`,
    androidId: hex.slice(0, 16),
    phoneNumber: `+1555010${digits(16, 4)}`,
    wifiMac: `02:${(hex.slice(32, 42).match(/../g) ?? []).join(':')}`,
  };
}
