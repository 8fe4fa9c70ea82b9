import type { NumberNode } from '../../../flow/form/formNode.ts';

type Bounds = Pick<NumberNode, 'step' | 'minimum' | 'maximum'>;

/** The number some steps away, kept between the bounds. */
export function stepped({ step = 1, minimum, maximum }: Bounds, from: number, steps: number): number {
  // Through whole multiples, so that 0.1 stepped three times is 0.4.
  const digits = /\.(\d+)/.exec(String(step))?.[1]?.length ?? 0;
  const raw = Number((from + steps * step).toFixed(Math.max(digits, decimals(from))));
  return Math.min(maximum ?? Number.POSITIVE_INFINITY, Math.max(minimum ?? Number.NEGATIVE_INFINITY, raw));
}

function decimals(value: number): number {
  return /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
}
