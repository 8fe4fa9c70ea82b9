import type { FlowCatalog } from '../catalog.ts';
import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import type { FlowDocument, TextEdit } from '../document/flowDocument.ts';
import { type JsonNode, keyOf, nodeAt, rangeOf } from '../document/jsonTree.ts';
import { equalJson } from '../schema/equal.ts';
import { type FlowLocation } from './flowLocation.ts';
import { withoutAsked } from './completionItem.ts';
import { startsHere } from './placeStart.ts';
import { freePosition } from './positionFixes.ts';
import { insertEdit, removeEdit } from './propertyEdits.ts';
import { fix, type QuickFix } from './quickFix.ts';
import { describePlace } from './stepSchema.ts';
import { choicesAt, schemasAt } from '../form/schemasAt.ts';
import { StopFinder, stopsAt } from './valueStops.ts';

/** The most allowed values that are offered for a missing property. */
const MAX_CHOICES = 10;

/**
 * Offers to add a missing property: with the value that the schema decides on, with each of several allowed values, or
 * with null in place of what a person must enter, which the check reports.
 */
export function addMissing(
  document: FlowDocument,
  { code, data }: FlowDiagnostic,
  location: FlowLocation,
  catalog: FlowCatalog,
): readonly QuickFix[] {
  const name = data?.missing;
  if (name === undefined) return [];
  const path = data?.path ?? [];
  const { step } = location;
  const prefix = code === 'param-missing' ? ['overrides', 'params'] : [];
  const title = `Add ${JSON.stringify(name)}`;
  const added = { ...location, path: [...prefix, ...path, name] };
  const object = nodeAt(step ? step.node : document.root, [...prefix, ...path]);
  const add = (value: unknown, isSure: boolean, shown = title): readonly QuickFix[] => {
    if (object?.type === 'object') return [fix(shown, [insert(document.text, object, name, value)], isSure)];
    if (!step || code !== 'param-missing' || path.length > 0) return [];
    const { overrides } = step;
    const isOpen = overrides?.type === 'object' && !keyOf(overrides, 'params');
    if (overrides && !isOpen) return [];
    const edit = isOpen
      ? insert(document.text, overrides, 'params', { [name]: value })
      : insert(document.text, step.node, 'overrides', { params: { [name]: value } });
    return [fix(shown, [edit], isSure)];
  };
  if (code === 'missing-field' && step && name === 'position' && path.length === 0)
    return add(freePosition(document, location) ?? null, false);
  const described = describePlace(document, added, catalog);
  const starts = startsHere(described, added, catalog);
  const [value] = starts;
  const schemas = schemasAt(described);
  const choices = choicesAt(described, schemas);
  // An initial value is certain only if the schema allows no other or says which one counts.
  const isDefault = schemas.some(schema => 'default' in schema && equalJson(schema['default'], value));
  if (starts.length === 1 && (choices.length === 1 || isDefault)) return add(value, true);
  // The check reports a field that is empty.
  if (code === 'missing-field') return add(value, false);
  const { stopOf } = stopsAt({ ...described, schemas }, added, value, { catalog, stops: new StopFinder() });
  const stop = stopOf(value, []);
  const options = starts.length === 1 && stop.kind === 'choice' ? stop.options : [];
  if (options.length === 0 || options.length > MAX_CHOICES) return add(withoutAsked(value, stopOf), false);
  return options.flatMap(option => add(option, false, `${title}: ${JSON.stringify(option)}`));
}

/** Offers to rename a property to similar names that the object does not have yet. */
export function rename(
  { data }: FlowDiagnostic,
  range: TextRange,
  { node }: FlowLocation,
): readonly QuickFix[] {
  const property = propertyNamed(node);
  const similar = data?.similar ?? [];
  const free = property ? similar.filter(name => !keyOf(property.parent, name)) : [];
  return free.map(name =>
    fix(
      `Change to ${JSON.stringify(name)}`,
      [{ ...range, text: JSON.stringify(name) }],
      similar.length === 1,
    ),
  );
}

/**
 * Offers to remove a property. Preferred only for unused settings, because the service may support other properties
 * that the extension does not know.
 */
export function removeProperty(
  text: string,
  { code }: FlowDiagnostic,
  location: FlowLocation,
): readonly QuickFix[] {
  const property = propertyNamed(location.node);
  if (!property) return [];
  const edit = removeEdit(text, rangeOf(property));
  return [fix(`Remove ${JSON.stringify(location.node?.value)}`, [edit], code === 'unused-setting')];
}

/**
 * Offers to remove what has no effect of a name that an object has several times: this property, or the earlier ones if
 * it is the last, which counts.
 */
export function removeDuplicates(text: string, { node }: FlowLocation): readonly QuickFix[] {
  const own = propertyNamed(node);
  const all = own?.parent?.children?.filter(one => one.children?.[0]?.value === node?.value) ?? [];
  // A property without a value has no effect yet.
  const last = all.findLast(one => one.children?.[1]);
  if (!own?.children?.[1] || !last) return [];
  const name = JSON.stringify(node?.value);
  const removed = own === last ? all.slice(0, all.indexOf(last)) : [own];
  const title = removed.length > 1 ? `Remove the earlier values of ${name}` : `Remove the earlier ${name}`;
  const edits = removed.map(property => removeEdit(text, rangeOf(property)));
  return edits.length > 0 ? [fix(title, edits, true)] : [];
}

function insert(text: string, object: JsonNode, name: string, value: unknown): TextEdit {
  const last = object.children?.at(-1);
  return insertEdit(text, rangeOf(object), last && rangeOf(last), name, value);
}

/** Returns the property that a node is the name of; undefined for any other node. */
function propertyNamed(node: JsonNode | undefined): JsonNode | undefined {
  const property = node?.parent;
  return property?.type === 'property' && property.children?.[0] === node ? property : undefined;
}
