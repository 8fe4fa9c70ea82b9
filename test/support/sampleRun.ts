import assert from 'node:assert/strict';
import { type SchemaDraft, Validator } from '@cfworker/json-schema';
import type { FlowActionEntry } from '../../src/contract/records/flowAction.ts';
import type { Trigger } from '../../src/contract/records/trigger.ts';
import { entryKeys } from '../../src/flow/deploy/entryKeys.ts';
import { demoAppEvents } from '../../src/sandbox/demo/referenceData.ts';
import { demoActionId, demoCatalog, exampleOutput } from '../../src/sandbox/demo/demoCatalog.ts';

const actionsById = new Map(demoCatalog.map(action => [demoActionId(action.method), action]));

/** Returns the dialect in the `$schema` of a schema. */
function draftOf(schema: Readonly<Record<string, unknown>>): SchemaDraft {
  const uri = String(schema['$schema']);
  if (uri.includes('2020-12')) return '2020-12';
  return uri.includes('draft-04') ? '4' : '7';
}

/**
 * Simulates a run of steps with example outputs. Returns the problems: unknown actions, unresolved expressions, and
 * invalid parameters.
 */
export function problemsOf(entries: readonly FlowActionEntry[], trigger: Trigger): string[] {
  const problems: string[] = [];
  const scope: Record<string, unknown> = { event: { payload: samplePayload(trigger) }, steps: {} };
  const steps = scope['steps'] as Record<string, unknown>;
  const keys = entryKeys(entries, { action: id => actionsById.get(id) });
  for (const [index, entry] of inOrder(entries).entries()) {
    const params = check(entry, scope, `step ${index + 1}`, problems);
    const items = (params?.['items'] as unknown[] | undefined) ?? [];
    for (const child of inOrder(entry.children ?? [])) {
      const inside = { ...scope, item: items[0], index: 0 };
      check(child, inside, `step ${index + 1}, child ${child.position}`, problems);
    }
    const action = actionsById.get(entry.actionId);
    steps[keys.get(entry) ?? ''] = { body: action ? exampleOutput(action) : {} };
  }
  return problems;
}

function inOrder<T extends { position: number }>(entries: readonly T[]): T[] {
  assert.equal(new Set(entries.map(entry => entry.position)).size, entries.length, 'positions are unique');
  return entries.toSorted((first, second) => first.position - second.position);
}

function check(
  entry: FlowActionEntry,
  scope: Readonly<Record<string, unknown>>,
  where: string,
  problems: string[],
): Record<string, unknown> | undefined {
  const action = actionsById.get(entry.actionId);
  if (!action) {
    problems.push(`${where}: there is no action ${entry.actionId}`);
    return undefined;
  }
  const merged = { ...action.params, ...entry.overrides?.params };
  const params = resolve(merged, scope, where, problems) as Record<string, unknown>;
  const schema = action.paramsSchema;
  if (typeof schema === 'object') {
    const { errors } = new Validator(schema, draftOf(schema), false).validate(params);
    problems.push(...errors.map(error => `${where}: ${error.instanceLocation} ${error.error}`));
  }
  return params;
}

function resolve(value: unknown, scope: object, where: string, problems: string[]): unknown {
  if (Array.isArray(value)) return value.map(part => resolve(part, scope, where, problems));
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([key, part]) => [key, resolve(part, scope, where, problems)]);
    return Object.fromEntries(parts) as unknown;
  }
  if (typeof value !== 'string') return value;
  const expression = /^\{\{([^}]+)\}\}$/.exec(value);
  if (expression) return lookUp(expression[1]!, scope, where, problems);
  return value.replaceAll(/\{\{([^}]+)\}\}/g, (_, path: string) =>
    String(lookUp(path, scope, where, problems)),
  );
}

function lookUp(path: string, scope: object, where: string, problems: string[]): unknown {
  let at: unknown = scope;
  for (const [, name, index] of path.trim().matchAll(/([A-Za-z_][\w-]*)|\[(\d+)\]/g)) {
    at = (at as Record<string, unknown> | undefined)?.[name ?? index!];
  }
  if (at === undefined) problems.push(`${where}: {{${path}}} leads nowhere`);
  return at;
}

function samplePayload({ eventType, customPayloadSchema }: Trigger): Record<string, unknown> {
  const event = demoAppEvents.find(candidate => candidate.appEventType === eventType);
  if (event) return Object.fromEntries((event.payloadSchema ?? []).map(field => [field.name, field.example]));
  const { properties = {} } = (customPayloadSchema ?? {}) as {
    properties?: Record<string, { examples?: unknown[] }>;
  };
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, part.examples?.[0]]));
}
