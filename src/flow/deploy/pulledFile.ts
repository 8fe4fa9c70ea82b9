import type { Flow } from '../../contract/records/flow.ts';
import type { FlowAction } from '../../contract/records/flowAction.ts';
import { isObject } from '../../util/isObject.ts';
import type { FlowCatalog } from '../catalog.ts';
import { compareFlows } from '../compare/compareFlows.ts';
import type { FlowDifference } from '../compare/difference.ts';
import { meaningOfBody, nestSteps, type SettingName, SETTINGS } from '../compare/flowMeaning.ts';
import { parseValue } from '../document/jsonTree.ts';
import { FLOW_FIELDS, planOf } from '../edit/flowText.ts';
import { applyEdits } from '../document/textEdits.ts';

/** The request body that would create an equal flow (spec 4.4); settings without a value are omitted. */
export type PulledBody = Readonly<Record<string, unknown>>;

/** Returns the file body for a flow and its steps, which the service returns as a flat list (wire facts 3). */
export function bodyOfFlow(flow: Flow, steps: readonly FlowAction[]): PulledBody {
  const names = flow.recordingPolicy == null ? [...SETTINGS, 'recordingEnabled' as const] : SETTINGS;
  const settings = names.flatMap(name => {
    const value = flow[name];
    return value == null || value === '' ? [] : [[name, value] as const];
  });
  const actions = nestSteps(steps).map(({ children, ...step }) => ({
    ...entryOf(step),
    ...(children.length === 0 ? {} : { children: children.map(entryOf) }),
  }));
  return { ...Object.fromEntries(settings), actions };
}

function entryOf(step: FlowAction): object {
  return {
    actionId: step.actionId,
    ...(step.key == null ? {} : { key: step.key }),
    position: step.position,
    ...(step.nameOverride == null ? {} : { nameOverride: step.nameOverride }),
    ...(step.continueOnError === true ? { continueOnError: true } : {}),
    ...(step.overrides == null ? {} : { overrides: step.overrides }),
    ...(step.recordingEnabled === true ? { recordingEnabled: true } : {}),
  };
}

export function createFlowFile(body: PulledBody): string {
  return `${JSON.stringify(body, undefined, 2)}\n`;
}

/** Returns the changes that pulling a flow makes to a file; undefined unless the file is a JSON object. */
export function comparePulled(
  text: string,
  body: PulledBody,
  catalog: Pick<FlowCatalog, 'action'>,
): readonly FlowDifference[] | undefined {
  const value = parseValue(text);
  if (!isObject(value)) return undefined;
  const [file, flow] = [meaningOfBody(value, catalog), meaningOfBody(body, catalog)];
  // Compared in the direction of an update, so that settings absent from the file are ignored.
  const settings = compareFlows(flow, file).flatMap(difference =>
    difference.kind === 'setting'
      ? [{ ...difference, before: difference.after, after: difference.before }]
      : [],
  );
  return [...settings, ...compareFlows(file, flow).filter(({ kind }) => kind !== 'setting')];
}

/**
 * Returns a file with the differing values replaced by those of the flow; the rest of the text is unchanged. Throws
 * Refusal for a file with syntax errors.
 */
export function pulledFile(text: string, body: PulledBody, differences: readonly FlowDifference[]): string {
  const settings = differences.flatMap(difference =>
    difference.kind === 'setting' ? fieldsOf(difference.setting) : [],
  );
  const steps = differences.some(({ kind }) => kind !== 'setting') ? ['actions'] : [];
  const plan = planOf(text);
  for (const name of [...settings, ...steps]) {
    const value = body[name];
    if (value === undefined) plan.removeProperty(plan.root, name);
    else plan.setProperty(plan.root, name, value, FLOW_FIELDS);
  }
  return applyEdits(text, plan.edits());
}

// A file names its recording in one of two ways.
function fieldsOf(setting: SettingName): readonly string[] {
  return setting === 'recordingPolicy' ? [setting, 'recordingEnabled'] : [setting];
}
