import type { FlowEdit, StepPath, InsertionPoint, ValueLocation } from '../flow/edit/flowEdit.ts';
import type { PathSegment } from '../flow/template.ts';
import { anyOf, json, arrayOf, maybe, number, object, oneOf, type Guard, text } from './shape.ts';

/** A segment of a path into a value: a property name or an array index. */
export const segment: Guard<PathSegment> = anyOf(text, number);

/** A step path: the index of the top-level step and, for a child step, its own index. */
export const stepPath: Guard<StepPath> = (value): value is StepPath =>
  Array.isArray(value) &&
  (value.length === 1 || value.length === 2) &&
  value.every(one => Number.isInteger(one) && one >= 0);

/** Returns true if two paths identify the same step. */
export function sameStep(left: StepPath | undefined, right: StepPath | undefined): boolean {
  return left?.[0] === right?.[0] && left?.[1] === right?.[1];
}

const steps = arrayOf(stepPath);
const path = arrayOf(segment);

/** The location of a value in a flow: what contains it, and the path from there. */
const valueLocation: Guard<ValueLocation> = anyOf(
  object({ in: oneOf('params', 'overrides', 'step'), step: stepPath, path }),
  object({ in: oneOf('settings'), path }),
);

/** An insertion position in a list of steps. */
export const insertionPoint: Guard<InsertionPoint> = object({ parent: maybe(number), index: number });

const newStep: Guard<Readonly<Record<string, unknown>>> = object({});

/** Any edit of a flow that a webview can request. */
export const flowEdit: Guard<FlowEdit> = anyOf(
  object({ kind: oneOf('set'), location: valueLocation, value: json }),
  object({ kind: oneOf('remove'), location: valueLocation }),
  object({ kind: oneOf('insertItem'), location: valueLocation, index: number, value: json }),
  object({ kind: oneOf('moveItem'), location: valueLocation, from: number, to: number }),
  object({ kind: oneOf('renameKey'), location: valueLocation, name: text }),
  object({ kind: oneOf('renameStep'), step: stepPath, name: text }),
  object({ kind: oneOf('addStep'), to: insertionPoint, step: newStep }),
  object({ kind: oneOf('duplicateSteps', 'deleteSteps'), steps }),
  object({ kind: oneOf('moveSteps'), steps, to: insertionPoint }),
  object({ kind: oneOf('shiftSteps'), steps, direction: oneOf('up', 'down', 'in', 'out') }),
  object({ kind: oneOf('pasteSteps'), to: insertionPoint, text }),
  object({ kind: oneOf('wrapSteps'), steps, step: newStep }),
);
