import { equalJson } from '../schema/equal.ts';
import { stepText } from './canonicalText.ts';
import { alignLists } from './alignLists.ts';
import { compareParams } from './compareParams.ts';
import type { FieldChange, FlowDifference, StepPlace } from './difference.ts';
import { type FlowMeaning, SETTINGS, type SettingName, type StepMeaning } from './flowMeaning.ts';

/**
 * Settings that can be cleared on the service, so that their absence from a file means none (wire facts 3). The
 * specification states no defaults for the others: their absence leaves them unchanged.
 */
const CLEARABLE: ReadonlySet<SettingName> = new Set([
  'description',
  'deviceIds',
  'cooldownSeconds',
  'notifyWebhookId',
]);

/** Returns the semantic differences between a flow and the wanted one: settings first, then steps in order. */
export function compareFlows(actual: FlowMeaning, wanted: FlowMeaning): readonly FlowDifference[] {
  const settings = SETTINGS.flatMap((setting): FlowDifference[] => {
    const [before, after] = [actual.settings[setting], wanted.settings[setting]];
    if (after === undefined && !CLEARABLE.has(setting)) return [];
    const graph = setting === 'triggerId';
    return equalJson(before, after) ? [] : [{ kind: 'setting', setting, before, after, graph }];
  });
  return [...settings, ...compareSteps(actual.steps, wanted.steps, undefined)];
}

/** A step with its canonical text, computed once. */
interface Known {
  readonly step: StepMeaning;
  readonly text: string;
}

function compareSteps(
  actual: readonly StepMeaning[],
  wanted: readonly StepMeaning[],
  parent: number | undefined,
): readonly FlowDifference[] {
  const [before, after] = [actual.map(known), wanted.map(known)];
  const aligned = alignLists(before.map(keysOf), after.map(keysOf));
  const left = aligned.flatMap(pair => (pair.after === undefined ? [pair.before] : []));
  const found: FlowDifference[] = [];
  for (const { before: index, after: place } of aligned) {
    const old = index === undefined ? undefined : before[index];
    const now = place === undefined ? undefined : after[place];
    if (old && now && place !== undefined) {
      if (old.text !== now.text)
        found.push(...compareStep(old.step, now.step, placeOf(place, parent), place));
    } else if (now && place !== undefined) {
      const moved = left.findIndex(index => before[index]?.text === now.text);
      const at = placeOf(place, parent);
      const { name } = now.step;
      const [from] = moved < 0 ? [] : left.splice(moved, 1);
      if (from === undefined) found.push({ kind: 'added', at, name, graph: true });
      else found.push({ kind: 'moved', from: placeOf(from, parent), at, name, graph: true });
    }
  }
  const removed = left.map((index): FlowDifference => {
    const name = before[index]?.step.name ?? '';
    return { kind: 'removed', at: placeOf(index, parent), name, graph: true };
  });
  return [...found, ...removed];
}

function compareStep(
  old: StepMeaning,
  now: StepMeaning,
  at: StepPlace,
  place: number,
): readonly FlowDifference[] {
  const changes: FieldChange[] = compareParams(old.params, now.params);
  for (const field of ['nameOverride', 'continueOnError'] as const) {
    if (old[field] !== now[field]) changes.push({ field, path: [], before: old[field], after: now[field] });
  }
  const graph = changes.some(({ field }) => field !== 'nameOverride');
  const own: FlowDifference[] =
    changes.length === 0 ? [] : [{ kind: 'changed', at, name: now.name, changes, graph }];
  return [...own, ...compareSteps(old.children, now.children, place)];
}

// From the strictest to the loosest match.
function keysOf({ step, text }: Known): readonly string[] {
  return [text, `${step.actionId} ${step.nameOverride ?? ''}`, step.actionId];
}

function known(step: StepMeaning): Known {
  return { step, text: stepText(step) };
}

function placeOf(index: number, parent: number | undefined): StepPlace {
  return parent === undefined ? { number: index + 1 } : { number: parent + 1, child: index + 1 };
}
