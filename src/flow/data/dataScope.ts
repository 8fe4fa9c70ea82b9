import { isObject, memberOf } from '../../util/isObject.ts';
import { memoize, once } from '../../util/once.ts';
import type { CatalogAction, FlowCatalog, NamedReference } from '../catalog.ts';
import { textOf } from '../document/stepModel.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { propertyOf } from '../document/jsonTree.ts';
import { nameOfStep } from '../document/stepName.ts';
import { isWholeExpression, type PathSegment, TEMPLATE_ROOTS, templateExpressions } from '../template.ts';
import { completeShape, type DataShape, memberShape, UNKNOWN_SHAPE } from './dataShape.ts';
import { type FlowStep, topLevelSteps, keysOfSteps, stepWithKey } from './flowSteps.ts';
import { learnedShape, schemaShape } from './schemaShape.ts';
import { scalarText, shapeOfValue } from './valueShape.ts';

/** The groups of a picker: the trigger, the round of a repeating step, earlier steps, flow and device. */
export type DataGroup = 'trigger' | 'round' | 'step' | 'run';

/** A value that expressions can read, with everything within it. */
export interface DataSource {
  readonly group: DataGroup;
  /** The path of the expression, such as `steps`, `read-text`, `body`. */
  readonly path: readonly PathSegment[];
  /** The name that a person reads, such as `4 Wait for passcode`, `Trigger` or `Item`. */
  readonly label: string;
  /** Computed at the first access. */
  readonly shape: DataShape;
  /** The step that produces it, as its indexes in the lists of the file; undefined for other sources. */
  readonly step: FlowStep['path'] | undefined;
}

/** The data that a step can read. */
export interface DataScope {
  /** The sources that have a value when the step runs: trigger, round, steps in execution order, run. */
  readonly sources: readonly DataSource[];
  /** The sources that are no steps. */
  readonly others: readonly DataSource[];
  /** Returns the step with a key, in the file or derived by the service. */
  readonly stepWith: (key: string) => FlowStep | undefined;
  /** The first path segments of expressions. */
  readonly roots: readonly string[];
  /** False for a service with an earlier version of templates, whose expressions are not known. */
  readonly isKnownSyntax: boolean;
  /** The step that reads; undefined if there is none at its path. */
  readonly reader: FlowStep | undefined;
  /** Returns the sources of a step, its output first, whether or not it has run. */
  readonly sourcesOf: (step: FlowStep) => readonly DataSource[];
}

/** The knowledge that scopes are computed from. */
export interface DataFacts {
  readonly catalog: FlowCatalog;
}

/**
 * Returns the data that a step can read. `path` has its indexes in the lists of the file: that of an entry in `actions`
 * and, for a child, that in its `children`.
 */
export function dataScope(
  document: FlowDocument,
  path: readonly number[],
  { catalog }: DataFacts,
): DataScope {
  const steps = topLevelSteps(document);
  const outer = byPath(steps).get(path.slice(0, 1).join());
  const reader = byPath(steps).get(path.join());
  const roots: readonly string[] = catalog.templates?.roots ?? TEMPLATE_ROOTS;
  const isOffered = ({ path: [root] }: DataSource): boolean => roots.includes(String(root));
  const isKnownSyntax = (catalog.templates?.version ?? 3) >= 3;
  // Earlier versions name steps in another way.
  const hasKeys = isKnownSyntax && roots.includes('steps');
  const stepWith = (key: string): FlowStep | undefined =>
    hasKeys ? (stepWithKey(document, key) ?? keysOfSteps(document, catalog).byKey.get(key)) : undefined;
  // Of several steps with the same key, only the first has it.
  const keyOf = (step: FlowStep): string => {
    const { key } = step.facts;
    if (key !== undefined && stepWithKey(document, key) === step) return key;
    return keysOfSteps(document, catalog).keys.get(step) ?? '';
  };
  const sourcesOf = (step: FlowStep): readonly DataSource[] => stepSources(step, keyOf(step), catalog);
  const others = once((): readonly DataSource[] => {
    const round =
      outer && reader?.child !== undefined && mayRepeat(actionOf(outer, catalog))
        ? roundSources(
            outer,
            catalog,
            once(() => dataScope(document, outer.path, { catalog })),
          )
        : [];
    const all = [...triggerSources(document, catalog), ...round, ...runSources(document, catalog)];
    return all.filter(isOffered);
  });
  const sources = once((): readonly DataSource[] => {
    const before = outer ? steps.slice(0, outer.index) : steps;
    const siblings = reader?.child === undefined ? [] : (outer?.children.slice(0, reader.child) ?? []);
    const earlier = hasKeys
      ? [...before.flatMap(step => [step, ...step.children]), ...siblings].flatMap(sourcesOf)
      : [];
    const run = others().findIndex(({ group }) => group === 'run');
    return others().toSpliced(run, 0, ...earlier);
  });
  return {
    get sources() {
      return sources();
    },
    get others() {
      return others();
    },
    stepWith,
    roots,
    isKnownSyntax,
    reader,
    sourcesOf,
  };
}

const byPath = memoize(
  (steps: readonly FlowStep[]): ReadonlyMap<string, FlowStep> =>
    new Map(steps.flatMap(step => [step, ...step.children]).map(step => [step.path.join(), step])),
);

/** Returns the source that a path leads into. */
export function sourceAt(
  sources: readonly DataSource[],
  path: readonly PathSegment[],
): DataSource | undefined {
  return sources.find(one => one.path.every((segment, index) => segment === path[index]));
}

/** Returns the name of a step as people read it, with its number in the list: `4 Wait for passcode`. */
export function stepLabel({ number, facts }: FlowStep, catalog: FlowCatalog): string {
  return `${number} ${nameOfStep(facts.nameOverride, facts.actionId, catalog)}`;
}

