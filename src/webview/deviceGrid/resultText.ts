import { counted } from '../../util/counted.ts';
import type { GridState } from '../../protocol/deviceGrid.ts';

/** The result of the last gesture that was performed on all devices, in words. */
export interface ResultText {
  readonly summary: string;
  /** The devices that failed with this gesture, each with the reason. */
  readonly failures: readonly { readonly name: string; readonly why: string }[];
  /** The note on the devices that take part only after they rejoin; undefined if there are none. */
  readonly paused: string | undefined;
}

/** The number of devices that a sentence names. */
const MAX_NAMES = 4;

/** Describes the result of the last gesture on all devices, or what a gesture does if there was none. */
export function describeResult({ tiles, last }: Pick<GridState, 'tiles' | 'last'>): ResultText {
  if (!last) {
    const summary = `A gesture on one device is performed on ${all(tiles.length)}: a tap on the same element, or else at the same point.`;
    return { summary, failures: [], paused: undefined };
  }
  const count = (...states: readonly (string | undefined)[]): number =>
    tiles.filter(({ outcome }) => outcome && states.includes(outcome.state)).length;
  const failures = tiles.flatMap(({ name, outcome }) =>
    outcome?.state === 'failed' ? [{ name, why: outcome.error ?? 'The gesture failed.' }] : [],
  );
  const paused = tiles.filter(({ id, outcome }) => id !== last.id && isPaused(outcome?.state)).length;
  const pausedNote = paused === 0 ? undefined : `${counted(paused, 'device')} paused after a failed gesture.`;
  const lead = tiles.find(({ id }) => id === last.id);
  if (lead?.outcome?.state === 'failed') {
    const others = tiles.length === 1 ? '' : ', so it was not performed on the others';
    return { summary: `${last.gesture}: failed on “${lead.name}”${others}.`, failures, paused: pausedNote };
  }
  const done = count('done');
  const isRunning = count('waiting') > 0 || tiles.some(({ outcome }) => !outcome);
  const other = tiles.filter(
    ({ outcome }) => outcome?.state === 'done' && outcome.expected !== undefined,
  ).length;
  const reached = done === tiles.length ? all(done) : `${done} of ${counted(tiles.length, 'device')}`;
  const elsewhere = other === 0 ? '' : `, ${other} of them on another element`;
  const end = isRunning ? '…' : '.';
  const byPoint = tiles.filter(({ outcome }) => outcome?.state === 'done' && outcome.usedPoint);
  return {
    summary: `${last.gesture}: performed on ${reached}${elsewhere}${end}${pointNote(byPoint, tiles.length - 1)}`,
    failures,
    paused: pausedNote,
  };
}

/** Names the devices on which the point was tapped, because the element was not found there. */
function pointNote(tiles: GridState['tiles'], others: number): string {
  if (tiles.length === 0) return '';
  if (tiles.length === others && others > 1) return ' At the same point on all others.';
  const names = tiles.slice(0, MAX_NAMES).map(({ name }) => `“${name}”`);
  const more = tiles.length - names.length;
  return ` At the same point on ${[...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')}.`;
}

function isPaused(state: string | undefined): boolean {
  return state === 'failed' || state === 'paused';
}

function all(count: number): string {
  return count === 1 ? 'the only device' : `all ${count} devices`;
}
