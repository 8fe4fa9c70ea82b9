import { distanceMetres, positionBetween } from '../../util/geodesy.ts';
import type { Position } from '../../util/geoText.ts';
import type { Track } from './track.ts';

/** How fast a track is played: as it was recorded times a factor, or at one speed in kilometres an hour. */
export type TrackSpeed =
  { readonly kind: 'recorded'; readonly factor: number } | { readonly kind: 'steady'; readonly kmh: number };

/** Where on a track somebody is, by the way that is behind them in metres. */
export interface TrackPlace extends Position {
  readonly metres: number;
}

/** A track with a measure along it, so that a time leads to a place and a place to a time. Times in ms from its start. */
export class Route {
  readonly points: readonly Position[];
  /** Way from the start to each position, in metres; never falls. */
  readonly #metres: readonly number[];
  /** Time from the start to each position as recorded; undefined for a track without times. */
  readonly #recorded: readonly number[] | undefined;

  constructor(track: Track) {
    this.points = track.points.map(({ latitude, longitude }) => ({ latitude, longitude }));
    let metres = 0;
    this.#metres = this.points.map((point, index) => {
      const before = this.points[index - 1];
      return (metres += before ? distanceMetres(before, point) : 0);
    });
    const start = track.points[0]?.time ?? 0;
    this.#recorded = track.timed ? track.points.map(({ time = start }) => time - start) : undefined;
  }

  /** The whole way in metres. */
  get metres(): number {
    return this.#metres.at(-1) ?? 0;
  }

  /** Whether the track tells when it was at its positions. */
  get timed(): boolean {
    return this.#recorded !== undefined;
  }

  /** How long the whole way takes. */
  duration(speed: TrackSpeed): number {
    return (this.#measure(speed).at(-1) ?? 0) / rate(this.#steady(speed));
  }

  /** Where one is after a time; before the start and after the end at the first and the last position. */
  at(elapsed: number, speed: TrackSpeed): TrackPlace {
    const measure = this.#measure(speed);
    const want = elapsed * rate(this.#steady(speed));
    const next = firstAbove(measure, want);
    const last = this.points.length - 1;
    const [from, to] = [Math.max(0, next - 1), Math.min(next, last)];
    const [start, end] = [measure[from] ?? 0, measure[to] ?? 0];
    const share = end > start ? Math.min(1, Math.max(0, (want - start) / (end - start))) : 0;
    const [one, other] = [this.points[from], this.points[to]];
    if (!one || !other) throw new RangeError('A route has at least one position.');
    const [behind, ahead] = [this.#metres[from] ?? 0, this.#metres[to] ?? 0];
    return { ...positionBetween(one, other, share), metres: behind + share * (ahead - behind) };
  }

  /** The time that leads at another speed to the same place as a time at one speed. */
  carried(elapsed: number, from: TrackSpeed, to: TrackSpeed): number {
    const [one, other] = [this.#measure(from), this.#measure(to)];
    const goneBy = elapsed * rate(this.#steady(from));
    const there = one === other ? goneBy : between(other, this.#metres, this.at(elapsed, from).metres);
    return there / rate(this.#steady(to));
  }

  // Without times there is nothing recorded; such a track goes at the pace of a walk, by the factor.
  #steady(speed: TrackSpeed): TrackSpeed {
    return speed.kind === 'recorded' && !this.#recorded
      ? { kind: 'steady', kmh: WALK_KMH * speed.factor }
      : speed;
  }

  #measure(speed: TrackSpeed): readonly number[] {
    return this.#steady(speed).kind === 'recorded' ? (this.#recorded ?? this.#metres) : this.#metres;
  }
}

/** The pace of a walk, in kilometres an hour. */
const WALK_KMH = 5;

/** What of the measure goes by in a millisecond: recorded milliseconds, or metres. */
function rate(speed: TrackSpeed): number {
  return speed.kind === 'recorded' ? speed.factor : speed.kmh / 3600;
}

/** The index of the first number above one, in numbers that never fall; their count if there is none. */
function firstAbove(numbers: readonly number[], one: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) > one) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What of a measure stands beside a place in the metres: between two positions by their share. */
function between(measure: readonly number[], metres: readonly number[], place: number): number {
  const next = Math.min(firstAbove(metres, place), metres.length - 1);
  const [behind, ahead] = [metres[next - 1] ?? 0, metres[next] ?? 0];
  const [start, end] = [measure[next - 1] ?? 0, measure[next] ?? 0];
  const share = ahead > behind ? (Math.min(place, ahead) - behind) / (ahead - behind) : 1;
  return start + share * (end - start);
}
