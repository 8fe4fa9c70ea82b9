import type { Position } from '../../util/geoText.ts';

/** A position of a track; `time` is in milliseconds of the epoch, where the file tells it. */
export interface TrackPoint extends Position {
  readonly time?: number;
}

/** The way that a file describes: at least two positions in order. */
export interface Track {
  /** What the file calls it, if it does. */
  readonly name: string | undefined;
  readonly points: readonly TrackPoint[];
  /** Whether every position has a time and none is before the one that it follows. */
  readonly timed: boolean;
  /** Why the times of the file are not used, in a sentence, where it has some. */
  readonly note: string | undefined;
}

/** A track, or what is wrong with the file in a sentence that says where. */
export type ReadTrack = Track | { readonly problem: string };

/** Makes a track of positions in order; fewer than two are a problem. */
export function trackOf(name: string | undefined, points: readonly TrackPoint[]): ReadTrack {
  if (points.length < 2) {
    const found = points.length === 0 ? 'no position' : 'only one position';
    return { problem: `The file has ${found}; a track needs at least two.` };
  }
  const note = timesNote(points);
  return {
    name: name?.trim() || undefined,
    points,
    timed: note === undefined && points[0]?.time !== undefined,
    note,
  };
}

/** What is wrong with a position, in a sentence; undefined if nothing is. */
export function positionProblem({ latitude, longitude }: Position): string | undefined {
  if (!(Math.abs(latitude) <= 90)) return `Latitude ${latitude} must be between -90 and 90.`;
  if (!(Math.abs(longitude) <= 180)) return `Longitude ${longitude} must be between -180 and 180.`;
  return undefined;
}

function timesNote(points: readonly TrackPoint[]): string | undefined {
  const missing = points.filter(({ time }) => time === undefined).length;
  if (missing === points.length) return undefined;
  if (missing > 0) {
    return `${missing} of ${points.length} positions have no time, so the times of the file are not used.`;
  }
  const back = points.findIndex((point, index) => (point.time ?? 0) < (points[index - 1]?.time ?? -Infinity));
  return back === -1
    ? undefined
    : `Position ${back + 1} is earlier than the one before it, so the times of the file are not used.`;
}
