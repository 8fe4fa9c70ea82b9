import type { TraceStep, TraceValue } from '../contract/sandbox/traces.ts';
import { type OutputNode, outputTree } from '../flow/run/outputTree.ts';
import { templateExpressions } from '../flow/template.ts';
import type { TraceNode } from '../protocol/traceViewer.ts';
import { nameOfSegment, stepTitle } from './traceRows.ts';

const LONGEST_VALUE = 200;

/** Returns parameters as a tree in which each value made by expressions names them. */
export function paramNodes(
  params: unknown,
  values: readonly TraceValue[],
  steps: readonly TraceStep[],
): readonly TraceNode[] {
  const place = ({ path }: TraceValue): string => path.map(nameOfSegment).join('\n');
  const byPlace = Map.groupBy(values, place);
  const used = new Set<string>();
  const withSources = (nodes: readonly OutputNode[], above: readonly string[]): TraceNode[] =>
    nodes.map(({ name, value, children }) => {
      const path = [...above, name];
      const key = path.join('\n');
      const own = byPlace.get(key);
      if (own) used.add(key);
      return { name, value, children: withSources(children, path), sources: own && sourcesOf(own, steps) };
    });
  const nodes = withSources(outputTree(params), []);
  // The parameters of a step that did not start have no values yet.
  const others = [...byPlace].filter(([key]) => !used.has(key));
  return [
    ...nodes,
    ...others.map(([key, own]) => ({
      name: key.split('\n').join(' › '),
      value: '',
      children: [],
      sources: sourcesOf(own, steps),
    })),
  ];
}

function sourcesOf(
  values: readonly TraceValue[],
  steps: readonly TraceStep[],
): NonNullable<TraceNode['sources']> {
  return values.map(({ expression, value }) => ({
    label: expressionLabel(expression, steps),
    value: value === undefined ? undefined : valueText(value),
  }));
}

/** Returns an expression in words, such as `2 Read text › text`; one that is not a path stays as it is. */
export function expressionLabel(expression: string, steps: readonly TraceStep[]): string {
  const [parsed] = templateExpressions(expression);
  if (!parsed?.path) return expression;
  const { path, source } = parsed;
  const [root, second, third, fourth] = path;
  if (root === 'trigger' && second === 'payload') return ['Payload', ...path.slice(2)].join(' › ');
  if (root === 'steps' && typeof second === 'number') {
    const child = third === 'children' && typeof fourth === 'number' ? fourth : undefined;
    const rest = path.slice(child === undefined ? 2 : 4);
    const step = steps.find(
      ({ index, childIndex }) => index === second && (childIndex ?? undefined) === child,
    );
    const number = `${second + 1}${child === undefined ? '' : `.${child + 1}`}`;
    const inner = rest[0] === 'output' ? rest.slice(1) : rest;
    return [`${number}${step ? ` ${stepTitle(step)}` : ''}`, ...inner].join(' › ');
  }
  return source;
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
