import { canonicalJson } from '../schema/equal.ts';
import type { FlowMeaning, StepMeaning } from './flowMeaning.ts';

/** A step as a text that steps of the same meaning share. */
export function stepText({ actionId, nameOverride, continueOnError, params, children }: StepMeaning): string {
  return canonicalJson([actionId, nameOverride ?? '', continueOnError, params, children.map(stepText)]);
}

/** A flow as a text that flows of the same meaning share. */
export function flowText({ settings, steps }: FlowMeaning): string {
  return canonicalJson([settings, steps.map(stepText)]);
}

/**
 * What a verification is good for, as a text: the trigger and the steps with their order, children, own
 * parameters and continueOnError; names, devices, cooldown and notifications are no part of it (spec 3.1,
 * wire facts 6).
 */
export function graphText(flow: FlowMeaning): string {
  return canonicalJson([flow.settings.triggerId ?? null, graphTexts(flow)]);
}

/** The steps of that graph, each as a text. */
export function graphTexts({ steps }: FlowMeaning): readonly string[] {
  return steps.map(step => canonicalJson([bare(step), step.children.map(bare)]));
}

function bare({ actionId, continueOnError, ownParams }: StepMeaning): unknown {
  return [actionId, continueOnError, ownParams];
}
