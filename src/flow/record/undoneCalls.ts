import type { UiState } from '../../contract/records/uiState.ts';
import { screenSignature, stateAt, type TrajectoryCall } from './taskTrajectory.ts';

/** The maximum number of calls that are left out together. */
const MAX_DETOUR = 10;

/**
 * Returns the calls that were undone: visits to other screens that Back left again, swipes down and up again, and
 * two taps of the same element that cancel each other out. The screen afterward must be the same as before, and the task
 * must have gone on from it.
 */
export function findUndone(
  calls: readonly TrajectoryCall[],
  states: ReadonlyMap<number, UiState>,
): ReadonlySet<TrajectoryCall> {
  const done = calls.filter(({ isSuccessful, tool }) => isSuccessful && tool !== 'complete');
  const signatureOf = (number: number | undefined): string | undefined => {
    const state = stateAt(states, number);
    return state && screenSignature(state);
  };
  const undone = new Set<TrajectoryCall>();
  for (const [end, last] of done.entries()) {
    const goesOn = done.slice(end + 1).some(({ tool }) => tool !== 'wait');
    const after = signatureOf(last.after);
    if (!goesOn || after === undefined) continue;
    for (let start = Math.max(0, end - MAX_DETOUR + 1); start < end; start++) {
      const detour = done.slice(start, end + 1);
      const [first] = detour;
      if (!first || undone.has(first) || signatureOf(first.before) !== after) continue;
      // What changes nothing that a screen reports may still matter, such as the zoom of a map.
      if (signatureOf(first.after) === after) continue;
      // A password is not on the screen, so that typing changes more than can be seen.
      if (detour.some(({ tool }) => /^(?:type|input)/.test(tool))) continue;
      const isSearch = detour.every(({ tool }) => tool === 'swipe');
      if (!isSearch && !isVisit(detour) && !(detour.length === 2 && isSameTap(first, last))) continue;
      for (const call of detour) undone.add(call);
      break;
    }
  }
  return undone;
}

/**
 * Returns true if each call led to a screen that a later Back left. A call without its own Back, such as a tap of “Add to
 * cart”, may have an effect that lasts.
 */
function isVisit(detour: readonly TrajectoryCall[]): boolean {
  let depth = 0;
  for (const call of detour) {
    if (call.tool.startsWith('long_press')) return false;
    if (call.tool === 'wait') continue;
    depth += isBack(call) ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function isBack({ tool, args }: TrajectoryCall): boolean {
  const { button } = args;
  return tool === 'system_button' && typeof button === 'string' && button.toLowerCase() === 'back';
}

function isSameTap(one: TrajectoryCall, other: TrajectoryCall): boolean {
  return one.tool.startsWith('click') && one.tool === other.tool && sameArgs(one) === sameArgs(other);
}

function sameArgs({ args }: TrajectoryCall): string {
  return JSON.stringify([args['index'], args['x'], args['y']]);
}
