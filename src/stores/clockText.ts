import type { ClockState } from '../contract/sandbox/control.ts';
import { durationText } from '../util/duration.ts';

/** Returns the sandbox clock as text, such as “2 h ahead” or “frozen at 2026-11-21 12:00:00 UTC”. */
export function clockText({ now, frozen, aheadMs }: ClockState): string {
  if (frozen) return `frozen at ${now.replace('T', ' ').replace(/\..*|Z$/, '')} UTC`;
  if (aheadMs === 0) return 'same as this computer';
  return `${durationText(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead' : 'behind'}`;
}
