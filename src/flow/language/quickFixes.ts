import type { CatalogAction, FlowCatalog } from '../catalog.ts';
import { namedDevices } from '../check/missingApps.ts';
import { similarIds, similarTo } from '../check/similar.ts';
import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import { textOf } from '../document/stepModel.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { type JsonNode, nodeAt, rangeOf, valueOf } from '../document/jsonTree.ts';
import { referenceLabel } from '../namedReferences.ts';
import { appsOn } from '../chosenKind.ts';
import { referencesOfKind } from '../findNamedReference.ts';
import type { ReferenceKind } from '../referenceKind.ts';
import { listOf } from '../../util/isObject.ts';
import type { PathSegment } from '../template.ts';
import { convertValue } from './convertValue.ts';
import { repeatingAction, splitChild, wrapEntry } from './nestingFixes.ts';
import { type FlowLocation, locationAt } from './flowLocation.ts';
import { liftChildren, renumber } from './positionFixes.ts';
import { removeEdit } from './propertyEdits.ts';
import { readAnotherValue } from './readFixes.ts';
import { addMissing, removeDuplicates, removeProperty, rename } from './propertyFixes.ts';
import { fix, offerFix, type QuickFix } from './quickFix.ts';
import { giveKey, useFreeKey } from './keyFixes.ts';
import { describePlace } from './stepSchema.ts';
import { schemasAt } from '../form/schemasAt.ts';

/**
 * Returns the quick fixes for a diagnostic of this version of a file, the most likely first.
 */
export function quickFixesFor(
  document: FlowDocument,
  diagnostic: FlowDiagnostic,
  catalog: FlowCatalog,
): readonly QuickFix[] {
  const { text } = document;
  const range = { start: diagnostic.start, end: diagnostic.end };
  const location = locationAt(document, Math.min(diagnostic.start + 1, text.length));
  switch (diagnostic.code) {
    // A service explains its findings itself.
    case 'service':
      return [];
    case 'trailing-comma':
      return [fix('Remove the comma', [{ ...range, text: '' }], true)];
    case 'comment':
      return offerFix('Remove the comment', [{ ...range, text: '' }]);
    case 'param-missing':
    case 'missing-field':
      return addMissing(document, diagnostic, location, catalog);
    case 'param-unknown':
    case 'unknown-field':
    case 'unused-setting':
    case 'nothing-to-notify':
      return [...rename(diagnostic, range, location), ...removeProperty(text, diagnostic, location)];
    case 'duplicate-key':
      return removeDuplicates(text, location);
    case 'duplicate-device':
      return [fix('Remove the device', [removeEdit(text, range)], true)];
    case 'param-type':
    case 'wrong-type':
    case 'param-value':
    case 'wrong-value':
      return changeValue(document, diagnostic, location, catalog);
    case 'unknown-action':
      return nameAction(diagnostic, range, location, catalog);
    case 'duplicate-position':
    case 'unordered-position':
    case 'mixed-positions':
      return [numberSteps(document, location)];
    case 'nested-children':
      return [
        ...offerFix('Move these steps out of their parent', liftChildren(document, location)),
        ...offerFix('Move the step and its steps out of its parent', splitChild(document, location)),
      ];
    case 'template-name':
    case 'template-order':
      return readAnotherValue(document, diagnostic, location, catalog);
    case 'same-step-key':
      return useFreeKey(document, range);
    case 'template-key':
      return giveKey(document, diagnostic, catalog);
    case 'template-scope': {
      const action = repeatingAction(catalog);
      return action
        ? offerFix(`Wrap the step in “${action.name}”`, wrapEntry(document, location, action))
        : [];
    }
    case 'unknown-device':
      return nameReference('device', range, catalog);
    case 'unknown-trigger':
      return nameReference('trigger', range, catalog);
    case 'unknown-webhook':
      return nameReference('webhook', range, catalog);
    case 'unknown-mailbox':
      return nameReference('mailbox', range, catalog);
    case 'unknown-app':
      return nameReference('app', range, catalog);
    case 'missing-app':
      return nameApp(document, diagnostic, range, catalog);
    case 'syntax':
    case 'number-lost':
    case 'number-rounded':
    case 'not-a-flow':
    case 'unsupported-step':
    case 'cannot-check':
    case 'template-syntax':
    case 'template-unknown':
      return [];
  }
}

/** The most records that are offered in place of an unknown one. */
const MAX_REFERENCES = 10;

