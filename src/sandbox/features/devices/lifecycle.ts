import { AWAKE_STATES, isAwake } from '../../../contract/awakeStates.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { PhoneFailure } from '../../runtime/phoneDriver.ts';
import { conflict, Refusal } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import { toResponse, type StoredDevice } from '../../store/stored.ts';
import { MAX_WAIT_MS, setDeviceState, startTransition, waitUntilSettled } from './deviceState.ts';
import { requireCapability } from '../../records/capabilities.ts';
import { refuseReal, requireDevice } from './reach.ts';
import { rebootPhone } from './reachPhone.ts';

/** Handlers that change the state of a device or wait for it (wire facts 8). */
export const lifecycleHandlers = {
  rebootDevice: ({ params, service }): undefined => {
    const { id } = requireState(service, params.deviceId, AWAKE_STATES);
    // The reply does not wait for the restart.
    rebootPhone(service, id, service.ending).catch((error: unknown) => {
      // The state of the device says it.
      if (!service.ending.aborted && !(error instanceof PhoneFailure))
        service.log.error(`The device ${id} did not restart.`, error);
    });
  },
  resetDevice: ({ params, service }): undefined => {
    requireCapability(requireDevice(service.store, params.deviceId), 'reset');
    const device = requireState(service, params.deviceId, [...AWAKE_STATES, 'stopped']);
    startTransition(service, device, 'resetting');
  },
  stopDevice: ({ params, service }): undefined => {
    // This code and status are documented (wire facts 8), unlike those of `requireCapability`.
    if (requireDevice(service.store, params.deviceId).sandbox.capabilities['stop'] !== true)
      throw new Refusal(404, 'stop_not_supported', 'This device cannot be stopped.');
    setDeviceState(service, requireState(service, params.deviceId, AWAKE_STATES), 'stopped');
  },
  resumeDevice: ({ params, service }): undefined => {
    setDeviceState(service, requireState(service, params.deviceId, ['stopped']), 'ready');
  },
  terminateDevice: ({ params, service }): undefined => {
    const device = requireDevice(service.store, params.deviceId);
    refuseReal(device);
    if (device.state === 'terminated') throw stateConflict('The device is already terminated.');
    setDeviceState(service, device, 'terminated', 'The device was released.');
  },
  disconnectDevice: ({ params, service }): undefined => {
    const device = requireState(service, params.deviceId, AWAKE_STATES);
    refuseReal(device);
    setDeviceState(service, device, 'disconnected', 'The device is unreachable.');
  },
  reconnectDevice: ({ params, service }): undefined => {
    const device = requireState(service, params.deviceId, ['disconnected']);
    refuseReal(device);
    setDeviceState(service, device, 'ready');
  },
  waitForDevice: async ({ params, service, signal }) => {
    const device = await waitUntilSettled(service, params.deviceId, MAX_WAIT_MS, signal).catch(
      (error: unknown) => {
        // Nobody receives this response, but it keeps a disconnect from being logged as an error.
        throw signal.aborted ? new Refusal(408, 'cancelled', 'The caller disconnected.') : error;
      },
    );
    if (device && isAwake(device.state)) return toResponse(device);
    const state = requireDevice(service.store, params.deviceId).state ?? 'unknown';
    if (device) throw stateConflict(`The device is ${state} and does not become ready by itself.`);
    const message = `The device is still ${state}; call again to continue waiting.`;
    throw new Refusal(408, 'device_wait_timeout', message);
  },
} as const satisfies Handlers;

function requireState({ store }: Service, deviceId: string, allowed: readonly string[]): StoredDevice {
  const device = requireDevice(store, deviceId);
  const state = device.state ?? 'unknown';
  if (allowed.includes(state)) return device;
  throw stateConflict(`The device is ${state}, but must be ${allowed.join(' or ')}.`);
}

function stateConflict(message: string): Refusal {
  return conflict('device_state', message);
}
