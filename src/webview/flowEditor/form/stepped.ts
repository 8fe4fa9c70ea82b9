import type { NumberNode } from '../../../flow/form/formNode.ts';

type Bounds = Pick<NumberNode, 'step' | 'minimum' | 'maximum'>;

/** Returns a number some steps away, clamped to the bounds. */
export function stepValue({ step = 1, minimum, maximum }: Bounds, from: number, steps: number): number {
  // Rounded to the decimals of step and start, so that 0.1 plus two steps of 0.1 is 0.3.
  const digits = /\.(\d+)/.exec(String(step))?.[1]?.length ?? 0;
  const raw = Number((from + steps * step).toFixed(Math.max(digits, countDecimals(from))));
  return Math.min(maximum ?? Number.POSITIVE_INFINITY, Math.max(minimum ?? Number.NEGATIVE_INFINITY, raw));
}

function countDecimals(value: number): number {
  return /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
}
