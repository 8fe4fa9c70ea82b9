import { createHash } from 'node:crypto';
import type { ConnectProxy } from '../../../../contract/records/deviceProxy.ts';
import type { Location } from '../../../../contract/records/gesture.ts';
import { distanceMeters } from '../../../../util/geodesy.ts';
import { COUNTRY_CODES, countryOf } from '../../../phone/countries.ts';
import { timestamp } from '../../../runtime/clock.ts';
import type { Service } from '../../../runtime/service.ts';
import type { StoredDevice, StoredPhone } from '../../../store/stored.ts';
import { reach, type Reached, type DisplayTarget } from '../reach.ts';

/** The distance in meters within which a device counts as having entered a known place. */
const RADIUS_METERS = 250;

/**
 * Moves a device to a position, or with null back to its real one. Throws a 422 Refusal for a device without the geo
 * capability (spec 4.8).
 */
export function moveTo(service: Service, where: DisplayTarget, position: Location | null): void {
  storePosition(service, reach(service.store, where, 'geo'), {
    position: position && pickCoordinates(position),
  });
}

/** The proxy to connect a device to, by its address or by the service. */
type Proxy = Pick<ConnectProxy, 'name' | 'smartIp' | 'socks5' | 'connect' | 'host'>;

/** Connects a device to a proxy, with `smartIp` also at its position. Throws a 422 Refusal for a device without proxies. */
export function connectProxy(service: Service, target: DisplayTarget, proxy: Proxy): void {
  const reached = reach(service.store, target, 'proxy');
  const { name, smartIp } = proxy;
  const moves = smartIp === true && reached.device.sandbox.capabilities['geo'] === true;
  storePosition(service, reached, {
    proxy: { name },
    ...(moves ? { position: exitOf(proxy) } : {}),
  });
}

/** Disconnects a device from its proxy. */
export function disconnectProxy(service: Service, target: DisplayTarget): void {
  storePosition(service, reach(service.store, target, 'proxy'), { proxy: null });
}

/** Returns the position of a proxy's exit: the capital of its country, or of one that depends on its address or ID. */
function exitOf({ connect, socks5, host }: Proxy): Location {
  const country = connect?.country?.toUpperCase();
  if (country !== undefined) return countryOf(country).position;
  const digest = createHash('sha256').update(connect?.id ?? socks5?.host ?? host ?? '');
  const code = COUNTRY_CODES[digest.digest().readUInt32BE() % COUNTRY_CODES.length] ?? '';
  return countryOf(code).position;
}

function storePosition(
  { store, clock, events }: Service,
  { device, phone }: Reached,
  changes: Partial<Pick<StoredPhone, 'position' | 'proxy'>>,
): void {
  store.transaction(() => {
    const after = store.phones.put({ ...phone, ...changes, updatedAt: timestamp(clock) });
    const [from, to] = [phone, after].map(state => positionOf(device, state));
    for (const center of COUNTRY_CODES.map(code => countryOf(code).position)) {
      if (!from || !to || isNear(from, center) || !isNear(to, center)) continue;
      const payload = { ...center, radiusMeters: RADIUS_METERS };
      events.emitAppEvent('app', 'app.maps.place_entered', device.id, payload);
    }
  });
}

function positionOf({ sandbox }: StoredDevice, { position }: StoredPhone): Location {
  return position ?? countryOf(sandbox.country).position;
}

/** Returns a position without the other fields of a request. */
function pickCoordinates({ latitude, longitude }: Location): Location {
  return { latitude, longitude };
}

function isNear(first: Location, second: Location): boolean {
  return distanceMeters(first, second) <= RADIUS_METERS;
}