/** False if the action of a step certainly runs its children without an item; it has neither a list nor a count. */
export function mayRepeat(action: CatalogAction | undefined): boolean {
  const properties = memberOf(action?.paramsSchema, 'properties');
  if (!action || !isObject(properties)) return true;
  if (/repeat|each|loop|iterat|every/i.test(`${action.name} ${action.method ?? ''}`)) return true;
  return Object.values(properties).some(schema => [memberOf(schema, 'type')].flat().includes('array'));
}

function actionOf({ facts }: FlowStep, catalog: FlowCatalog): CatalogAction | undefined {
  return facts.actionId === undefined ? undefined : catalog.action(facts.actionId);
}

function stepSources(step: FlowStep, key: string, catalog: FlowCatalog): readonly DataSource[] {
  const label = stepLabel(step, catalog);
  const output = (): DataShape => outputShape(step.facts.actionId, catalog);
  return [
    source('step', ['steps', key, 'body'], label, output, step.path),
    source('step', ['steps', key, 'status'], `${label} (status)`, () => STATUS, step.path),
  ];
}

/** Completed shapes by action, since many steps have the same. */
const completed = new WeakMap<CatalogAction, { readonly learned: DataShape; readonly shape: DataShape }>();

function outputShape(actionId: string | undefined, catalog: FlowCatalog): DataShape {
  if (actionId === undefined) return UNKNOWN_SHAPE;
  const action = catalog.action(actionId);
  const learned = learnedShape(catalog.learnedOutput?.(actionId));
  if (!action || !learned) return learned ?? schemaShape(action?.outputSchema);
  const known = completed.get(action);
  if (known?.learned === learned) return known.shape;
  const shape = completeShape(schemaShape(action.outputSchema), learned);
  completed.set(action, { learned, shape });
  return shape;
}

const STATUS: DataShape = {
  type: 'string',
  description: 'The status of the step when it has run.',
  sample: 'success',
};

function triggerSources(document: FlowDocument, catalog: FlowCatalog): readonly DataSource[] {
  const trigger = triggerOf(document, catalog);
  const name: DataShape = { type: 'string', description: 'The name of the trigger.', sample: trigger?.name };
  return [
    source('trigger', ['event', 'payload'], 'Trigger', () => schemaShape(trigger?.payloadSchema)),
    source('trigger', ['event', 'name'], 'Trigger name', () => name),
  ];
}

/** Returns the known trigger of a flow. */
function triggerOf({ root }: FlowDocument, catalog: FlowCatalog): NamedReference | undefined {
  const id = textOf(propertyOf(root, 'triggerId'));
  return id === undefined ? undefined : catalog.triggers?.find(one => one.id === id);
}

function roundSources(parent: FlowStep, catalog: FlowCatalog, outer: () => DataScope): readonly DataSource[] {
  const list = parent.facts.items ?? memberOf(actionOf(parent, catalog)?.params, 'items');
  return [
    source('round', ['item'], 'Item', () => itemShape(list, outer)),
    source('round', ['index'], 'Round number', () => INDEX),
  ];
}

const INDEX: DataShape = {
  type: 'integer',
  description: 'The number of the round, starting with 0.',
  sample: '0',
};

/** Returns the shape of the items of a list in a flow, which can be an expression. */
function itemShape(list: unknown, outer: () => DataScope): DataShape {
  if (Array.isArray(list)) return shapeOfValue(list).items ?? UNKNOWN_SHAPE;
  const [expression] = typeof list === 'string' && isWholeExpression(list) ? templateExpressions(list) : [];
  if (!expression?.path) return UNKNOWN_SHAPE;
  const from = sourceAt(outer().sources, expression.path);
  const found = from && shapeIn(from, expression.path);
  return found?.items ?? UNKNOWN_SHAPE;
}

/** Returns the shape at a path that leads into a source; undefined if it is not known. */
function shapeIn(from: DataSource, path: readonly PathSegment[]): DataShape | undefined {
  return path
    .slice(from.path.length)
    .reduce<DataShape | undefined>((shape, segment) => shape && memberShape(shape, segment), from.shape);
}

function runSources({ root }: FlowDocument, catalog: FlowCatalog): readonly DataSource[] {
  const [device, ...others] = propertyOf(root, 'deviceIds')?.children ?? [];
  const deviceId = others.length === 0 ? textOf(device) : undefined;
  const deviceName = catalog.devices?.find(({ id }) => id === deviceId)?.name;
  const flowName = scalarText(textOf(propertyOf(root, 'name')));
  return [
    source('run', ['flow'], 'Flow', () => namedShape('flow', flowName)),
    source('run', ['device'], 'Device', () => namedShape('device', deviceName)),
    source('run', ['execution'], 'Execution', () => objectShape({ id: idShape('execution') })),
  ];
}

function namedShape(noun: string, name: string | undefined): DataShape {
  return objectShape({
    name: { type: 'string', description: `The name of the ${noun}.`, sample: name },
    id: idShape(noun),
  });
}

function idShape(noun: string): DataShape {
  return { type: 'string', title: 'ID', description: `The ID of the ${noun}.` };
}

function objectShape(properties: Readonly<Record<string, DataShape>>): DataShape {
  return { type: 'object', properties: new Map(Object.entries(properties)), isClosed: true };
}

function source(
  group: DataGroup,
  path: readonly PathSegment[],
  label: string,
  read: () => DataShape,
  step?: FlowStep['path'],
): DataSource {
  const shape = once(read);
  return {
    group,
    path,
    label,
    step,
    get shape() {
      return shape();
    },
  };
}
