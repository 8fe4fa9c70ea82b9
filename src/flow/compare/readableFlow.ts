import { isObject } from '../../util/isObject.ts';
import { type FlowMeaning, SETTINGS, type StepMeaning } from './flowMeaning.ts';

/**
 * Formats a normalized flow for a line-by-line diff: settings in a fixed order, sorted property names, steps with their
 * effective parameters.
 */
export function toReadableFlow({ settings, steps }: FlowMeaning): string {
  const presentSettings = SETTINGS.flatMap(name =>
    settings[name] === undefined ? [] : [[name, settings[name]] as const],
  );
  const flow = { ...Object.fromEntries<unknown>(presentSettings), steps: steps.map(toReadableStep) };
  return `${JSON.stringify(flow, undefined, 2)}\n`;
}

/** Returns the flow after an update from a file: settings missing from the file are kept unless in `cleared`. */
export function afterUpdate(flow: FlowMeaning, file: FlowMeaning, cleared: readonly string[]): FlowMeaning {
  const kept = Object.entries(flow.settings).filter(([name]) => !cleared.includes(name));
  return { settings: { ...Object.fromEntries(kept), ...file.settings }, steps: file.steps };
}

function toReadableStep(step: StepMeaning): object {
  return {
    step: step.name,
    actionId: step.actionId,
    ...(step.continueOnError ? { continueOnError: true } : {}),
    ...(Object.keys(step.params).length > 0 ? { params: sortKeys(step.params) } : {}),
    ...(step.children.length > 0 ? { children: step.children.map(toReadableStep) } : {}),
  };
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortKeys(inner)]));
}
