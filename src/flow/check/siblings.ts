import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import { type StepModel, stepsOf, textOf } from '../document/stepModel.ts';
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

/** Reports steps of a flow with a key that an earlier step has. */
export function findKeyProblems(entries: readonly StepModel[]): readonly FlowDiagnostic[] {
  const first = new Map<string, TextRange>();
  return entries
    .flatMap(entry => [...stepsOf(entry)])
    .flatMap(({ key: node }): FlowDiagnostic[] => {
      const key = textOf(node);
      if (!node || key === undefined) return [];
      const range = rangeOf(node);
      const earlier = first.get(key);
      if (!earlier) {
        first.set(key, range);
        return [];
      }
      const message = `Another step has the key “${key}”; each key is given once.`;
      const related = [{ ...earlier, message: 'It is used here.' }];
      return [{ code: 'same-step-key', severity: 'error', ...range, message, related }];
    });
}

function kindsOf(siblings: readonly Pick<StepModel, 'position'>[]): Set<unknown> {
  return new Set(siblings.flatMap(({ position }) => position?.type ?? []));
}
