import type { DebugThreadDetails, DebugVariable } from '../../../contract/sandbox/debug.ts';
import { DebugLimits } from '../../../contract/sandbox/debugLimits.ts';
import { pathSource } from '../../../flow/data/expressionText.ts';
import { HIDDEN } from '../../../util/hidden.ts';
import {
  isWholeExpression,
  type PathSegment,
  templateExpressions,
  type TemplateScope,
} from '../../../flow/template.ts';
import { isObject, memberOf } from '../../../util/isObject.ts';
import type { PlannedStep } from '../../engine/plan.ts';
import type { StepScope, StepScopes } from '../../engine/runMemory.ts';
import { invalidValue, type Refusal } from '../../runtime/refusal.ts';
import type { RunPlace, RunSecrets } from '../../runtime/runControl.ts';

type Scopes = DebugThreadDetails['scopes'];

/** The maximum number of variables in a scope. */
const MAX_VARIABLES = 500;
/** The longest list that setting an item can extend. */
const MAX_ITEMS = 10_000;

/** Returns the values that expressions can read at a step. */
export function scopesOf(
  { scope, round }: RunPlace,
  plan: readonly PlannedStep[],
  secrets: RunSecrets,
): Scopes {
  learnSecrets(scope, secrets);
  const variable = (name: string, path: readonly PathSegment[], value: unknown): DebugVariable =>
    describeValue(name, path, value, secrets);
  const payload = payloadOf(scope);
  const members = Object.entries(payload).slice(0, MAX_VARIABLES);
  const steps = plan.flatMap((step, index) => [
    ...outputOf(scope, step, String(index + 1), secrets),
    ...step.children.flatMap((child, at) => outputOf(scope, child, `${index + 1}.${at + 1}`, secrets)),
  ]);
  const rest = ['event', 'flow', 'device', 'execution'].flatMap(root => {
    const value = scope[root];
    return Object.entries(isObject(value) ? value : {})
      .filter(([name]) => name !== 'payload')
      .map(([name, inner]) => variable(`${root}.${name}`, [root, name], inner));
  });
  return [
    {
      kind: 'payload',
      variables: members.map(([name, value]) => variable(name, ['event', 'payload', name], value)),
    },
    { kind: 'steps', variables: steps.slice(0, MAX_VARIABLES) },
    ...(round === null
      ? []
      : [
          {
            kind: 'round',
            variables: ['item', 'index'].map(name => variable(name, [name], scope[name])),
          },
        ]),
    { kind: 'run', variables: rest },
  ];
}

/** Describes a value without its secrets. */
export function describeValue(
  name: string,
  path: readonly PathSegment[],
  value: unknown,
  secrets: RunSecrets,
): DebugVariable {
  // The name of a member may say that it is a secret.
  const member = path.findLast(segment => typeof segment === 'string') ?? name;
  const [shown] = Object.values(secrets.hide({ [member]: value }));
  return { name, expression: pathSource(path), value: shown, canSet: isSettable(path) };
}

/** Looks for secrets in the values that expressions can read. */
export function learnSecrets(scope: TemplateScope, secrets: RunSecrets): void {
  secrets.learn(payloadOf(scope));
  if (isObject(scope['item'])) secrets.learn(scope['item']);
  for (const { body } of Object.values(stepsOf(scope))) secrets.learn(body);
}

/**
 * Changes a part of the payload, of an output, or of the item. Other values that contained it stay the same. Throws a
 * Refusal for anything else.
 */
export function setValue(scope: TemplateScope, expression: string, value: unknown): readonly PathSegment[] {
  const path = pathOfExpression(expression);
  if (!path || !isSettable(path))
    throw invalid('expression', 'only the payload, outputs, and the item can be changed', expression);
  const text = JSON.stringify(value ?? null);
  if (text.length > DebugLimits.value)
    throw invalid('value', `must not have more than ${DebugLimits.value} characters`, undefined);
  if (text.includes(HIDDEN)) throw invalid('value', 'contains a hidden secret', undefined);
  const holder = holderOf(scope, path);
  if (!holder) {
    const isItem = path[0] === 'item';
    const message = isItem
      ? 'only a step that repeats for each item of a list has an item'
      : 'there is no such value';
    throw invalid('expression', message, expression);
  }
  const { record, name, rest } = holder;
  Reflect.set(record, name, replaceIn(memberOf(record, name), rest, value ?? null, expression));
  return path;
}

/** Returns the path of an expression with or without braces, or undefined. */
export function pathOfExpression(expression: string): readonly PathSegment[] | undefined {
  const text = expression.trim().startsWith('{{') ? expression.trim() : `{{${expression}}}`;
  return isWholeExpression(text) ? templateExpressions(text)[0]?.path : undefined;
}

function isSettable([root, second, third]: readonly PathSegment[]): boolean {
  if (root === 'item') return true;
  return root === 'event' ? second === 'payload' : root === 'steps' && third === 'body';
}

/** The record that holds a value, under a name, and the rest of its path. */
interface Holder {
  readonly record: object;
  readonly name: string;
  readonly rest: readonly PathSegment[];
}

function holderOf(scope: TemplateScope, path: readonly PathSegment[]): Holder | undefined {
  const [root, second] = path;
  // The values of a run are only changed here, in the records that all its scopes share.
  if (root === 'item')
    return 'item' in scope ? { record: scope, name: 'item', rest: path.slice(1) } : undefined;
  const { event } = scope;
  if (root === 'event')
    return isObject(event) ? { record: event, name: 'payload', rest: path.slice(2) } : undefined;
  const record = scopeOfStep(scope, String(second));
  return record && { record, name: 'body', rest: path.slice(3) };
}

// Copies everything on the path, because values can be shared between rounds and outputs.
function replaceIn(
  value: unknown,
  [segment, ...rest]: readonly PathSegment[],
  replacement: unknown,
  expression: string,
): unknown {
  if (segment === undefined) return replacement;
  if (Array.isArray(value) && typeof segment === 'number' && segment < MAX_ITEMS && segment <= value.length) {
    const copy: unknown[] = value.slice();
    copy[segment] = replaceIn(copy[segment], rest, replacement, expression);
    return copy;
  }
  if (!isObject(value) || typeof segment !== 'string')
    throw invalid('expression', 'there is no such value', expression);
  const inner = Object.hasOwn(value, segment) ? value[segment] : undefined;
  // A computed member is an own one, even if it is named __proto__.
  return { ...value, [segment]: replaceIn(inner, rest, replacement, expression) };
}

// A step that has not started has no variable.
function outputOf(
  scope: TemplateScope,
  { key, name }: PlannedStep,
  number: string,
  secrets: RunSecrets,
): readonly DebugVariable[] {
  const step = scopeOfStep(scope, key);
  if (!step) return [];
  const { status, body } = step;
  return [{ ...describeValue(`${number} ${name}`, ['steps', key, 'body'], body, secrets), status }];
}

function payloadOf(scope: TemplateScope): Readonly<Record<string, unknown>> {
  const payload = memberOf(scope['event'], 'payload');
  return isObject(payload) ? payload : {};
}

function stepsOf(scope: TemplateScope): StepScopes {
  return (scope['steps'] ?? {}) as StepScopes;
}

function scopeOfStep(scope: TemplateScope, key: string): StepScope | undefined {
  const steps = stepsOf(scope);
  return Object.hasOwn(steps, key) ? steps[key] : undefined;
}

function invalid(field: string, message: string, value: unknown): Refusal {
  return invalidValue(`body.${field}`, message, value);
}
