import type { FlowCatalogue } from '../catalogue.ts';
import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import type { FlowDocument, TextEdit } from '../document/flowDocument.ts';
import { type JsonNode, nodeAt, valueOf } from '../document/jsonTree.ts';
import { FormSchemas } from '../form/formSchemas.ts';
import type { PathSegment } from '../template.ts';
import { convertValue } from './convertValue.ts';
import { repeatingAction, splitChild, wrapEntry } from './nestingFixes.ts';
import { type FlowPlace, placeAt, textRangeOf } from './place.ts';
import { liftChildren, renumber } from './positionFixes.ts';
import { insertEdit, removeEdit } from './propertyEdits.ts';
import { startsHere } from './placeStart.ts';
import { describePlace } from './stepSchema.ts';
import { schemasAt } from './subschemas.ts';

/** A change that mends a diagnostic. */
export interface QuickFix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** Whether it is what is nearly always meant, so that it can be done to every diagnostic at once. */
  readonly preferred: boolean;
}

/** What can be done about a diagnostic of this version of a file, the likeliest first. */
export function quickFixesFor(
  document: FlowDocument,
  diagnostic: FlowDiagnostic,
  catalogue: FlowCatalogue,
): readonly QuickFix[] {
  const { text } = document;
  const range = { start: diagnostic.start, end: diagnostic.end };
  const place = placeAt(document, Math.min(diagnostic.start + 1, text.length));
  switch (diagnostic.code) {
    case 'trailing-comma':
      return [fix('Remove the comma', [{ ...range, text: '' }], true)];
    case 'comment':
      return offer('Remove the comment', [{ ...range, text: '' }]);
    case 'param-missing':
    case 'missing-field':
      return addMissing(document, diagnostic, place, catalogue);
    case 'param-unknown':
    case 'unknown-field':
    case 'unused-setting':
    case 'nothing-to-notify':
    case 'duplicate-key':
      return [...rename(diagnostic, range, text), ...removeProperty(document, diagnostic, place)];
    case 'duplicate-device':
      return [fix('Remove the device', [removeEdit(text, range)], true)];
    case 'param-type':
    case 'wrong-type':
    case 'param-value':
    case 'wrong-value':
      return changeValue(document, diagnostic, place, catalogue);
    case 'unknown-action':
      return (diagnostic.data?.similar ?? []).map((id, index) =>
        fix(
          `Use “${catalogue.action(id)?.name ?? id}”`,
          [{ ...range, text: JSON.stringify(id) }],
          index === 0,
        ),
      );
    case 'duplicate-position':
    case 'unordered-position':
    case 'mixed-positions':
      return [fix('Number the steps in their order', renumber(document, place), true)];
    case 'nested-children':
      return [
        ...offer('Move these steps up beside their parent', liftChildren(document, place)),
        ...offer(
          'Move the step with these steps behind the one that it stands in',
          splitChild(document, place),
        ),
      ];
    case 'template-scope': {
      const action = repeatingAction(catalogue);
      return action ? offer(`Wrap the step in “${action.name}”`, wrapEntry(document, place, action)) : [];
    }
    default:
      return [];
  }
}

function fix(title: string, edits: readonly TextEdit[], preferred: boolean): QuickFix {
  return { title, edits, preferred };
}

/** A remedy that is one of several or changes much, where there is any. */
function offer(title: string, edits: readonly TextEdit[]): readonly QuickFix[] {
  return edits.length > 0 ? [fix(title, edits, false)] : [];
}

