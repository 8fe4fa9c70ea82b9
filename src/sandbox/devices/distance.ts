import type { Location } from '../../contract/records/gesture.ts';

const EARTH_RADIUS_METRES = 6_371_000;

/** The way between two positions along the surface of the earth, in metres. */
export function distanceMetres(one: Location, other: Location): number {
  const [first, second] = [radians(one.latitude), radians(other.latitude)];
  const north = Math.sin((second - first) / 2) ** 2;
  const east = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const share = north + Math.cos(first) * Math.cos(second) * east;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(share)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
