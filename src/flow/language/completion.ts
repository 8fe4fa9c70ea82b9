import type { FlowCatalog, NamedReference } from '../catalog.ts';
import type { TextRange } from '../document/diagnostic.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { describeForm } from '../form/describeForm.ts';
import { SchemaReaders } from '../schema/schemaReaders.ts';
import { nodesWithin } from '../form/childNodes.ts';
import { pointerOf } from '../form/pointer.ts';
import { newStep } from '../form/newStep.ts';
import { propertiesAt, schemasAt } from '../form/schemasAt.ts';
import { isObject, memberOf } from '../../util/isObject.ts';
import { referenceKindAt, referencesOfKind } from '../referenceKind.ts';
import type { PathSegment } from '../template.ts';
import { type CompletionItem, type Draft, plainSnippet, valueSnippet } from './completionItem.ts';
import { choicesOf } from '../schema/choices.ts';
import { choiceDescriber, describeSchema } from './describeSchema.ts';
import { expressionsWithin, wholeExpressions } from './expressionItems.ts';
import { type FlowLocation, locationAt, textRangeOf } from './flowLocation.ts';
import { startsHere, stepStart } from './placeStart.ts';
import { candidates, typesOf } from '../schema/sampleValue.ts';
import { describePlace } from './stepSchema.ts';
import { bareWord, charAfter, charBefore, isInComment } from './typedText.ts';

/** The maximum number of suggested actions; a list of this length is marked as incomplete. */
const MAX_ACTIONS = 50;

/** The completions at an offset. */
export interface Completions {
  readonly items: readonly CompletionItem[];
  /** True if further typing may bring up more items. */
  readonly isIncomplete: boolean;
}

/**
 * Returns the completions at an offset of a flow file: names, values, actions, resources by name, entries. `readers` is
 * a cache of prepared schemas.
 */
export function completionsAt(
  document: FlowDocument,
  offset: number,
  catalog: FlowCatalog,
  readers = new SchemaReaders(),
): Completions {
  const items = itemsAt({ document, catalog, readers }, offset);
  const named = items.filter(({ kind }) => kind === 'action' || kind === 'entry').length;
  return { items, isIncomplete: named >= MAX_ACTIONS };
}

