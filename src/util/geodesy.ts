import type { Position } from './geoText.ts';

const EARTH_RADIUS_METERS = 6_371_000;
/** An angle, in radians, below which two positions count as equal: less than 0.01 mm on the ground. */
const TINY = 1e-12;

/** A unit vector from the center of the earth. */
type Vector = readonly [x: number, y: number, z: number];

/** Returns the distance between two positions along the surface of the earth, in meters. */
export function distanceMeters(start: Position, end: Position): number {
  return EARTH_RADIUS_METERS * pathBetween(start, end).angle;
}

/** Returns the position at a fraction, 0 to 1, of the shortest path; exactly one end at 0 and 1. */
export function positionBetween(start: Position, end: Position, share: number): Position {
  if (share <= 0) return start;
  if (share >= 1) return end;
  const { from, towards, angle } = pathBetween(start, end);
  if (angle < TINY) return share < 0.5 ? start : end;
  const [x, y, z] = combine(from, Math.cos(share * angle), towards, Math.sin(share * angle));
  return { latitude: degrees(Math.atan2(z, Math.hypot(x, y))), longitude: degrees(Math.atan2(y, x)) };
}

/** Returns the initial bearing from one position to the other, in degrees clockwise from north, 0 to 360. */
export function bearingDegrees(start: Position, end: Position): number {
  const [first, second] = [radians(start.latitude), radians(end.latitude)];
  const turn = radians(end.longitude - start.longitude);
  const east = Math.sin(turn) * Math.cos(second);
  const north = Math.cos(first) * Math.sin(second) - Math.sin(first) * Math.cos(second) * Math.cos(turn);
  return (degrees(Math.atan2(east, north)) + 360) % 360;
}

/** Returns the shortest path: its start, its initial direction and its angle in radians. */
function pathBetween(
  start: Position,
  end: Position,
): { readonly from: Vector; readonly towards: Vector; readonly angle: number } {
  const [from, to] = [pointOf(start), pointOf(end)];
  const along = from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
  const sine = Math.hypot(...combine(to, 1, from, -along));
  // Between opposite positions every path is equally short; this takes the one over the north pole.
  const towards = sine < TINY ? northOf(start) : combine(to, 1 / sine, from, -along / sine);
  return { from, towards, angle: Math.atan2(sine, along) };
}

function combine(start: Vector, startFactor: number, end: Vector, endFactor: number): Vector {
  return [
    startFactor * start[0] + endFactor * end[0],
    startFactor * start[1] + endFactor * end[1],
    startFactor * start[2] + endFactor * end[2],
  ];
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
