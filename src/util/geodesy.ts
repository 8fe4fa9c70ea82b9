import type { Position } from './geoText.ts';

const EARTH_RADIUS_METRES = 6_371_000;
/** An angle that means nothing, less than a hundredth of a millimetre on the earth. */
const TINY = 1e-12;

/** A direction from the middle of the earth, of length 1. */
type Vector = readonly [x: number, y: number, z: number];

/** The way between two positions along the surface of the earth, in metres. */
export function distanceMetres(one: Position, other: Position): number {
  return EARTH_RADIUS_METRES * wayBetween(one, other).angle;
}

/** The position at a share, 0 to 1, of the shortest way between two; at 0 and 1 exactly the one or the other. */
export function positionBetween(one: Position, other: Position, share: number): Position {
  if (share <= 0) return one;
  if (share >= 1) return other;
  const { from, towards, angle } = wayBetween(one, other);
  if (angle < TINY) return share < 0.5 ? one : other;
  const [x, y, z] = mixed(from, Math.cos(share * angle), towards, Math.sin(share * angle));
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

/** The shortest way: where it begins, which way it goes there, and the angle that it takes. */
function wayBetween(
  one: Position,
  other: Position,
): { readonly from: Vector; readonly towards: Vector; readonly angle: number } {
  const [from, to] = [pointOf(one), pointOf(other)];
  const along = from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
  const sine = Math.hypot(...mixed(to, 1, from, -along));
  // Of opposite positions every way is as short; the one by the north is taken.
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
