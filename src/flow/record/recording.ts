import type { CatalogAction } from '../catalog.ts';
import type { NewStep } from '../edit/flowEdit.ts';
import { describeGesture, describeInput } from './gestureText.ts';
import { actName, type Match, matchAction, matchActions, means } from './matchActions.ts';
import type { TimedInput } from './timedInputs.ts';
import { unclearParams } from './unclearParams.ts';
import { type RecordedInput, type ScrollDirection, takesElement } from './wantedValues.ts';
import { touchedPoint } from './deviceGesture.ts';

/** The key of a step that waits for a passcode. */
export const PASSCODE_KEY = 'passcode';
/** The replacement for a typed password in a step. */
export const PASSWORD_EXPRESSION = '{{event.payload.password}}';

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
  /** Actions that mean an act on an element and may take the element, if nothing else certainly does. */
  readonly unclear: readonly CatalogAction[];
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
  const unclear = new Set<CatalogAction>();
  const seen = new Set<string>();
  for (const recorded of inputs) {
    const input = written(recorded);
    const name = actName(input, recorded.element);
    if (seen.has(name)) continue;
    seen.add(name);
    const before = actions.find(({ id }) => id === remembered[name]);
    const { found, isSure } = matchActions(input, recorded.display, actions, recorded.element);
    const [best] = found;
    if (before && matchAction(input, recorded.display, before, recorded.element)) chosen.set(name, before);
    else if (best && isSure) chosen.set(name, best.action);
    else if (best) open.push({ name, input, found });
    if (before || !recorded.element || (best && isSure && !best.isByPoint)) continue;
    for (const action of actions) if (mayTake(action, recorded)) unclear.add(action);
  }
  return { chosen, open, unclear: [...unclear] };
}

function mayTake(action: CatalogAction, { input, element }: TimedInput): boolean {
  if (!takesElement(input) || !means(action, input, element)) return false;
  return unclearParams(action).some(({ isLikely }) => isLikely);
}

/**
 * Converts acts to steps of the chosen actions. Skips an act without an action, or whose action cannot express it, and
 * adds a note.
 */
export function recordSteps(inputs: readonly TimedInput[], chosen: ChosenActions): RecordedSteps {
  const steps: NewStep[] = [];
  const notes = new Set<string>();
  for (const recorded of inputs) {
    const one = recordStep(recorded, chosen);
    if (one.step) steps.push(one.step);
    for (const note of one.notes) notes.add(note);
  }
  return { steps, notes: [...notes] };
}

/** Converts an act to a step of the chosen action, with sentences about what the step does not reproduce. */
export function recordStep(
  recorded: TimedInput,
  chosen: ChosenActions,
): { readonly step: NewStep | undefined; readonly notes: readonly string[] } {
  const input = written(recorded);
  const action = chosen.get(actName(input, recorded.element));
  const match = action && matchAction(input, recorded.display, action, recorded.element);
  if (!match) {
    const reason = action
      ? `“${action.name}” does not accept its values`
      : 'the catalog has no action for it';
    return { step: undefined, notes: [`Skipped a step that ${describeInput(input)}: ${reason}.`] };
  }
  const notes = match.losses.map(loss => `“${match.action.name}” does not support ${loss}.`);
  if (input.kind === 'text' && input.secret) {
    notes.push(`Passwords are not recorded. The step uses ${PASSWORD_EXPRESSION} instead.`);
  }
  return { step: stepOf(recorded, match), notes };
}

function written({ input, field }: TimedInput): RecordedInput {
  if (input.kind !== 'text') return input;
  const text = input.secret === true ? PASSWORD_EXPRESSION : `${field?.before ?? ''}${input.text}`;
  return { ...input, text, ...(field?.clears === true ? { clears: true } : {}) };
}

function stepOf(recorded: TimedInput, { action, params }: Match): NewStep {
  const name = nameAct(recorded);
  return {
    actionId: action.id,
    ...(recorded.input.kind === 'passcode' ? { key: PASSCODE_KEY } : {}),
    ...(name === undefined ? {} : { nameOverride: name }),
    ...(Object.keys(params).length > 0 ? { overrides: { params } } : {}),
  };
}

/** Returns the name that a person would give the step of an act; undefined if the name of its action says it. */
export function nameAct({ input, element, field }: TimedInput): string | undefined {
  switch (input.kind) {
    case 'waitFor':
      return element && `Wait for ${element.name}`;
    case 'scrollTo':
      return element && `Scroll to ${element.name}`;
    case 'tap':
      return element && describeGesture(input, element.name);
    case 'swipe': {
      const direction = scrollDirection(input);
      if (direction !== undefined) return `Scroll ${direction}`;
      return element ? describeGesture(input, element.name) : 'Long press';
    }
    case 'text':
      return field && `Type into ${field.name}`;
    case 'key':
    case 'global':
      return describeGesture(input);
    case 'openApp':
      return `Open ${input.name}`;
    default:
      return undefined;
  }
}

/** Returns the side at which a swipe shows more; undefined for other acts. */
export function scrollDirection(input: RecordedInput): ScrollDirection | undefined {
  if (input.kind !== 'swipe' || touchedPoint(input)) return undefined;
  const across = input.to.x - input.from.x;
  const down = input.to.y - input.from.y;
  if (Math.abs(down) >= Math.abs(across)) return down < 0 ? 'down' : 'up';
  return across < 0 ? 'right' : 'left';
}
