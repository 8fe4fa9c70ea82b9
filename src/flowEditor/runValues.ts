import type { DataScope } from '../flow/data/dataScope.ts';
import { scalarText } from '../flow/data/valueShape.ts';
import { hideSecrets } from '../flow/run/outputTree.ts';
import { type PathSegment, stepKeyOf, templateExpressions } from '../flow/template.ts';
import type { ValueChoices } from '../protocol/flowValues.ts';
import { memberOf } from '../util/isObject.ts';
import type { StepRuns } from './runOutline.ts';

/** Returns values with what they were in the shown run as their samples, without secrets. */
export function withRunValues(
  found: ValueChoices,
  scope: Pick<DataScope, 'stepWith'>,
  runs: Pick<StepRuns, 'attempts' | 'passcodes'> | undefined,
): ValueChoices {
  if (!runs) return found;
  const outputs = new Map<string, unknown>();
  const outputOf = (path: string): unknown => {
    if (!outputs.has(path))
      outputs.set(path, hideSecrets(runs.attempts(path).at(-1)?.output, runs.passcodes));
    return outputs.get(path);
  };
  const valueOf = (path: readonly PathSegment[]): unknown => {
    const [, , part, ...names] = path;
    const step = scope.stepWith(stepKeyOf(path) ?? '');
    if (!step || part !== 'body') return undefined;
    return names.reduce<unknown>((value, name) => memberAt(value, name), outputOf(step.path.join('.')));
  };
  const choices = found.choices.map(choice => {
    const [expression] = templateExpressions(choice.expression);
    const sample = scalarText(expression?.path && valueOf(expression.path));
    return sample === undefined ? choice : { ...choice, sample };
  });
  return { ...found, choices };
}

function memberAt(value: unknown, name: PathSegment): unknown {
  return typeof name === 'number' ? (Array.isArray(value) ? value[name] : undefined) : memberOf(value, name);
}
