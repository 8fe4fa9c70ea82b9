import { type FlowStep, topLevelSteps } from '../data/flowSteps.ts';
import { deviceIdsOf } from '../document/deviceIds.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { parseJson, valueOf } from '../document/jsonTree.ts';
import { templateExpressions } from '../template.ts';
import { isObject, listOf } from '../../util/isObject.ts';
import type { RunStep } from './runSteps.ts';
import { stepOutcomes } from './stepOutcomes.ts';

type Members = Readonly<Record<string, unknown>>;

/** The result of a step of an earlier run, in the form of `result.steps`. */
export interface EarlierStep {
  readonly index: number;
  readonly childIndex: number | null;
  readonly round: number | null;
  readonly actionId: string;
  readonly status: string;
  readonly output?: unknown;
  readonly error?: string;
}

/** The maximum size of all outputs that are sent with a trial run, in characters of JSON. */
const MAX_OUTPUT = 400_000;

/** Returns the step of a file at a path: its index in `actions`, and for a child its index in `children`. */
export function stepAtPath(
  document: FlowDocument,
  [entry, child]: readonly [number, number?],
): FlowStep | undefined {
  const step = topLevelSteps(document).find(({ path }) => path[0] === entry);
  return child === undefined ? step : step?.children.find(({ path }) => path[1] === child);
}

/**
 * Returns the part of a flow that a trial run needs: its steps up to one, in the order of execution. Later steps may be
 * unfinished, so they are left out.
 */
export function flowUntil(document: FlowDocument, target: FlowStep): Members {
  const { root } = parseJson(document.text);
  const flow: unknown = root && valueOf(root);
  const members = isObject(flow) ? flow : {};
  const entries = listOf(members['actions']);
  const actions = topLevelSteps(document)
    .slice(0, target.index + 1)
    .map(step => {
      const entry = membersOf(entries[step.path[0]]);
      const isParent = step.index === target.index && target.child !== undefined;
      const children = isParent ? step.children.slice(0, target.child + 1) : step.children;
      const inside = listOf(entry['children']);
      return {
        ...entry,
        position: step.index,
        ...(children.length > 0
          ? {
              children: children.map(inner => ({
                ...membersOf(inside[inner.path[1] ?? 0]),
                position: inner.child,
              })),
            }
          : { children: undefined }),
      };
    });
  const { name, triggerId, templateResolutionVersion } = members;
  return { name, triggerId, templateResolutionVersion, actions };
}

/** Returns the error of a part of a flow that cannot run, with the first of its problems. */
export function runRefusal(
  problems: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] = [],
): Error {
  const [first] = problems;
  return new Error(`The steps cannot run yet: ${first?.path.join('.') ?? 'flow'}: ${first?.message ?? ''}.`);
}

/** Returns the IDs of the devices that a flow names, in lower case. */
export function flowDevices(document: FlowDocument): readonly string[] {
  return deviceIdsOf(document).map(id => id.toLowerCase());
}

/** Returns the names of the payload fields that a part of a flow reads, in order; `undefined` stands for the payload. */
export function payloadFields(flow: unknown): readonly (string | undefined)[] {
  const names = textsIn(flow).flatMap(text =>
    templateExpressions(text).flatMap(({ path }) => {
      if (path?.[0] !== 'event' || path[1] !== 'payload') return [];
      const [, , name] = path;
      return [name === undefined ? undefined : String(name)];
    }),
  );
  return [...new Set(names)];
}

/**
 * Returns the results of a run for the steps of a file as they are now, so that a step can run alone. Steps that were
 * edited since have none. With several devices, the results of `deviceId` count, or else those of the first one.
 */
export function earlierSteps(
  document: FlowDocument,
  run: { readonly steps: readonly RunStep[]; readonly text?: string | undefined },
  deviceId: string | undefined,
): readonly EarlierStep[] {
  const devices = new Set(run.steps.map(step => step.deviceId));
  const chosen = devices.has(deviceId) ? deviceId : run.steps[0]?.deviceId;
  let size = 0;
  return stepOutcomes(document, run.steps, run.text).flatMap(({ path, index, child, attempts }) => {
    const actionId = actionAt(document, path);
    if (actionId === undefined) return [];
    return attempts
      .filter(attempt => attempt.deviceId === chosen)
      .flatMap(({ round, status, output, error }): EarlierStep[] => {
        if (status === undefined || status === 'skipped' || status === 'running') return [];
        size += output === undefined ? 0 : JSON.stringify(output).length;
        return [
          {
            index,
            childIndex: child ?? null,
            round: round ?? null,
            actionId,
            status,
            ...(output === undefined || size > MAX_OUTPUT ? {} : { output }),
            ...(error === undefined ? {} : { error }),
          },
        ];
      });
  });
}

function actionAt(document: FlowDocument, [, entry, , child]: readonly unknown[]): string | undefined {
  if (typeof entry !== 'number') return undefined;
  return stepAtPath(document, typeof child === 'number' ? [entry, child] : [entry])?.facts.actionId;
}

/** Returns the texts in a value. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

function membersOf(value: unknown): Members {
  return isObject(value) ? value : {};
}
