import { canonicalJson } from '../schema/equal.ts';
import type { FlowMeaning, StepMeaning } from './flowMeaning.ts';

/** Returns a canonical text of a step; equivalent steps have equal texts. */
export function stepText(step: StepMeaning): string {
  const { actionId, nameOverride, continueOnError, params, children, recordingEnabled } = step;
  // The text of a step that is not recorded stays the same as before there were recorded steps.
  const recorded = recordingEnabled ? [true] : [];
  return canonicalJson([
    actionId,
    nameOverride ?? '',
    continueOnError,
    params,
    children.map(stepText),
    ...recorded,
  ]);
}

/** Returns a canonical text of a flow; equivalent flows have equal texts. */
export function flowText({ settings, steps }: FlowMeaning): string {
  return canonicalJson([settings, steps.map(stepText)]);
}

/**
 * Returns a canonical text of the graph that a verification covers: the trigger and the steps with their order,
 * children, own parameters and continueOnError. Excludes names, devices, cooldown and notifications
 * (spec 3.1, wire facts 6).
 */
export function graphText(flow: FlowMeaning): string {
  return canonicalJson([flow.settings.triggerId ?? null, graphTexts(flow)]);
}

/** Returns a canonical text for each top-level step of that graph. */
export function graphTexts({ steps }: FlowMeaning): readonly string[] {
  return steps.map(step => canonicalJson([bare(step), step.children.map(bare)]));
}

function bare({ actionId, continueOnError, ownParams }: StepMeaning): unknown {
  return [actionId, continueOnError, ownParams];
}
