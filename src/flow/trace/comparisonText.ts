import { quoted } from '../explain/explanation.ts';
import { runStepNumber } from '../run/runSteps.ts';
import type { ComparedStep } from './compareRuns.ts';

/** Returns a sentence that names the first step with a difference. */
export function firstSentence(first: ComparedStep | undefined): string {
  const [difference] = first?.differences ?? [];
  if (!first || !difference) return 'The runs do not differ.';
  return `The first difference is in step ${comparedStepLabel(first)}: ${difference.text}`;
}

/** Returns the number and the name of a step, such as `2.1 “Tap”`, with its number in the second run if it was moved. */
export function comparedStepLabel({ left, right }: ComparedStep): string {
  const step = left ?? right;
  if (!step) return '';
  const { index, childIndex, round, name } = step;
  const number = runStepNumber({ index, child: childIndex ?? undefined });
  const other =
    left && right ? runStepNumber({ index: right.index, child: right.childIndex ?? undefined }) : number;
  const moved = other === number ? '' : ` (${other} in the second run)`;
  const rounds = round == null ? '' : `, round ${round + 1}`;
  return `${number}${name == null ? '' : ` ${quoted(name)}`}${moved}${rounds}`;
}
