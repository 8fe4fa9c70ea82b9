import { distanceMeters, positionBetween } from '../../util/geodesy.ts';
import type { Position } from '../../util/geoText.ts';
import { MAX_PAUSE_MS, type Track } from './track.ts';

/** The playback speed: `factor` times as fast as recorded, or a constant speed in km/h. */
export type TrackSpeed =
  | { readonly kind: 'recorded'; readonly factor: number }
  | { readonly kind: 'steady'; readonly kmh: number };

/** A position on a track with its distance from the start in meters. */
export interface TrackPlace extends Position {
  readonly meters: number;
}

/** A track that converts between elapsed time in milliseconds and position. */
export class Route {
  readonly points: readonly Position[];
  /** The distance of each position from the start, in meters; never decreases. */
  readonly #meters: readonly number[];
  /** The recorded time of each position since the start, without pauses of days; undefined without times. */
  readonly #recorded: readonly number[] | undefined;

  constructor(track: Track) {
    this.points = track.points.map(({ latitude, longitude }) => ({ latitude, longitude }));
    let meters = 0;
    this.#meters = this.points.map((point, index) => {
      const before = this.points[index - 1];
      return (meters += before ? distanceMeters(before, point) : 0);
    });
    let elapsed = 0;
    this.#recorded = track.timed
      ? track.points.map(({ time = 0 }, index) => {
          const pause = time - (track.points[index - 1]?.time ?? time);
          return (elapsed += pause > MAX_PAUSE_MS ? 0 : pause);
        })
      : undefined;
  }

  /** The total distance in meters. */
  get meters(): number {
    return this.#meters.at(-1) ?? 0;
  }

  /** True if the track has times. */
  get timed(): boolean {
    return this.#recorded !== undefined;
  }

  /** Returns the total duration in milliseconds. */
  duration(speed: TrackSpeed): number {
    return (this.#measure(speed).at(-1) ?? 0) / rate(this.#steady(speed));
  }

  /** Returns the position after an elapsed time, limited to the first and last position. */
  at(elapsed: number, speed: TrackSpeed): TrackPlace {
    const measure = this.#measure(speed);
    const progress = elapsed * rate(this.#steady(speed));
    const next = findFirstAbove(measure, progress);
    const last = this.points.length - 1;
    const [from, to] = [Math.max(0, next - 1), Math.min(next, last)];
    const [start, end] = [measure[from] ?? 0, measure[to] ?? 0];
    const share = end > start ? Math.min(1, Math.max(0, (progress - start) / (end - start))) : 0;
    const [left, right] = [this.points[from], this.points[to]];
    if (!left || !right) throw new RangeError('A route has at least one position.');
    const [behind, ahead] = [this.#meters[from] ?? 0, this.#meters[to] ?? 0];
    return { ...positionBetween(left, right, share), meters: behind + share * (ahead - behind) };
  }

  /** Converts an elapsed time at one speed to the one at another speed for the same position. */
  carried(elapsed: number, from: TrackSpeed, to: TrackSpeed): number {
    const [left, right] = [this.#measure(from), this.#measure(to)];
    const progress = elapsed * rate(this.#steady(from));
    const newProgress =
      left === right ? progress : interpolate(right, this.#meters, this.at(elapsed, from).meters);
    return newProgress / rate(this.#steady(to));
  }

  // A track without times is played at walking speed multiplied by the factor.
  #steady(speed: TrackSpeed): TrackSpeed {
    return speed.kind === 'recorded' && !this.#recorded
      ? { kind: 'steady', kmh: WALK_KMH * speed.factor }
      : speed;
  }

  #measure(speed: TrackSpeed): readonly number[] {
    return this.#steady(speed).kind === 'recorded' ? (this.#recorded ?? this.#meters) : this.#meters;
  }
}

/** The walking speed in km/h. */
const WALK_KMH = 5;

/** Returns the progress per millisecond: in recorded milliseconds, or in meters. */
function rate(speed: TrackSpeed): number {
  return speed.kind === 'recorded' ? speed.factor : speed.kmh / 3600;
}

/** Returns the index of the first number above a limit in a nondecreasing list; the list length if there is none. */
function findFirstAbove(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Interpolates a measure at a distance on the track. */
function interpolate(measure: readonly number[], meters: readonly number[], distance: number): number {
  const next = Math.min(findFirstAbove(meters, distance), meters.length - 1);
  const [behind, ahead] = [meters[next - 1] ?? 0, meters[next] ?? 0];
  const [start, end] = [measure[next - 1] ?? 0, measure[next] ?? 0];
  const share = ahead > behind ? (Math.min(distance, ahead) - behind) / (ahead - behind) : 1;
  return start + share * (end - start);
}
