import { equalJson } from '../schema/equal.ts';
import { stepText } from './canonicalText.ts';
import { alignLists } from './alignLists.ts';
import { isObject, memberOf } from '../../util/isObject.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { hideSecretsInText, hideSecretsIn } from '../../util/secretText.ts';
import type { PathSegment } from '../template.ts';
import type { FieldChange, FlowDifference, StepNumber } from './difference.ts';
import {
  type FlowMeaning,
  SETTINGS,
  type SettingName,
  shownParams,
  type StepMeaning,
} from './flowMeaning.ts';

/**
 * Settings that can be cleared on the service, so that their absence from a file means none (wire facts 3). The
 * specification states no defaults for the others: their absence leaves them unchanged.
 */
const CLEARABLE: ReadonlySet<SettingName> = new Set([
  'description',
  'deviceIds',
  'cooldownSeconds',
  'notifyWebhookId',
  'delivery',
]);

/**
 * Returns the semantic differences between a flow and the desired one: settings first, then steps in order. With
 * `keepsAbsent`, a setting that the desired flow does not have is kept, as an update of the service does.
 */
export function compareFlows(
  actual: FlowMeaning,
  desired: FlowMeaning,
  { keepsAbsent = true } = {},
): readonly FlowDifference[] {
  const settings = SETTINGS.flatMap((setting): FlowDifference[] => {
    const [before, after] = [actual.settings[setting], desired.settings[setting]];
    if (keepsAbsent && after === undefined && !CLEARABLE.has(setting)) return [];
    const graph = setting === 'triggerId';
    if (equalJson(before, after)) return [];
    return [{ kind: 'setting', setting, before: hideSecretsIn(before), after: hideSecretsIn(after), graph }];
  });
  return [...settings, ...compareSteps(actual.steps, desired.steps, undefined)];
}

/** The fields of steps that a verification does not cover (wire facts 6). */
const BESIDE_GRAPH: readonly FieldChange['field'][] = ['nameOverride', 'key', 'recordingEnabled'];

/** A step with its canonical text, computed once. */
interface StepWithText {
  readonly step: StepMeaning;
  readonly text: string;
}

function compareSteps(
  actual: readonly StepMeaning[],
  desired: readonly StepMeaning[],
  parent: number | undefined,
): readonly FlowDifference[] {
  const [before, after] = [actual.map(withText), desired.map(withText)];
  const aligned = alignLists(before.map(keysOf), after.map(keysOf));
  const unmatched = aligned.flatMap(pair => (pair.after === undefined ? [pair.before] : []));
  const found: FlowDifference[] = [];
  for (const { before: index, after: newIndex } of aligned) {
    const old = index === undefined ? undefined : before[index];
    const now = newIndex === undefined ? undefined : after[newIndex];
    if (old && now && newIndex !== undefined) {
      if (old.text !== now.text || hasOtherKeys(old.step, now.step))
        found.push(...compareStep(old.step, now.step, placeOf(newIndex, parent), newIndex));
    } else if (now && newIndex !== undefined) {
      const moved = unmatched.findIndex(index => before[index]?.text === now.text);
      const at = placeOf(newIndex, parent);
      const name = hideSecretsInText(now.step.name);
      const [from] = moved < 0 ? [] : unmatched.splice(moved, 1);
      if (from === undefined) found.push({ kind: 'added', at, name, graph: true });
      else found.push({ kind: 'moved', from: placeOf(from, parent), at, name, graph: true });
    }
  }
  const removed = unmatched.map((index): FlowDifference => {
    const name = hideSecretsInText(before[index]?.step.name ?? '');
    return { kind: 'removed', at: placeOf(index, parent), name, graph: true };
  });
  return [...found, ...removed];
}

function compareStep(
  old: StepMeaning,
  now: StepMeaning,
  at: StepNumber,
  index: number,
): readonly FlowDifference[] {
  const changes: FieldChange[] = equalJson(old.params, now.params)
    ? []
    : compareParams(toSides(old), toSides(now));
  for (const field of ['nameOverride', 'continueOnError', 'recordingEnabled'] as const) {
    if (old[field] !== now[field])
      changes.push({ field, path: [], before: hideSecretsIn(old[field]), after: hideSecretsIn(now[field]) });
  }
  if (hasOtherKey(old, now)) changes.push({ field: 'key', path: [], before: old.key, after: now.key });
  const graph = changes.some(({ field }) => !BESIDE_GRAPH.includes(field));
  const stepDifferences: FlowDifference[] =
    changes.length === 0 ? [] : [{ kind: 'changed', at, name: hideSecretsInText(now.name), changes, graph }];
  return [...stepDifferences, ...compareSteps(old.children, now.children, index)];
}

/** True if a step or one inside it gets another key. The key of a step in a file without one stays. */
function hasOtherKeys(old: StepMeaning, now: StepMeaning): boolean {
  const inside = now.children.some((child, index) => {
    const before = old.children[index];
    return before !== undefined && hasOtherKey(before, child);
  });
  return inside || hasOtherKey(old, now);
}

function hasOtherKey(old: StepMeaning, now: StepMeaning): boolean {
  return old.key !== undefined && now.key !== undefined && old.key !== now.key;
}

/** A value, and the same value with its secrets hidden. */
interface Sides {
  readonly real: unknown;
  readonly shown: unknown;
}

function toSides(step: StepMeaning): Sides {
  return { real: step.params, shown: shownParams(step) };
}

/** Returns the deepest paths at which two parameter values differ; lists of different lengths differ as a whole. */
function compareParams(before: Sides, after: Sides, path: readonly PathSegment[] = []): FieldChange[] {
  if (equalJson(before.real, after.real)) return [];
  if (isObject(before.real) && isObject(after.real)) {
    const names = new Set([...Object.keys(before.real), ...Object.keys(after.real)]);
    return [...names].flatMap(name =>
      compareParams(memberSides(before, name), memberSides(after, name), [...path, name]),
    );
  }
  if (Array.isArray(before.real) && Array.isArray(after.real) && before.real.length === after.real.length) {
    return before.real.flatMap((_, index) =>
      compareParams(itemSides(before, index), itemSides(after, index), [...path, index]),
    );
  }
  return [{ field: 'params', path, before: before.shown, after: after.shown }];
}

// A name can contain a secret itself, so a hidden value may have no member of this name.
function memberSides({ real, shown }: Sides, name: string): Sides {
  const value = memberOf(real, name);
  const isNamed = isObject(shown) && Object.hasOwn(shown, name);
  return { real: value, shown: isNamed ? shown[name] : value === undefined ? undefined : HIDDEN };
}

function itemSides({ real, shown }: Sides, index: number): Sides {
  return {
    real: Array.isArray(real) ? real[index] : undefined,
    shown: Array.isArray(shown) ? shown[index] : HIDDEN,
  };
}

// From the strictest to the loosest match.
function keysOf({ step, text }: StepWithText): readonly string[] {
  return [text, `${step.actionId} ${step.nameOverride ?? ''}`, step.actionId];
}

function withText(step: StepMeaning): StepWithText {
  return { step, text: stepText(step) };
}

function placeOf(index: number, parent: number | undefined): StepNumber {
  return parent === undefined ? { number: index + 1 } : { number: parent + 1, child: index + 1 };
}
