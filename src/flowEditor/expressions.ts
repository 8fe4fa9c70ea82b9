import type { StepPath } from '../flow/edit/flowEdit.ts';

const NEAREST = 5;

/** Returns template expressions that can have a value when a step runs; the user completes those that contain `.}}`. */
export function expressionsFor([entry, child]: StepPath): readonly string[] {
  const before = Array.from({ length: Math.min(entry, NEAREST) }, (_, back) => entry - 1 - back);
  return [
    '{{trigger.payload.}}',
    ...before.map(step => `{{steps[${step}].output.}}`),
    ...(child === undefined ? [] : ['{{item}}', '{{index}}']),
    '{{device.id}}',
    '{{flow.name}}',
    '{{execution.id}}',
  ];
}
