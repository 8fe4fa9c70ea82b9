import type { Client } from '../client/client.ts';
import type { Device } from '../contract/records/device.ts';
import { isNotOffered } from '../stores/notOffered.ts';

/** What is known of a device beside its screen. */
export interface DeviceFacts {
  /** Undefined where the service does not tell about single devices. */
  readonly device: Pick<Device, 'name' | 'state' | 'stateMessage' | 'type'> | undefined;
  /** Capabilities that the device says it lacks (wire facts 8). */
  readonly lacks: readonly string[];
}

/** Reads the record of a device, without what of it is secret; undefined where it is not told about. */
export async function readDevice(client: Client, deviceId: string): Promise<DeviceFacts['device']> {
  try {
    const { value } = await client.getDevice({ params: { deviceId } });
    const { name, state, stateMessage, type } = value;
    return { name, state, stateMessage, type };
  } catch (error) {
    if (isNotOffered(error)) return undefined;
    throw error;
  }
}

/** Reads which capabilities a device lacks; none where it does not tell. */
export async function readLacks(client: Client, deviceId: string): Promise<readonly string[]> {
  try {
    const { value } = await client.getDeviceCapabilities({ params: { deviceId } });
    return Object.entries(value.capabilities).flatMap(([name, can]) => (can === false ? [name] : []));
  } catch {
    // What a device does not tell about is on offer.
    return [];
  }
}
