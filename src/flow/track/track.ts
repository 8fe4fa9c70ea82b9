import type { Position } from '../../util/geoText.ts';

/** A position of a track; `time` is in milliseconds since 1970, if the file has it. */
export interface TrackPoint extends Position {
  readonly time?: number;
}

/** A track with at least two positions in order. */
export interface Track {
  /** The name in the file, if any. */
  readonly name: string | undefined;
  readonly points: readonly TrackPoint[];
  /** True if every position has a time and the times never decrease. */
  readonly timed: boolean;
  /** The reason that the times in the file are not used, as a sentence. */
  readonly note: string | undefined;
}

/** A track, or a sentence that describes and locates the problem in the file. */
export type ReadTrack = Track | { readonly problem: string };

/** Creates a track; fewer than two positions are a problem. */
export function trackOf(name: string | undefined, points: readonly TrackPoint[]): ReadTrack {
  if (points.length < 2) {
    const found = points.length === 0 ? 'no position' : 'only one position';
    return { problem: `The file has ${found}; a track needs at least two.` };
  }
  const note = describeTimes(points);
  return {
    name: name?.trim() || undefined,
    points,
    timed: note === undefined && points[0]?.time !== undefined,
    note,
  };
}

/** Returns the problem of a position, as a sentence; undefined if it is valid. */
export function positionProblem({ latitude, longitude }: Position): string | undefined {
  if (!(Math.abs(latitude) <= 90)) return `Latitude ${latitude} must be between -90 and 90.`;
  if (!(Math.abs(longitude) <= 180)) return `Longitude ${longitude} must be between -180 and 180.`;
  return undefined;
}

function describeTimes(points: readonly TrackPoint[]): string | undefined {
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
