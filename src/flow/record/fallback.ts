import type { ElementParam } from '../catalog.ts';
import type { SchemaReader } from '../schema/schemaReader.ts';
import type { Selector } from '../selector/selector.ts';
import { isObject } from '../../util/isObject.ts';
import { fillParams } from './fillParams.ts';
import { type InputValue, normalizeName, selectorValues } from './wantedValues.ts';

type Params = Readonly<Record<string, unknown>>;

/** Names of parameters with another way to find the element of a step, in lowercase letters and digits. */
const NAMES = ['fallback', 'fallbackselector', 'fallbackelement', 'fallbacktarget', 'alternative', 'backup'];

/** The parts of an action that its parameters are filled with. */
interface FilledAction {
  readonly reader: SchemaReader;
  readonly inherited: Params;
  readonly param: ElementParam | null | undefined;
}

/**
 * Returns the parameters of values with the first other selector that the action takes as fallback and that depends on
 * something else than the used one: a new ID does not change the text. Undefined if there is none.
 */
export function fillWithFallback(
  { reader, inherited, param }: FilledAction,
  values: readonly InputValue[],
  used: Selector,
  selectors: readonly Selector[],
): Params | undefined {
  for (const other of selectors.filter(selector => basisOf(selector) !== basisOf(used))) {
    for (const named of selectorValues(other, param)) {
      const added = named.map(value => ({ ...value, names: fallbackNames(value.names) }));
      const { params, placed } = fillParams(reader, [...values, ...added], inherited);
      const isPlaced = added.every(value => placed.has(value) || value.need !== 'must');
      if (isPlaced && reader.accepts([reader.root], { ...inherited, ...params })) return params;
    }
  }
  return undefined;
}

/** Returns the parameters that name an element in another way. */
export function fallbackIn(params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).filter(([name, value]) => isObject(value) && NAMES.includes(normalizeName(name))),
  );
}

function fallbackNames(names: readonly string[]): readonly string[] {
  return NAMES.flatMap(outer => names.map(name => outer + name));
}

/** Returns the property that a selector depends on most. */
function basisOf({ resourceId, description, text, near }: Selector): string {
  if (resourceId !== undefined) return 'resourceId';
  if (near) return 'near';
  return description !== undefined ? 'description' : text !== undefined ? 'text' : 'role';
}
