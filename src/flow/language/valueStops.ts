import { nodesWithin } from '../form/childNodes.ts';
import { describePart } from '../form/describeForm.ts';
import type { FormNode } from '../form/formNode.ts';
import { pointerOf } from '../form/pointer.ts';
import { readerOf, type SchemaReader } from '../schema/schemaReader.ts';
import type { FlowCatalog } from '../catalog.ts';
import { textOf } from '../document/stepModel.ts';
import { choicesAt, type SchemaLocation } from '../form/schemasAt.ts';
import type { FlowLocation } from './flowLocation.ts';
import type { PathSegment } from '../template.ts';
import { isObject, type JsonObject, listOf, memberOf } from '../../util/isObject.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { referenceKindOf } from '../referenceKind.ts';
import { isAsked, plainStop, type Stop, stopsIn, type StopOf } from './completionItem.ts';

/** The tab stops of a value. */
export interface ValueStops {
  readonly stopOf: StopOf;
  /** True if there are suggestions for the first value that a person must enter. */
  readonly suggestsNext: boolean;
}

/** Finds the tab stops of the new values of one request, until that has taken too much work; the others have none. */
export class StopFinder {
  #left: number = BUDGETS.form.parts['units of work'];

  /**
   * Returns the tab stops of a new value by the schemas of the whole that it becomes part of at `base`. A person must
   * enter the values that have no default; a value with only one option needs no stop. `isChosen` is true if the value
   * is the form of several that a person chose.
   */
  find(
    reader: SchemaReader,
    whole: unknown,
    base: readonly PathSegment[],
    value: unknown,
    isChosen = false,
  ): ValueStops {
    if (this.#left < 0) return { stopOf: plainStop, suggestsNext: false };
    const before = reader.work;
    const stops = stopsOfValue(reader, whole, base, value, isChosen);
    this.#left -= reader.work - before;
    return stops;
  }
}

function stopsOfValue(
  reader: SchemaReader,
  whole: unknown,
  base: readonly PathSegment[],
  value: unknown,
  isChosen: boolean,
): ValueStops {
  const byPointer = nodesByPointer(describePart(reader, { ownValue: withPart(whole, base, value) }, base));
  const nodesAt = (path: readonly PathSegment[]): readonly FormNode[] =>
    byPointer.get(pointerOf([...base, ...path])) ?? [];
  const stopOf: StopOf = (part, path) => {
    const nodes = nodesAt(path);
    const node = nodes.at(-1);
    // The default of an object or a list decides its parts too.
    const outer = Array.from({ length: path.length + 1 }, (_, length) =>
      nodesAt(path.slice(0, length)).at(-1),
    );
    const isDecided = outer.some(one => one?.default !== undefined);
    const isForm = typeof part === 'object' && part !== null && !Array.isArray(part);
    const isOpen = path.length > 0 || (base.length > 0 && !isChosen);
    if (isForm && isOpen && !isDecided && nodes.some(isUnion)) return { kind: 'form' };
    if (node?.kind === 'constant') return { kind: 'none' };
    if (node?.kind === 'choice')
      return { kind: 'choice', options: node.options.map(option => option.value), isDecided };
    if (typeof part === 'boolean') return { kind: 'choice', options: [true, false], isDecided };
    return node && !isDecided ? { kind: 'missing' } : plainStop(part);
  };
  const first = stopsIn(value, stopOf).find(({ stop }) => isAsked(stop));
  const node = first && nodesAt(first.path).at(-1);
  return { stopOf, suggestsNext: first?.stop.kind === 'form' || node?.refersTo !== undefined };
}

/** The catalog and the finder that the stops of new values depend on. */
interface StopHelp {
  readonly catalog: FlowCatalog;
  readonly stops: StopFinder;
}

/** Returns the stops of a new value at a location; those of parameters as a whole come from their action. */
export function stopsAt(
  described: SchemaLocation & { readonly schemas: readonly JsonObject[] },
  { step, path: place }: FlowLocation,
  initial: unknown,
  { catalog, stops }: StopHelp,
): ValueStops {
  const { reader, path, value } = described;
  if (typeof initial !== 'object' || initial === null) return stopsOfPlain(initial, place, described);
  if (!step || place[0] !== 'overrides' || place.length > 2) return stops.find(reader, value, path, initial);
  const action = catalog.action(textOf(step.actionId) ?? '');
  const params = readerOf(action?.paramsSchema);
  if (place.length === 2) return stops.find(params, {}, [], initial);
  const { stopOf, suggestsNext } = stops.find(params, {}, [], memberOf(initial, 'params') ?? {});
  return { stopOf: (part, [, ...inner]) => stopOf(part, inner), suggestsNext };
}

/** Returns the tab stop of a new value that is neither an object nor a list, at a place in a step or a flow. */
function stopsOfPlain(
  value: unknown,
  place: readonly PathSegment[],
  described: SchemaLocation & { readonly schemas: readonly JsonObject[] },
): ValueStops {
  const { schemas } = described;
  const options = choicesAt(described, schemas);
  const isDecided = schemas.some(schema => 'default' in schema);
  const hasValues = referenceKindOf(place, schemas) !== undefined;
  const stop = ((): Stop => {
    if (options.length === 1) return { kind: 'none' };
    if (options.length > 1) return { kind: 'choice', options, isDecided };
    if (typeof value === 'boolean') return { kind: 'choice', options: [true, false], isDecided };
    return { kind: isDecided && value !== '' ? 'filled' : 'missing' };
  })();
  return { stopOf: () => stop, suggestsNext: stop.kind === 'missing' && value === '' && hasValues };
}

/** Returns a value with another one at a path. */
function withPart(whole: unknown, [segment, ...rest]: readonly PathSegment[], value: unknown): unknown {
  if (segment === undefined) return value;
  const part = withPart(memberOf(whole, segment), rest, value);
  if (typeof segment === 'string') return { ...(isObject(whole) ? whole : {}), [segment]: part };
  return Object.assign([...listOf(whole)], { [segment]: part });
}

function isUnion(node: FormNode): boolean {
  return node.kind === 'union' && node.branches.length > 1;
}

function nodesByPointer(form: FormNode): ReadonlyMap<string, readonly FormNode[]> {
  return Map.groupBy(nodesWithin(form), ({ pointer }) => pointer);
}
