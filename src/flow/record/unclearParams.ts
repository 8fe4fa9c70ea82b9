import type { CatalogAction } from '../catalog.ts';
import { namesIn, propertyIn, typesIn, valuesIn } from '../schema/appliedSchemas.ts';
import { readerOf, type SchemaReader } from '../schema/schemaReader.ts';
import type { Located } from '../schema/resources.ts';
import { elementForms, findsElements, writesText } from './elementParams.ts';
import { normalizeName } from './wantedValues.ts';

/** A text parameter that may take an element, in a way that neither its name nor its schema tells. */
export interface UnclearParam {
  readonly path: readonly string[];
  /** True if its name means an element, so that only the property is unknown. */
  readonly isLikely: boolean;
}

const MAX_DEPTH = 3;
/** Names of parameters that mean an element, without the property that identifies it. */
const ELEMENT_NAMES = [
  'element',
  'selector',
  'locator',
  'target',
  'query',
  'control',
  'widget',
  'view',
  'elementselector',
  'elementlocator',
  'elementquery',
  'targetelement',
  'uielement',
];
/** Names of parameters that mean an element in some actions only. */
const OTHER_NAMES = ['text', 'label', 'title', 'name'];
/** Values that a parameter for an element accepts. */
const EXAMPLES = ['Sign in', 'com.example.shop:id/sign_in'];

/**
 * Returns the text parameters that may take an element, the likely ones first; empty if the other parameters name one, if
 * the action writes texts, or if the user has answered.
 */
export function unclearParams(action: CatalogAction): readonly UnclearParam[] {
  if (action.elementParam !== undefined || writesText(action)) return [];
  if (elementForms(action).some(({ use, by }) => use === 'text' || by !== 'point')) return [];
  const reader = readerOf(action.paramsSchema);
  if (reader.unusable !== undefined) return [];
  const finds = findsElements(action);
  return textsIn(reader, [reader.root], [])
    .flatMap(path => {
      const name = normalizeName(path.at(-1) ?? '');
      const isElement = ELEMENT_NAMES.includes(name);
      return finds || isElement || OTHER_NAMES.includes(name) ? [{ path, isLikely: finds && isElement }] : [];
    })
    .toSorted((one, other) => Number(other.isLikely) - Number(one.isLikely));
}

/** Returns the paths of the parameters that accept any text. */
function textsIn(
  reader: SchemaReader,
  located: readonly Located[],
  path: readonly string[],
): readonly (readonly string[])[] {
  const { parts } = reader.read(located, undefined);
  return namesIn(parts).flatMap(name => {
    const property = propertyIn(parts, name);
    if (property.refused) return [];
    const own = [...path, name];
    const { parts: inner } = reader.read(property.located, undefined);
    const accepts = (value: unknown): boolean => reader.accepts(property.located, value);
    if (typesIn(inner)?.includes('string') === true && !valuesIn(inner))
      return EXAMPLES.every(accepts) ? [own] : [];
    return own.length < MAX_DEPTH ? textsIn(reader, property.located, own) : [];
  });
}
