import { completeShape, type DataShape, UNKNOWN_SHAPE } from '../flow/data/dataShape.ts';
import type { DataScope } from '../flow/data/dataScope.ts';
import { plainSample } from '../flow/data/valueShape.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { hideSecrets } from '../flow/run/outputTree.ts';
import { type PathSegment, templateExpressions } from '../flow/template.ts';
import type { ValueChoices } from '../protocol/flowValues.ts';
import { memberOf } from '../util/isObject.ts';
import { memoize } from '../util/once.ts';
import type { StepRuns } from './runOutline.ts';

/** Returns values with what they were in the shown run as their samples, without secrets. */
export function withRunValues(
  found: ValueChoices,
  { steps }: Pick<DataScope, 'steps'>,
  runs: Pick<StepRuns, 'attempts' | 'passcodes'> | undefined,
): ValueChoices {
  if (!runs) return found;
  const outputs = new Map<string, unknown>();
  const outputOf = (path: string): unknown => {
    if (!outputs.has(path))
      outputs.set(path, hideSecrets(runs.attempts(path).at(-1)?.output, runs.passcodes));
    return outputs.get(path);
  };
  const valueOf = ([root, index, ...rest]: readonly PathSegment[]): unknown => {
    const outer = root === 'steps' && typeof index === 'number' ? steps[index] : undefined;
    const isInside = rest[0] === 'children' && typeof rest[1] === 'number';
    const step = isInside ? outer?.children[Number(rest[1])] : outer;
    const [part, ...names] = isInside ? rest.slice(2) : rest;
    if (!step || part !== 'output') return undefined;
    return names.reduce<unknown>((value, name) => memberAt(value, name), outputOf(step.path.join('.')));
  };
  const choices = found.choices.map(choice => {
    const [expression] = templateExpressions(choice.expression);
    const sample = plainSample(expression?.path && valueOf(expression.path));
    return sample === undefined ? choice : { ...choice, sample };
  });
  return { ...found, choices };
}

function memberAt(value: unknown, name: PathSegment): unknown {
  return typeof name === 'number' ? (Array.isArray(value) ? value[name] : undefined) : memberOf(value, name);
}

/** Returns the data of a step with the fields of the payload that the flow reads elsewhere, as far as no schema knows them. */
export function withUsedPayload(scope: DataScope, document: FlowDocument): DataScope {
  const used = usedPayload(document);
  if (!used) return scope;
  return {
    ...scope,
    sources: scope.sources.map(source =>
      source.path.join('.') === 'trigger.payload'
        ? { ...source, shape: completeShape(source.shape, used) }
        : source,
    ),
  };
}

const usedPayload = memoize(({ text }: FlowDocument): DataShape | undefined => {
  const names = templateExpressions(text).flatMap(({ path }) =>
    path?.[0] === 'trigger' && path[1] === 'payload' && typeof path[2] === 'string' ? [path[2]] : [],
  );
  if (names.length === 0) return undefined;
  return { type: 'object', properties: new Map(names.map(name => [name, UNKNOWN_SHAPE])) };
});
