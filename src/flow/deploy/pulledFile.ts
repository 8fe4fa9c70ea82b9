import type { Flow } from '../../contract/records/flow.ts';
import type { FlowAction } from '../../contract/records/flowAction.ts';
import { isObject } from '../../util/isObject.ts';
import type { FlowCatalogue } from '../catalogue.ts';
import { compareFlows } from '../compare/compareFlows.ts';
import type { FlowDifference } from '../compare/difference.ts';
import { meaningOfBody, SETTINGS } from '../compare/flowMeaning.ts';
import { parseJson, propertyOf, valueOf } from '../document/jsonTree.ts';
import { isBeforeInFlow, planOf } from '../edit/flowText.ts';
import { applyEdits } from '../language/format.ts';

/** The body that would create a flow like one of a service (spec 4.4); what it has no value for is left out. */
export type PulledBody = Readonly<Record<string, unknown>>;

/** Reads the body of a flow file back from a flow and its steps, which are answered flat (wire facts 3). */
export function bodyOfFlow(flow: Flow, steps: readonly FlowAction[]): PulledBody {
  const settings = SETTINGS.flatMap(name => {
    const value = flow[name];
    return value == null || value === '' ? [] : [[name, value] as const];
  });
  const entries = (parent: string | null): object[] =>
    steps
      .filter(step => (step.parentFlowActionId ?? null) === parent)
      .map(step => {
        const children = entries(step.id);
        return {
          actionId: step.actionId,
          position: step.position,
          ...(step.nameOverride == null ? {} : { nameOverride: step.nameOverride }),
          ...(step.continueOnError === true ? { continueOnError: true } : {}),
          ...(step.overrides == null ? {} : { overrides: step.overrides }),
          ...(children.length === 0 ? {} : { children }),
        };
      });
  return { ...Object.fromEntries(settings), actions: entries(null) };
}

/** A new flow file. */
export function newFlowFile(body: PulledBody): string {
  return `${JSON.stringify(body, undefined, 2)}\n`;
}

/** What pulling a flow into a file changes there; undefined for a file that is no JSON object. */
export function pullDifferences(
  text: string,
  body: PulledBody,
  catalogue: Pick<FlowCatalogue, 'action'>,
): readonly FlowDifference[] | undefined {
  const { root } = parseJson(text);
  const value = root && valueOf(root);
  if (!isObject(value)) return undefined;
  const [file, flow] = [meaningOfBody(value, catalogue), meaningOfBody(body, catalogue)];
  // Compared as an update would, so that what the file leaves to the service stays out of it.
  const settings = compareFlows(flow, file).flatMap(one =>
    one.kind === 'setting' ? [{ ...one, before: one.after, after: one.before }] : [],
  );
  return [...settings, ...compareFlows(file, flow).filter(({ kind }) => kind !== 'setting')];
}

/**
 * A file with the flow's values in place of its own where the two differ; all else stays as it is written. Throws
 * for a file that has syntax errors.
 */
export function pulledFile(text: string, body: PulledBody, differences: readonly FlowDifference[]): string {
  const settings = differences.flatMap(one => (one.kind === 'setting' ? [one.setting] : []));
  const steps = differences.some(({ kind }) => kind !== 'setting') ? ['actions'] : [];
  const plan = planOf(text);
  for (const name of [...settings, ...steps]) {
    const own = propertyOf(plan.root, name);
    const value = body[name];
    if (value === undefined) {
      for (const property of plan.root.children ?? []) {
        if (property.children?.[0]?.value === name) plan.remove(property);
      }
    } else if (own) plan.setValue(own, value);
    else plan.addProperty(plan.root, name, value, isBeforeInFlow(name));
  }
  return applyEdits(text, plan.edits());
}
