import type { Client } from '../client/client.ts';
import type { Device } from '../contract/records/device.ts';
import { isNotOffered } from '../stores/notOffered.ts';

/** The data about a device besides its screen. */
export interface DeviceFacts {
  /** Undefined if the service has no endpoint for single devices. */
  readonly device: Pick<Device, 'name' | 'state' | 'stateMessage' | 'type'> | undefined;
  /** Capabilities that the device reports as missing (wire facts 8). */
  readonly lacks: readonly string[];
}

/** Reads the non-secret fields of a device record; undefined if the service does not offer it. */
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

/** Reads the capabilities that a device reports as missing; none if the request fails. */
export async function readLacks(client: Client, deviceId: string): Promise<readonly string[]> {
  try {
    const { value } = await client.getDeviceCapabilities({ params: { deviceId } });
    return Object.entries(value.capabilities).flatMap(([name, can]) => (can === false ? [name] : []));
  } catch {
    // Capabilities count as present unless the device denies them.
    return [];
  }
}
