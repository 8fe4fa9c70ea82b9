import { planOf } from './flowText.ts';
import type { StepPath } from './flowEdit.ts';
import { lineIndent, reindent } from './layout.ts';
import { EditRefusal } from './editRefusal.ts';
import { resolveSteps, type StepHandle, stepTreeOf } from './stepTree.ts';
import type { TextPlan } from './textPlan.ts';
import { sourceOf } from '../document/jsonTree.ts';

/**
 * Returns steps of a flow as a text that can be pasted into another: a list with the original formatting, children with
 * their parent. Undefined if the text is unreadable or a path has no step.
 */
export function copySteps(text: string, paths: readonly StepPath[]): string | undefined {
  try {
    const plan = planOf(text.replace(/^\ufeff/, ''));
    const { eol, unit } = plan.layout;
    const steps = resolveSteps(stepTreeOf(plan), paths).filter(({ source }) => source.kind === 'item');
    const items = steps.map(step => unit + writeStep(plan, step, unit));
    return `[${eol}${items.join(`,${eol}`)}${eol}]${eol}`;
  } catch (error) {
    if (error instanceof EditRefusal) return undefined;
    throw error;
  }
}

function writeStep({ text }: TextPlan, { source }: StepHandle, indent: string): string {
  if (source.kind !== 'item') return '';
  return reindent(sourceOf(text, source.node), lineIndent(text, source.node.offset), indent);
}
