import { planOf } from './flowText.ts';
import type { StepPath } from './gesture.ts';
import { lineIndent, reindent } from './layout.ts';
import { Refusal } from './refusal.ts';
import { chosen, stepTreeOf } from './stepTree.ts';

/**
 * Steps of a flow as a text that can be pasted into another: a list of them as they are written, children with their
 * parent. Undefined where the text or a path names no step.
 */
export function copySteps(text: string, paths: readonly StepPath[]): string | undefined {
  try {
    const plan = planOf(text.replace(/^\ufeff/, ''));
    const { eol, unit } = plan.layout;
    const own = chosen(stepTreeOf(plan), paths).flatMap(({ source }) => {
      if (source.kind !== 'item') return [];
      const { offset, length } = source.node;
      return [unit + reindent(plan.text.slice(offset, offset + length), lineIndent(plan.text, offset), unit)];
    });
    return `[${eol}${own.join(`,${eol}`)}${eol}]${eol}`;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
