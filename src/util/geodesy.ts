import type { Position } from './geoText.ts';

const EARTH_RADIUS_METRES = 6_371_000;
/** An angle, in radians, below which two positions count as equal: less than 0.01 mm on the ground. */
const TINY = 1e-12;

/** A unit vector from the center of the earth. */
type Vector = readonly [x: number, y: number, z: number];

/** Returns the distance between two positions along the surface of the earth, in meters. */
export function distanceMetres(one: Position, other: Position): number {
  return EARTH_RADIUS_METRES * wayBetween(one, other).angle;
}

/** Returns the position at a fraction, 0 to 1, of the shortest path; exactly one end at 0 and 1. */
export function positionBetween(one: Position, other: Position, share: number): Position {
  if (share <= 0) return one;
  if (share >= 1) return other;
  const { from, towards, angle } = wayBetween(one, other);
  if (angle < TINY) return share < 0.5 ? one : other;
  const [x, y, z] = mixed(from, Math.cos(share * angle), towards, Math.sin(share * angle));
  return { latitude: degrees(Math.atan2(z, Math.hypot(x, y))), longitude: degrees(Math.atan2(y, x)) };
}

/** Returns the initial bearing from one position to the other, in degrees clockwise from north, 0 to 360. */
export function bearingDegrees(one: Position, other: Position): number {
  const [first, second] = [radians(one.latitude), radians(other.latitude)];
  const turn = radians(other.longitude - one.longitude);
  const east = Math.sin(turn) * Math.cos(second);
  const north = Math.cos(first) * Math.sin(second) - Math.sin(first) * Math.cos(second) * Math.cos(turn);
  return (degrees(Math.atan2(east, north)) + 360) % 360;
}

/** Returns the shortest path: its start, its initial direction and its angle in radians. */
function wayBetween(
  one: Position,
  other: Position,
): { readonly from: Vector; readonly towards: Vector; readonly angle: number } {
  const [from, to] = [pointOf(one), pointOf(other)];
  const along = from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
  const sine = Math.hypot(...mixed(to, 1, from, -along));
  // Between opposite positions every path is equally short; this takes the one over the north pole.
  const towards = sine < TINY ? northOf(one) : mixed(to, 1 / sine, from, -along / sine);
  return { from, towards, angle: Math.atan2(sine, along) };
}

function mixed(one: Vector, much: number, other: Vector, more: number): Vector {
  return [much * one[0] + more * other[0], much * one[1] + more * other[1], much * one[2] + more * other[2]];
}

function pointOf({ latitude, longitude }: Position): Vector {
  const [up, round] = [radians(latitude), radians(longitude)];
  return [Math.cos(up) * Math.cos(round), Math.cos(up) * Math.sin(round), Math.sin(up)];
}

function northOf({ latitude, longitude }: Position): Vector {
  return pointOf({ latitude: latitude + 90, longitude });
}

function radians(degreesOfAngle: number): number {
  return (degreesOfAngle * Math.PI) / 180;
}

function degrees(radiansOfAngle: number): number {
  return (radiansOfAngle * 180) / Math.PI;
}