function itemsAt(help: Help, offset: number): readonly CompletionItem[] {
  const { document } = help;
  const location = locationAt(document, offset);
  const range = location.node ? textRangeOf(location, location.node) : bareWord(document.text, offset);
  if (isInComment(document.text, offset)) return [];
  if (location.isKey) return keys(help, location, range);
  const within =
    location.node?.type === 'string' ? expressionsWithin(document.text, location, range, offset) : undefined;
  if (within) return within;
  const before = charBefore(document.text, range.start);
  const isElement = typeof location.path.at(-1) === 'number';
  // After a value, the name of the next property can follow.
  const isBehind = !location.node && /["\]}\dels]/.test(before) && typeof location.path.at(-1) === 'string';
  if (isBehind) return keys(help, location, range);
  if (before !== ':' && !(isElement && (before === '[' || before === ','))) return [];
  if (before === ':' && /^\s*(?:[{[\dtfn-]|"(?:[^"\\]|\\.)*"(?!\s*:))/.test(document.text.slice(range.end)))
    return [];
  const items = values(help, location, { ...range, offset });
  // A comma is needed before another element.
  const comma = (isElement ? /["{[\dtfn-]/ : /"/).test(charAfter(document.text, range.end)) ? ',' : '';
  return items.map((item, order) => ({ ...item, snippet: item.snippet + comma, range, order }));
}

/** The context of all kinds of completion. */
interface Help {
  readonly document: FlowDocument;
  readonly catalog: FlowCatalog;
  readonly readers: SchemaReaders;
}

function keys(
  { document, catalog, readers }: Help,
  location: FlowLocation,
  range: TextRange,
): readonly CompletionItem[] {
  const before = charBefore(document.text, range.start);
  const after = charAfter(document.text, range.end);
  const { reader, path, value } = describePlace(document, location, catalog, readers);
  const object = { reader, path: path.slice(0, -1), value };
  const present = object.path.reduce(memberOf, value);
  const current: unknown = location.node?.value;
  const lead = before === '{' || before === ',' ? '' : ', ';
  const trail = after === '"' ? ',' : '';
  const isAbsent = (name: string): boolean => !isObject(present) || !Object.hasOwn(present, name);
  return [...propertiesAt(object)]
    .filter(([name]) => name === current || isAbsent(name))
    .toSorted(([, one], [, other]) => Number(other.required) - Number(one.required))
    .map(([name, { schemas, required, start }], order) => {
      const key = plainSnippet(JSON.stringify(name));
      const types = typesOf(schemas).join(' | ');
      const initial = stepStart([...location.path.slice(0, -1), name], location, catalog, readers) ?? start;
      // A name that has a value already is only replaced.
      const snippet = after === ':' ? key : `${lead}${key}: ${valueSnippet(initial)}${trail}`;
      return {
        label: name,
        kind: 'property' as const,
        detail: required ? `${types} (required)` : types,
        documentation: describeSchema(schemas),
        snippet,
        range,
        filter: JSON.stringify(name),
        order,
      };
    });
}

/** The range of the text typed for a value, and the cursor offset. */
interface Typed extends TextRange {
  readonly offset: number;
}

function values(help: Help, location: FlowLocation, typed: Typed): readonly Draft[] {
  const { catalog } = help;
  const [name, index] = [location.path.at(-1), location.path.at(-2)];
  if (location.step && location.path.length === 1 && name === 'actionId') return actions(typed, help);
  if (!location.step && name === 'triggerId') return things(catalog.triggers ?? []);
  if (!location.step && name === 'notifyWebhookId') return things(catalog.webhooks ?? []);
  if (!location.step && index === 'deviceIds') return things(catalog.devices ?? []);
  const isEntry = typeof name === 'number' && location.path.length === 2;
  if (isEntry && index === (location.step ? 'children' : 'actions')) return entries(help, location, typed);
  return schemaValues(help, location);
}

function schemaValues({ document, catalog, readers }: Help, location: FlowLocation): readonly Draft[] {
  const described = describePlace(document, location, catalog, readers);
  const { path, action } = described;
  const schemas = schemasAt(described);
  const types = typesOf(schemas);
  const listed = candidates(schemas);
  // An empty text is not a valid ID.
  const isId = schemas.some(({ format }) => format === 'uuid');
  const starts = startsHere(described, location, catalog, readers).filter(one => !isId || one !== '');
  const typed = [
    ...(types.includes('boolean') ? [true, false] : []),
    ...(listed.length === 0 || types.includes('object') || starts.length > 1 ? starts : []),
    ...(types.includes('null') ? [null] : []),
  ];
  const describe = choiceDescriber(schemas);
  const titles = new Map(choicesOf(schemas).map(({ value: one, title }) => [JSON.stringify(one), title]));
  const all = new Map([...listed, ...typed].map(one => [JSON.stringify(one), one]));
  const drafts = [...all].map(([text, one]): Draft => {
    const isOpen = isObject(one) || Array.isArray(one) || one === '';
    const snippet = isOpen ? valueSnippet(one) : plainSnippet(text);
    const title = titles.get(text);
    return {
      label: text,
      kind: 'value',
      ...(title === undefined ? {} : { detail: title }),
      documentation: describe(one),
      snippet,
      filter: text,
    };
  });
  if (!action) return drafts;
  const kind = isId ? referenceKindAt(path) : undefined;
  const named = (kind && referencesOfKind(kind, catalog)) ?? [];
  return [...things(named), ...drafts, ...wholeExpressions(location)];
}

function actions({ start, end, offset }: Typed, { document, catalog }: Help): readonly Draft[] {
  const typed = document.text.slice(start, end);
  const isId = /^"?[\da-f-]{8,}"?$/i.test(typed);
  const words = isId ? '' : unquoted(document.text.slice(start, offset));
  return catalog.searchActions(words, MAX_ACTIONS).map(({ id, name, service, description }) => ({
    label: name,
    kind: 'action',
    ...(service === undefined ? {} : { detail: service }),
    ...(description == null ? {} : { documentation: description }),
    snippet: plainSnippet(JSON.stringify(id)),
    filter: isId ? typed : JSON.stringify(name),
  }));
}

function things(known: readonly NamedReference[]): readonly Draft[] {
  return known.map(({ id, name }) => ({
    label: name,
    kind: 'thing',
    detail: id,
    snippet: plainSnippet(JSON.stringify(id)),
    filter: JSON.stringify(name),
  }));
}

function entries(
  { document, catalog, readers }: Help,
  location: FlowLocation,
  { start, offset }: Typed,
): readonly Draft[] {
  const typed = document.text.slice(start, offset);
  const taken = location.step
    ? location.step.children.map(child => child.position?.value as unknown)
    : document.entries.map(entry => entry.position);
  const position = Math.max(0, ...taken.filter(one => typeof one === 'number')) + 1;
  return catalog.searchActions(unquoted(typed), MAX_ACTIONS).map(action => {
    const { actionId, ...rest } = newStep(action, readers);
    const params = describeForm(readers.get(action.paramsSchema), { ownValue: rest.overrides?.params });
    const constants = new Set(
      nodesWithin(params).flatMap(({ kind, pointer }) => (kind === 'constant' ? [pointer] : [])),
    );
    const isChosen = (path: readonly PathSegment[]): boolean =>
      path[0] !== 'overrides' || constants.has(pointerOf(path.slice(2)));
    return {
      label: action.name,
      kind: 'entry',
      detail: 'new step',
      ...(action.description == null ? {} : { documentation: action.description }),
      snippet: valueSnippet({ actionId, position, ...rest }, isChosen),
      filter: typed.startsWith('"') ? JSON.stringify(action.name) : action.name,
    };
  });
}

function unquoted(typed: string): string {
  return typed.replaceAll('"', '');
}
