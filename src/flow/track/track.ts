import { counted } from '../../util/counted.ts';
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
  /** The parts of the file that are not used, and why, in sentences. */
  readonly note: string | undefined;
}

/** The faults of a file that was read in part: the first one as a sentence, and the number of all. */
export interface TrackFaults {
  readonly first: string;
  readonly count: number;
}

/** A track, or a sentence that describes and locates the problem in the file. */
export type ReadTrack = Track | { readonly problem: string };

/** The largest pause between two positions that is played, in milliseconds. */
export const MAX_PAUSE_MS = 24 * 3_600_000;

/** Creates a track; fewer than two positions are a problem. */
export function trackOf(
  name: string | undefined,
  points: readonly TrackPoint[],
  faults?: TrackFaults,
): ReadTrack {
  if (points.length < 2) {
    const found = points.length === 0 ? 'no position' : 'only one position';
    return { problem: faults?.first ?? `The file has ${found}; a track needs at least two.` };
  }
  const unused = describeTimes(points);
  const timed = unused === undefined && points[0]?.time !== undefined;
  const more =
    faults && faults.count > 1 ? ` ${counted(faults.count - 1, 'more value')} could not be read.` : '';
  const notes = [
    faults && `${faults.first} The rest of the file is used.${more}`,
    unused,
    timed ? describePause(points) : undefined,
  ].filter(note => note !== undefined);
  return { name: name?.trim() || undefined, points, timed, note: notes.join(' ') || undefined };
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

function describePause(points: readonly TrackPoint[]): string | undefined {
  const at = points.findIndex((point, index) => {
    const before = points[index - 1]?.time;
    return before !== undefined && (point.time ?? 0) - before > MAX_PAUSE_MS;
  });
  if (at === -1) return undefined;
  const days = Math.round(((points[at]?.time ?? 0) - (points[at - 1]?.time ?? 0)) / MAX_PAUSE_MS);
  return `Position ${at + 1} is ${counted(days, 'day')} later than the one before it; pauses of days are left out.`;
}
