import type { Location } from '../../../../contract/records/gesture.ts';
import type { StepKinds, StepOutput } from '../../../runtime/step.ts';
import { distanceMeters } from '../../../../util/geodesy.ts';
import { moveDevice } from '../location.ts';
import { type DeviceCall, onDevice, pauseScaled } from './onDevice.ts';

interface RouteParams {
  /** Points of longitude, latitude and optional seconds to stay. */
  readonly route: readonly (readonly [number, number, number?])[];
  readonly speedKmh?: number;
  readonly repeat?: boolean;
}

const SPEED_KMH = 30;
const METERS_PER_SECOND_A_KMH = 1 / 3.6;

/** The implementations of the methods that move a device. */
export const positionSteps: StepKinds = {
  'device.setLocation': onDevice<Location>(true, async ({ params, service, deviceId, signal }) => {
    const { latitude, longitude } = params;
    await moveDevice(service, { deviceId }, { latitude, longitude }, signal);
    return { latitude, longitude };
  }),
  'device.followRoute': onDevice(false, followRoute),
  'device.resetLocation': onDevice(true, async ({ service, deviceId, signal }) => {
    await moveDevice(service, { deviceId }, null, signal);
    return {};
  }),
};

async function followRoute(call: DeviceCall<RouteParams>): Promise<StepOutput> {
  const { route, speedKmh = SPEED_KMH, repeat = false } = call.params;
  const visits = repeat ? [...route, ...route] : route;
  let before: Location | undefined;
  let meters = 0;
  for (const [longitude, latitude, staySeconds = 0] of visits) {
    const point = { latitude, longitude };
    const leg = before ? distanceMeters(before, point) : 0;
    await pauseScaled(call, (leg / (speedKmh * METERS_PER_SECOND_A_KMH)) * 1000);
    await moveDevice(call.service, { deviceId: call.deviceId }, point, call.signal);
    await pauseScaled(call, staySeconds * 1000);
    meters += leg;
    before = point;
  }
  return { points: visits.length, distanceMeters: Math.round(meters) };
}
