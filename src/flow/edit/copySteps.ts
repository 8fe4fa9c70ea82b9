import { planOf } from './flowText.ts';
import type { StepPath } from './flowEdit.ts';
import { lineIndent, reindent } from './layout.ts';
import { Refusal } from './refusal.ts';
import { renameIn, StepNames } from './stepNames.ts';
import { resolveSteps, type StepHandle, stepTreeOf } from './stepTree.ts';
import type { TextPlan } from './textPlan.ts';
import { sourceOf } from '../document/jsonTree.ts';

/**
 * Returns steps of a flow as a text that can be pasted into another: a list with the original formatting, children with
 * their parent. Steps that reference each other are written as `actions` with `names`, so that pasting preserves the
 * references. Undefined if the text is unreadable or a path has no step.
 */
export function copySteps(text: string, paths: readonly StepPath[]): string | undefined {
  try {
    const plan = planOf(text.replace(/^\ufeff/, ''));
    const { eol, unit } = plan.layout;
    const tree = stepTreeOf(plan);
    const steps = resolveSteps(tree, paths).filter(({ source }) => source.kind === 'item');
    const numbers = new StepNames(tree);
    const names = steps.map(step => numbers.nameOf(step) ?? '');
    const joinItems = (indent: string): string => {
      const items = steps.map(step => indent + unit + writeStep(plan, step, indent + unit));
      return `[${eol}${items.join(`,${eol}`)}${eol}${indent}]`;
    };
    if (!haveMutualReferences(plan, steps, names)) return `${joinItems('')}${eol}`;
    const nameList = names.map(name => JSON.stringify(name)).join(', ');
    return `{${eol}${unit}"names": [${nameList}],${eol}${unit}"actions": ${joinItems(unit)}${eol}}${eol}`;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function writeStep({ text }: TextPlan, { source }: StepHandle, indent: string): string {
  if (source.kind !== 'item') return '';
  return reindent(sourceOf(text, source.node), lineIndent(text, source.node.offset), indent);
}

function haveMutualReferences(
  plan: TextPlan,
  steps: readonly StepHandle[],
  names: readonly string[],
): boolean {
  let found = false;
  for (const { source } of steps) {
    if (source.kind !== 'item') continue;
    renameIn(
      plan,
      source.node,
      ({ step, child }) => {
        found ||= names.includes(`steps[${step}]`) || names.includes(`steps[${step}].children[${child}]`);
        return undefined;
      },
      true,
    );
  }
  return found;
}
