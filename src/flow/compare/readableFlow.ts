import { isObject } from '../../util/isObject.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { hideSecretsInText, hideSecretsIn, type ShowSecret } from '../../util/secretText.ts';
import { type FlowMeaning, SETTINGS, shownParams, type StepMeaning } from './flowMeaning.ts';

/**
 * Formats a normalized flow for a line-by-line diff: settings in a fixed order, sorted property names, steps with their
 * effective parameters. `show` replaces each secret.
 */
export function toReadableFlow({ settings, steps }: FlowMeaning, show?: ShowSecret): string {
  const presentSettings = SETTINGS.flatMap(name =>
    settings[name] === undefined ? [] : [[name, hideSecretsIn(settings[name], show)] as const],
  );
  const flow = {
    ...Object.fromEntries<unknown>(presentSettings),
    steps: steps.map(step => toReadableStep(step, show)),
  };
  return `${JSON.stringify(flow, undefined, 2)}\n`;
}

/**
 * Returns a function that shows equal secrets by equal numbers, so that versions of a flow that are formatted with it show
 * which secrets differ.
 */
export function numberedSecrets(): ShowSecret {
  const known = new Map<string | number, number>();
  return secret => {
    const number = known.get(secret) ?? known.size + 1;
    known.set(secret, number);
    return `${HIDDEN} ${number}`;
  };
}

/** Returns the flow after an update from a file: settings missing from the file are kept unless in `cleared`. */
export function afterUpdate(flow: FlowMeaning, file: FlowMeaning, cleared: readonly string[]): FlowMeaning {
  const kept = Object.entries(flow.settings).filter(([name]) => !cleared.includes(name));
  return { settings: { ...Object.fromEntries(kept), ...file.settings }, steps: file.steps };
}

function toReadableStep(step: StepMeaning, show: ShowSecret | undefined): object {
  return {
    step: hideSecretsInText(step.name, show),
    actionId: step.actionId,
    ...(step.continueOnError ? { continueOnError: true } : {}),
    ...(Object.keys(step.params).length > 0 ? { params: sortKeys(shownParams(step, show)) } : {}),
    ...(step.recordingEnabled ? { recordingEnabled: true } : {}),
    ...(step.children.length > 0
      ? { children: step.children.map(child => toReadableStep(child, show)) }
      : {}),
  };
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortKeys(inner)]));
}