/** Offers the records of a kind by name in place of an ID that is not known. */
function nameReference(kind: ReferenceKind, range: TextRange, catalog: FlowCatalog): readonly QuickFix[] {
  const known = referencesOfKind(kind, catalog) ?? [];
  return known.slice(0, MAX_REFERENCES).map(reference => {
    const edit = { ...range, text: JSON.stringify(reference.id) };
    return fix(`Use “${referenceLabel(reference, known)}”`, [edit], false);
  });
}

/** Offers the apps on the devices of the flow in place of one that is not installed, those with similar names first. */
function nameApp(
  document: FlowDocument,
  { data }: FlowDiagnostic,
  range: TextRange,
  catalog: FlowCatalog,
): readonly QuickFix[] {
  const near = data?.similar ?? [];
  const others = (appsOn(namedDevices(document), catalog) ?? []).map(({ id }) => id);
  return [...new Set([...near, ...others])].slice(0, MAX_REFERENCES).map(id => {
    const edit = { ...range, text: JSON.stringify(id) };
    return fix(`Use “${id}”`, [edit], near.length === 1 && id === near[0]);
  });
}

/**
 * Offers actions with names similar to the text in place of an ID. A single exact match, or a single candidate with a
 * similar name, is preferred.
 */
function nameAction(
  { data }: FlowDiagnostic,
  range: TextRange,
  { node }: FlowLocation,
  catalog: FlowCatalog,
): readonly QuickFix[] {
  const typed = textOf(node) ?? '';
  const meant = (data?.similar ?? []).flatMap(id => catalog.action(id) ?? []);
  const same = meant.filter(({ name }) => name.toLowerCase() === typed.toLowerCase());
  const [sure, ...more] = same.length > 0 ? same : meant;
  const isNear = (action: CatalogAction): boolean =>
    similarTo(typed, [action.name]).length > 0 || similarIds(typed, [action.id]).length > 0;
  const isSure = sure && more.length === 0 && isNear(sure);
  return meant.map(action => {
    const edit = { ...range, text: JSON.stringify(action.id) };
    return fix(`Use “${action.name}”`, [edit], isSure === true && action === sure);
  });
}

/** Preferred only if renumbering preserves the execution order. */
function numberSteps(document: FlowDocument, location: FlowLocation): QuickFix {
  const { edits, keepsOrder } = renumber(document, location);
  return fix('Number the steps in order', edits, keepsOrder);
}

function changeValue(
  document: FlowDocument,
  { code, data, start, end }: FlowDiagnostic,
  location: FlowLocation,
  catalog: FlowCatalog,
): readonly QuickFix[] {
  const node = valueNode(document, location, code, data?.path);
  if (!node) return [];
  const range = rangeOf(node);
  if (range.start !== start || range.end !== end) return [];
  const write = (text: string, preferred: boolean): QuickFix =>
    fix(`Change to ${text.replaceAll(/\s+/g, ' ')}`, [{ ...range, text }], preferred);
  const set = (value: unknown, preferred: boolean): QuickFix => write(JSON.stringify(value), preferred);
  const { keyword, expected, similar } = data ?? {};
  if (keyword === 'type') {
    const written = document.text.slice(start, end);
    const converted = convertValue(valueOf(node), written, expected);
    return converted === undefined ? [] : [write(converted, true)];
  }
  if (keyword === 'enum') {
    const near = similar ?? [];
    const others = listOf(expected).filter(value => !near.includes(String(value)));
    return [
      ...near.map(value => set(value, near.length === 1)),
      ...others.slice(0, 5).map(value => set(value, false)),
    ];
  }
  if (keyword === 'const') return [set(expected, true)];
  if ((keyword === 'minimum' || keyword === 'maximum') && typeof expected === 'number') {
    const schemas = schemasAt(describePlace(document, location, catalog));
    const exclusive = schemas.some(
      schema => schema['exclusiveMinimum'] === true || schema['exclusiveMaximum'] === true,
    );
    const whole = Number.isInteger(expected) || !schemas.some(schema => schema['type'] === 'integer');
    return exclusive || !whole ? [] : [set(expected, false)];
  }
  return [];
}

/** Returns the node of the value that a diagnostic is about, if the text has it. */
function valueNode(
  document: FlowDocument,
  { step }: FlowLocation,
  code: FlowDiagnostic['code'],
  path: readonly PathSegment[] = [],
): JsonNode | undefined {
  const root = step ? step.node : document.root;
  return nodeAt(root, code.startsWith('param-') ? ['overrides', 'params', ...path] : path);
}
