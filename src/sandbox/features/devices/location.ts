import type { Location } from '../../../contract/records/gesture.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { COUNTRY_CODES, countryOf } from '../../phone/countries.ts';
import type { Service } from '../../runtime/service.ts';
import type { StoredDevice, StoredPhone } from '../../store/stored.ts';
import { distanceMetres } from '../../../util/geodesy.ts';
import { need, reach, type Reached } from './reach.ts';
import { type Target, targetOf } from './gestures.ts';

/** The distance in meters within which a device counts as having entered a known place. */
const RADIUS_METRES = 250;

/** Handlers for device positions, and for the proxies that change them (spec 4.8). */
export const locationHandlers = {
  getLocation: ({ params, headers, service }) => {
    const { device, phone } = located(service, targetOf(params, headers));
    return { ...positionOf(device, phone) };
  },
  setLocation: ({ params, headers, body, service }) => {
    moveTo(service, targetOf(params, headers), plain(body));
    return undefined;
  },
  resetLocation: ({ params, headers, service }) => {
    moveTo(service, targetOf(params, headers), null);
    return undefined;
  },
  connectProxy: ({ params, body, service }) => {
    const reached = reach(service.store, params.deviceId);
    need(reached.device, 'proxy');
    const moves = body.smartIp && reached.device.sandbox.capabilities['geo'] === true;
    put(service, reached, moves ? { proxy: body, position: plain(body.exit) } : { proxy: body });
    return { data: body };
  },
  disconnectProxy: ({ params, service }) => {
    const reached = reach(service.store, params.deviceId);
    need(reached.device, 'proxy');
    put(service, reached, { proxy: null });
    return undefined;
  },
} as const satisfies Handlers;

/**
 * Moves a device to a position, or with null back to its real one. Throws a 422 Refusal for a device without the geo
 * capability (spec 4.8).
 */
export function moveTo(service: Service, where: Target, position: Location | null): void {
  put(service, located(service, where), { position });
}

function located(service: Service, { deviceId, displayId }: Target): Reached {
  const reached = reach(service.store, deviceId, displayId);
  need(reached.device, 'geo');
  return reached;
}

function put(
  { store, clock, events }: Service,
  { device, phone }: Reached,
  changes: Partial<Pick<StoredPhone, 'position' | 'proxy'>>,
): void {
  store.transaction(() => {
    const after = store.phones.put({ ...phone, ...changes, updatedAt: timestamp(clock) });
    const [from, to] = [phone, after].map(one => positionOf(device, one));
    for (const place of COUNTRY_CODES.map(code => countryOf(code).position)) {
      if (!from || !to || isNear(from, place) || !isNear(to, place)) continue;
      events.emit('app.event', {
        eventType: 'app.maps.place_entered',
        source: 'app',
        deviceId: device.id,
        payload: { ...place, radiusMetres: RADIUS_METRES },
      });
    }
  });
}

function positionOf({ sandbox }: StoredDevice, { position }: StoredPhone): Location {
  return position ?? countryOf(sandbox.country).position;
}

function plain({ latitude, longitude }: Location): Location {
  return { latitude, longitude };
}

function isNear(one: Location, other: Location): boolean {
  return distanceMetres(one, other) <= RADIUS_METRES;
}
