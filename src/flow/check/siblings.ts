import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import type { StepModel } from '../document/stepModel.ts';
import { rangeOf } from '../document/jsonTree.ts';
import { areInOrder } from '../document/runOrder.ts';

/** Reports duplicate and unordered positions among siblings, and positions that mix texts and numbers. */
export function findSiblingProblems(
  siblings: readonly Pick<StepModel, 'position'>[],
): readonly FlowDiagnostic[] {
  if (areInOrder(siblings.map(({ position }) => position?.value))) return [];
  const problems: FlowDiagnostic[] = [];
  const first = new Map<unknown, TextRange>();
  let last: { position: number; range: TextRange } | undefined;
  const mixed = kindsOf(siblings).size > 1;
  for (const { position: node } of siblings) {
    if (!node) continue;
    const range = rangeOf(node);
    const position = node.value;
    if (typeof position === 'string' && mixed) {
      problems.push({
        code: 'mixed-positions',
        severity: 'warning',
        ...range,
        message: 'This position is a text while those of other steps are numbers; all must be numbers.',
      });
    }
    if (typeof position !== 'number') continue;
    const earlier = first.get(position);
    if (earlier) {
      problems.push({
        code: 'duplicate-position',
        severity: 'error',
        ...range,
        message: `Position ${position} is taken by another step; each position is given once.`,
        related: [{ ...earlier, message: 'It is taken here.' }],
      });
    } else if (last && position < last.position) {
      problems.push({
        code: 'unordered-position',
        severity: 'warning',
        ...range,
        message: `This step runs before the one above it, which has position ${last.position}, not after it.`,
        related: [{ ...last.range, message: 'This step runs later.' }],
      });
    }
    if (!earlier) first.set(position, range);
    if (!last || position > last.position) last = { position, range };
  }
  return problems;
}

function kindsOf(siblings: readonly Pick<StepModel, 'position'>[]): Set<unknown> {
  return new Set(siblings.flatMap(({ position }) => position?.type ?? []));
}
