import { isObject, type JsonObject } from '../../util/isObject.ts';
import { type CommandContext, OPTIONAL_SECONDS, withSelector } from './commandContext.ts';
import { type ExpressionValue, readExpression } from './expressions.ts';
import type { DraftStep } from './imported.ts';
import { checkStep } from './maestroElements.ts';
import { plainScalar } from './plainScalar.ts';

/** The conditions of a `when`, in the order in which they are checked. */
export type WhenConditions =
  | { readonly kind: 'always' }
  | { readonly kind: 'never'; readonly reason: string }
  | { readonly kind: 'left'; readonly reason: string }
  | { readonly kind: 'checked'; readonly guards: readonly RunGuard[]; readonly notes: readonly string[] };

/** A condition that a step compares when the flow runs, and the check whose result it is. */
export interface RunGuard {
  readonly check?: DraftStep;
  readonly condition: JsonObject;
}

/** Reads a condition, which is an expression with or without `${…}`. */
export function readTruth(given: unknown, { variables }: CommandContext): ExpressionValue | undefined {
  if (typeof given === 'boolean') return known(given);
  const text = plainScalar(given).trim();
  const source = /^\$\{(.*)\}$/s.exec(text)?.[1];
  return source === undefined
    ? known(text !== 'false' && text !== '')
    : readExpression(source, variables.read);
}

/** Reads the conditions of a `when` or a `while`. */
export function readConditions(when: unknown, context: CommandContext): WhenConditions {
  if (when === undefined) return { kind: 'always' };
  if (!isObject(when)) return { kind: 'left', reason: 'The condition cannot be read.' };
  const { platform, visible, notVisible, true: isTrue } = when;
  const known = ['platform', 'visible', 'notVisible', 'true', 'label', 'optional'];
  if (Object.keys(when).some(name => !known.includes(name)))
    return { kind: 'left', reason: 'The condition cannot be read.' };
  if (platform !== undefined && plainScalar(platform).toLowerCase() !== context.target.platform)
    return { kind: 'never', reason: otherPlatform(context) };
  const guards: RunGuard[] = [];
  const notes: string[] = [];
  if (isTrue !== undefined) {
    const value = readTruth(isTrue, context);
    if (value?.kind === 'known' && !value.value)
      return { kind: 'never', reason: 'It does not run, because its condition is never true.' };
    if (value?.kind === 'comparison') guards.push({ condition: { ...value.comparison } });
    else if (value?.kind === 'later') guards.push({ condition: { left: value.text, operator: 'exists' } });
    else if (!value) return { kind: 'left', reason: 'The condition cannot be read. Scripts are not run.' };
  }
  for (const [selector, isVisible] of [
    [visible, true],
    [notVisible, false],
  ] as const) {
    if (selector === undefined) continue;
    const checked = withSelector(selector, context, found => {
      const key = context.variables.newKey('check');
      const check = { ...checkStep(found, isVisible, OPTIONAL_SECONDS), key, continueOnError: true };
      return { steps: [check], notes: found.notes };
    });
    if ('left' in checked) return { kind: 'left', reason: checked.left };
    const [check] = checked.steps;
    if (!check) continue;
    notes.push(...(checked.notes ?? []));
    const left = `{{steps.${check.key ?? ''}.status}}`;
    guards.push({ check, condition: { left, operator: 'equals', right: 'success' } });
  }
  return guards.length === 0 ? { kind: 'always' } : { kind: 'checked', guards, notes };
}

function otherPlatform({ target }: CommandContext): string {
  const other = target.platform === 'android' ? 'an Android phone' : 'an iPhone';
  return `It does not run on ${other}, for which the flow is made.`;
}

function known(value: string | boolean): ExpressionValue {
  return { kind: 'known', value };
}
