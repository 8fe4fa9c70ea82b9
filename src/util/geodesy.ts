import type { Position } from './geoText.ts';

const EARTH_RADIUS_METRES = 6_371_000;

/** The way between two positions along the surface of the earth, in metres. */
export function distanceMetres(one: Position, other: Position): number {
  const [first, second] = [radians(one.latitude), radians(other.latitude)];
  const north = Math.sin((second - first) / 2) ** 2;
  const east = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const share = north + Math.cos(first) * Math.cos(second) * east;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(share)));
}

/** The position at a share, 0 to 1, of the shortest way between two; at 0 and 1 exactly the one or the other. */
export function positionBetween(one: Position, other: Position, share: number): Position {
  if (share <= 0) return one;
  if (share >= 1) return other;
  const angle = distanceMetres(one, other) / EARTH_RADIUS_METRES;
  const sine = Math.sin(angle);
  // Of two positions that are the same, or opposite ones, no way is the shortest.
  if (Math.abs(sine) < 1e-12) return share < 0.5 ? one : other;
  const [from, to] = [Math.sin((1 - share) * angle) / sine, Math.sin(share * angle) / sine];
  const [a, b] = [pointOf(one), pointOf(other)];
  const [x, y, z] = [0, 1, 2].map(axis => from * (a[axis] ?? 0) + to * (b[axis] ?? 0)) as [
    number,
    number,
    number,
  ];
  return { latitude: degrees(Math.atan2(z, Math.hypot(x, y))), longitude: degrees(Math.atan2(y, x)) };
}

/** Which way the other position lies at the start of the shortest way to it, in degrees from north, 0 to 360. */
export function bearingDegrees(one: Position, other: Position): number {
  const [first, second] = [radians(one.latitude), radians(other.latitude)];
  const turn = radians(other.longitude - one.longitude);
  const east = Math.sin(turn) * Math.cos(second);
  const north = Math.cos(first) * Math.sin(second) - Math.sin(first) * Math.cos(second) * Math.cos(turn);
  return (degrees(Math.atan2(east, north)) + 360) % 360;
}

function pointOf({ latitude, longitude }: Position): readonly number[] {
  const [up, round] = [radians(latitude), radians(longitude)];
  return [Math.cos(up) * Math.cos(round), Math.cos(up) * Math.sin(round), Math.sin(up)];
}

function radians(degreesOfAngle: number): number {
  return (degreesOfAngle * Math.PI) / 180;
}

function degrees(radiansOfAngle: number): number {
  return (radiansOfAngle * 180) / Math.PI;
}