function addMissing(
  document: FlowDocument,
  { code, data }: FlowDiagnostic,
  place: FlowPlace,
  catalogue: FlowCatalogue,
): readonly QuickFix[] {
  const name = data?.missing;
  if (name === undefined) return [];
  const path = data?.path ?? [];
  const { step } = place;
  const prefix = code === 'param-missing' ? ['overrides', 'params'] : [];
  const [value] = startsHere(document, place, [...prefix, ...path, name], catalogue, new FormSchemas());
  const title = `Add ${JSON.stringify(name)}`;
  const object = nodeAt(step ? step.node : document.skeleton.root, [...prefix, ...path]);
  if (object?.type === 'object')
    return [fix(title, [insert(document.text, place, object, name, value)], true)];
  if (!step || code !== 'param-missing' || path.length > 0) return [];
  const { overrides } = step;
  if (overrides?.type === 'object') {
    return [fix(title, [insert(document.text, place, overrides, 'params', { [name]: value })], true)];
  }
  if (overrides) return [];
  return [
    fix(title, [insert(document.text, place, step.node, 'overrides', { params: { [name]: value } })], true),
  ];
}

function insert(text: string, place: FlowPlace, object: JsonNode, name: string, value: unknown): TextEdit {
  const last = object.children?.at(-1);
  return insertEdit(text, textRangeOf(place, object), last && textRangeOf(place, last), name, value);
}

function rename({ data }: FlowDiagnostic, range: TextRange, text: string): readonly QuickFix[] {
  if (!text.startsWith('"', range.start)) return [];
  return (data?.similar ?? []).map((name, index) =>
    fix(`Change to ${JSON.stringify(name)}`, [{ ...range, text: JSON.stringify(name) }], index === 0),
  );
}

function removeProperty(
  document: FlowDocument,
  diagnostic: FlowDiagnostic,
  place: FlowPlace,
): readonly QuickFix[] {
  const property = place.node?.parent;
  // A value that the action itself sets is not in the text.
  if (property?.type !== 'property' || property.children?.[0] !== place.node) return [];
  const edit = removeEdit(document.text, textRangeOf(place, property));
  const sure = diagnostic.data?.similar === undefined && diagnostic.code !== 'nothing-to-notify';
  return [fix(`Remove ${JSON.stringify(place.node?.value)}`, [edit], sure)];
}

function changeValue(
  document: FlowDocument,
  { code, data, start, end }: FlowDiagnostic,
  place: FlowPlace,
  catalogue: FlowCatalogue,
): readonly QuickFix[] {
  const node = valueNode(document, place, code, data?.path);
  if (!node) return [];
  const range = textRangeOf(place, node);
  if (range.start !== start || range.end !== end) return [];
  const set = (value: unknown, preferred: boolean): QuickFix =>
    fix(`Change to ${JSON.stringify(value)}`, [{ ...range, text: JSON.stringify(value) }], preferred);
  const { keyword, expected, similar } = data ?? {};
  if (keyword === 'type') {
    const converted = convertValue(valueOf(node), expected);
    return converted === undefined ? [] : [set(converted, true)];
  }
  if (keyword === 'enum' && Array.isArray(expected)) {
    const near = similar ?? [];
    const others = (expected as unknown[]).filter(one => !near.includes(String(one))).slice(0, 5);
    return [...near.map((one, index) => set(one, index === 0)), ...others.map(one => set(one, false))];
  }
  if (keyword === 'const') return [set(expected, true)];
  if ((keyword === 'minimum' || keyword === 'maximum') && typeof expected === 'number') {
    const described = describePlace(document, { ...place, path: place.path }, catalogue);
    const schemas = schemasAt(described.schema, described.path, described.value);
    const exclusive = schemas.some(
      schema => schema['exclusiveMinimum'] === true || schema['exclusiveMaximum'] === true,
    );
    const whole = Number.isInteger(expected) || !schemas.some(schema => schema['type'] === 'integer');
    return exclusive || !whole ? [] : [set(expected, false)];
  }
  return [];
}

/** The value that a diagnostic is about, where the text has it. */
function valueNode(
  document: FlowDocument,
  { step }: FlowPlace,
  code: FlowDiagnostic['code'],
  path: readonly PathSegment[] = [],
): JsonNode | undefined {
  const root = step ? step.node : document.skeleton.root;
  return nodeAt(root, code.startsWith('param-') ? ['overrides', 'params', ...path] : path);
}
