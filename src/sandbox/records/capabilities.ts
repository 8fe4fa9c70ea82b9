import { Refusal } from '../runtime/refusal.ts';
import type { StoredDevice } from '../store/stored.ts';

/** Returns true if a device has a capability. A device that was stored before a capability existed has it. */
export function hasCapability({ sandbox }: StoredDevice, capability: string): boolean {
  return sandbox.capabilities[capability] !== false;
}

/** Throws the 422 Refusal `unsupported_feature` if a device lacks a capability (spec 4.8, wire facts 8). */
export function requireCapability(device: StoredDevice, capability: string): void {
  if (!hasCapability(device, capability)) throw unsupported(capability);
}

/** Returns the refusal of a device that lacks a feature. */
export function unsupported(feature: string): Refusal {
  return new Refusal(422, 'unsupported_feature', `This device does not support ${feature}.`);
}
