import type { CatalogAction } from '../catalog.ts';
import type { NewStep } from '../edit/flowEdit.ts';
import type { DevicePoint } from './deviceGesture.ts';
import { describeInput } from './gestureText.ts';
import { actName, type Match, matchAction, matchActions } from './matchActions.ts';
import type { TimedInput } from './timedInputs.ts';
import type { RecordedInput } from './wantedValues.ts';

/** The replacement for a typed password in a step. */
export const PASSWORD_EXPRESSION = '{{trigger.payload.password}}';

/** The actions chosen for acts, by `actName` of the acts. */
export type ChosenActions = ReadonlyMap<string, CatalogAction>;

/** An act for which the catalog has no certain action. */
export interface OpenChoice {
  /** The key under which the choice is stored. */
  readonly name: string;
  readonly input: RecordedInput;
  /** The possible actions, the most likely first; never empty. */
  readonly found: readonly Match[];
}

/** The known actions of a recording, and those that the user has to choose. */
interface ActionPlan {
  readonly chosen: ChosenActions;
  readonly open: readonly OpenChoice[];
}

/** The steps for acts, with sentences about what they do not reproduce. */
interface RecordedSteps {
  readonly steps: readonly NewStep[];
  readonly notes: readonly string[];
}

/** Finds the actions for acts; `remembered` has the action IDs of earlier choices, by `actName`. */
export function planActions(
  inputs: readonly TimedInput[],
  actions: readonly CatalogAction[],
  remembered: Readonly<Record<string, string>>,
): ActionPlan {
  const chosen = new Map<string, CatalogAction>();
  const open: OpenChoice[] = [];
  const seen = new Set<string>();
  for (const recorded of inputs) {
    const input = written(recorded.input);
    const name = actName(input);
    if (seen.has(name)) continue;
    seen.add(name);
    const before = actions.find(({ id }) => id === remembered[name]);
    const { found, isSure } = matchActions(input, recorded.display, actions);
    const [best] = found;
    if (before && matchAction(input, recorded.display, before)) chosen.set(name, before);
    else if (best && isSure) chosen.set(name, best.action);
    else if (best) open.push({ name, input, found });
  }
  return { chosen, open };
}

/**
 * Converts acts to steps of the chosen actions. Skips an act without an action, or whose action cannot express it, and
 * adds a note.
 */
export function recordSteps(inputs: readonly TimedInput[], chosen: ChosenActions): RecordedSteps {
  const steps: NewStep[] = [];
  const notes = new Set<string>();
  for (const recorded of inputs) {
    const input = written(recorded.input);
    const action = chosen.get(actName(input));
    const match = action && matchAction(input, recorded.display, action);
    if (!match) {
      const reason = action
        ? `“${action.name}” does not accept its values`
        : 'the catalog has no action for it';
      notes.add(`Skipped a step that ${describeInput(input)}: ${reason}.`);
      continue;
    }
    steps.push(stepOf(input, match));
    for (const loss of match.losses) notes.add(`“${match.action.name}” does not support ${loss}.`);
    if (input.kind === 'text' && input.secret) {
      notes.add(`Passwords are not recorded. The step uses ${PASSWORD_EXPRESSION} instead.`);
    }
  }
  return { steps, notes: [...notes] };
}

function written(input: RecordedInput): RecordedInput {
  return input.kind === 'text' && input.secret ? { ...input, text: PASSWORD_EXPRESSION } : input;
}

function stepOf(input: RecordedInput, { action, params }: Match): NewStep {
  return {
    actionId: action.id,
    ...(input.kind === 'swipe' && isStill(input) ? { nameOverride: 'Long press' } : {}),
    ...(Object.keys(params).length > 0 ? { overrides: { params } } : {}),
  };
}

function isStill({ from, to }: { readonly from: DevicePoint; readonly to: DevicePoint }): boolean {
  return from.x === to.x && from.y === to.y;
}
