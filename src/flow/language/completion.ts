import type { FlowCatalog } from '../catalog.ts';
import { isUuid } from '../../util/isUuid.ts';
import type { TextRange } from '../document/diagnostic.ts';
import type { FlowDocument, TextEdit } from '../document/flowDocument.ts';
import { rangeOf } from '../document/jsonTree.ts';
import { readerOf } from '../schema/schemaReader.ts';
import { newStep } from '../form/newStep.ts';
import { newFlowBody, usableTemplates } from '../new/newFlow.ts';
import { formsAt, propertiesAt, schemasAt, type SchemaLocation, valuesAt } from '../form/schemasAt.ts';
import { fencedBlock } from '../../util/markdownDocument.ts';
import { isObject, memberOf, withoutUndefined } from '../../util/isObject.ts';
import type { PathSegment } from '../template.ts';
import { namedDevices } from '../check/missingApps.ts';
import { appsOn, chosenKindOf } from '../chosenKind.ts';
import { referencesOfKind } from '../findNamedReference.ts';
import { KIND_WORDS, type ReferenceKind } from '../referenceKind.ts';
import {
  type CompletionItem,
  type ItemDraft,
  endAtOnlyStop,
  plainSnippet,
  plainStop,
  snippetText,
  type StopOf,
  valueSnippet,
} from './completionItem.ts';
import { allowedValuesOf } from '../schema/choices.ts';
import { equalJson } from '../schema/equal.ts';
import { code, escapeMarkdown } from '../../util/markdown.ts';
import { choiceDescriber, describeSchema } from './describeSchema.ts';
import { expressionsWithin, wholeExpressions } from './expressionItems.ts';
import { type FlowLocation, locationAt } from './flowLocation.ts';
import { startsHere, stepStart } from './placeStart.ts';
import { describeReference } from './identifiers.ts';
import { typesOf } from '../schema/sampleValue.ts';
import { nextPosition } from './positionFixes.ts';
import { describePlace } from './stepSchema.ts';
import { StopFinder, stopsAt } from './valueStops.ts';
import { findCharAfter, findCharBefore, findEndBefore, findWordBefore, isInComment } from './typedText.ts';

/** The maximum number of suggested actions; a list of this length is marked as incomplete. */
const MAX_ACTIONS = 50;

export interface Completions {
  readonly items: readonly CompletionItem[];
  /** True if further typing may bring up more items. */
  readonly isIncomplete: boolean;
}

/** Returns the completions at an offset of a flow file: names, values, actions, resources by name, entries. */
export function completionsAt(document: FlowDocument, offset: number, catalog: FlowCatalog): Completions {
  if (/^[\p{L}\s]*$/u.test(document.text))
    return { items: startsAt(document, offset, catalog), isIncomplete: false };
  const items = itemsAt({ document, catalog, stops: new StopFinder() }, offset);
  const named = items.filter(({ kind }) => kind === 'action' || kind === 'entry').length;
  // Expressions are found by the words that are typed, so they are computed again with each.
  const isWithin = items.length > 0 && items.every(({ kind }) => kind === 'expression');
  return { items, isIncomplete: named >= MAX_ACTIONS || isWithin };
}

const EMPTY_FLOW = { title: 'Empty flow', description: 'The settings of a flow, and no steps.' };

/** Returns whole flows for a file that has none yet, by the words that are typed. */
function startsAt({ text }: FlowDocument, offset: number, catalog: FlowCatalog): readonly CompletionItem[] {
  const templates = usableTemplates(catalog).map(({ template: { title, description }, steps }) => {
    return { title, description, steps, name: title };
  });
  const starts = [...templates, { ...EMPTY_FLOW, steps: [], name: 'New flow' }];
  const range = findWordBefore(text, offset);
  return starts.map(({ title, description, steps, name }, order) => {
    const { actions, ...settings } = newFlowBody({ name, triggerId: '', steps });
    // A template is complete but for what is empty, and for the name, which a person may keep.
    const snippet = valueSnippet({ ...settings, deviceIds: [''], actions }, (value, [first]) => {
      const stop = plainStop(value);
      return stop.kind === 'missing' || first === 'name' ? stop : { kind: 'none' };
    });
    return {
      label: title,
      kind: 'entry',
      detail: description,
      documentation: fencedBlock('json', snippetText(snippet).replaceAll('\t', '  ')),
      snippet: `${snippet}\n`,
      range,
      filter: title,
      order,
      suggestsNext: true,
    };
  });
}

function itemsAt(help: Help, offset: number): readonly CompletionItem[] {
  const { document } = help;
  const location = locationAt(document, offset);
  const range = location.node ? rangeOf(location.node) : findWordBefore(document.text, offset);
  if (isInComment(document.text, offset)) return [];
  if (location.isKey) return keys(help, location, range);
  const within =
    location.node?.type === 'string'
      ? expressionsWithin(document, location, range, offset, help.catalog)
      : undefined;
  if (within) return within;
  const before = findCharBefore(document.text, range.start);
  const isElement = typeof location.path.at(-1) === 'number';
  // After a value, the name of the next property can follow.
  const isBehind = !location.node && /["\]}\dels]/.test(before) && typeof location.path.at(-1) === 'string';
  if (isBehind) return keys(help, location, range);
  const isNext = isElement && before === '}' && !location.node;
  if (before !== ':' && !isNext && !(isElement && (before === '[' || before === ','))) return [];
  if (before === ':' && /^\s*(?:[{[\dtfn-]|"(?:[^"\\]|\\.)*"(?!\s*:))/.test(document.text.slice(range.end)))
    return [];
  const items = values(help, location, { ...range, offset });
  const { lead, insertions } = isNext ? commaBefore(document.text, range.start) : NO_COMMA;
  // A comma is needed before another element.
  const comma = (isElement ? /["{[\dtfn-]/ : /"/).test(findCharAfter(document.text, range.end)) ? ',' : '';
  return items.map((item, order) => ({
    ...item,
    insertions: [...(item.insertions ?? []), ...insertions],
    snippet: lead + item.snippet + comma,
    range,
    order,
  }));
}

/** The comma that an item needs before it: as an edit behind the previous value, or in its own text if it is there. */
interface Comma {
  readonly lead: string;
  readonly insertions: readonly TextEdit[];
}

const NO_COMMA: Comma = { lead: '', insertions: [] };

function commaBefore(text: string, start: number): Comma {
  const end = findEndBefore(text, start);
  return end === start
    ? { lead: ', ', insertions: [] }
    : { lead: '', insertions: [{ start: end, end, text: ',' }] };
}

/** The context of all kinds of completion. */
interface Help {
  readonly document: FlowDocument;
  readonly catalog: FlowCatalog;
  readonly stops: StopFinder;
}

function keys(help: Help, location: FlowLocation, range: TextRange): readonly CompletionItem[] {
  const { document, catalog } = help;
  const before = findCharBefore(document.text, range.start);
  const after = findCharAfter(document.text, range.end);
  const { reader, path, value } = describePlace(document, location, catalog);
  const object = { reader, path: path.slice(0, -1), value };
  const present = object.path.reduce(memberOf, value);
  const current = location.node?.value;
  const isFirst = before === '{' || before === ',';
  const { lead, insertions } = isFirst ? NO_COMMA : commaBefore(document.text, range.start);
  // A name that has a value already is only replaced.
  const hasValue = after === ':';
  const trail = after === '"' ? ',' : '';
  const isAbsent = (name: string): boolean => !isObject(present) || !Object.hasOwn(present, name);
  const replaced = typeof current === 'string' ? current : undefined;
  const names = [...propertiesAt(object, replaced)]
    .filter(([name]) => name === current || isAbsent(name))
    .toSorted(([, one], [, other]) => Number(other.required) - Number(one.required))
    .map(([name, { schemas, required, start }], order): CompletionItem => {
      const key = plainSnippet(JSON.stringify(name));
      const types = typesOf(schemas).join(' | ');
      const place = [...location.path.slice(0, -1), name];
      const isPosition = location.step !== undefined && place.length === 1 && name === 'position';
      const initial = isPosition
        ? nextPosition(document, location)
        : (stepStart(place, location, catalog) ?? start);
      const described = { ...object, path: [...object.path, name], schemas };
      const stops = stopsAt(described, { ...location, path: place }, initial, help);
      const inserted = isPosition
        ? plainSnippet(String(initial))
        : endAtOnlyStop(valueSnippet(initial, stops.stopOf));
      const snippet = hasValue ? key : `${lead}${key}: ${inserted}${trail}`;
      const suggestsNext = !hasValue && (stops.suggestsNext || opensList(place, location));
      return {
        label: name,
        kind: 'property',
        detail: required ? `${types} (required)` : types,
        documentation: describeSchema(schemas),
        snippet,
        range,
        filter: JSON.stringify(name),
        order,
        insertions,
        ...(suggestsNext ? { suggestsNext } : {}),
      };
    });
  const forms = formsInside(help, location, object, range);
  return [...forms, ...names.map(item => ({ ...item, order: item.order + forms.length }))];
}

/** True if the empty list at a place takes steps or devices, which are suggested by name. */
function opensList(place: readonly PathSegment[], { step }: FlowLocation): boolean {
  const [name] = place;
  return place.length === 1 && (step ? name === 'children' : name === 'actions' || name === 'deviceIds');
}

/** Offers the forms of an object without properties; they replace its braces. */
function formsInside(
  { document: { text }, stops }: Help,
  { node }: FlowLocation,
  object: SchemaLocation,
  range: TextRange,
): readonly CompletionItem[] {
  const before = /\{[^\S\n]*$/.exec(text.slice(0, range.start));
  const after = /^[^\S\n]*\}/.exec(text.slice(range.end));
  if (node || !before || !after || object.path.length === 0) return [];
  const whole = { start: before.index, end: range.end + after[0].length };
  const typed = text.slice(whole.start, range.start);
  return formDrafts(object, stops).map((draft, order) => ({
    ...draft,
    filter: `${typed}${draft.label}`,
    range: whole,
    order,
  }));
}

/** Offers the forms of a value that are objects, by their titles; none if there is only one. */
function formDrafts(place: SchemaLocation, finder: StopFinder): readonly ItemDraft[] {
  const forms = formsAt(place).filter(({ start }) => isObject(start));
  if (forms.length < 2) return [];
  return forms.map(form => {
    const stops = finder.find(place.reader, place.value, place.path, form.start, true);
    const snippet = endAtOnlyStop(valueSnippet(form.start, stops.stopOf));
    const preview = code(snippetText(snippet).replaceAll(/\s+/g, ' '));
    return {
      label: form.label,
      ...withoutUndefined({ facts: form.group }),
      kind: 'value',
      documentation: [escapeMarkdown(form.description ?? ''), preview]
        .filter(part => part !== '')
        .join('\n\n'),
      snippet,
      filter: form.label,
      ...(stops.suggestsNext ? { suggestsNext: true } : {}),
    };
  });
}

/** The range of the text typed for a value, and the cursor offset. */
interface Typed extends TextRange {
  readonly offset: number;
}

function values(help: Help, location: FlowLocation, typed: Typed): readonly ItemDraft[] {
  const [name, index] = [location.path.at(-1), location.path.at(-2)];
  if (location.step && location.path.length === 1 && name === 'actionId') return actions(typed, help);
  if (!location.step && name === 'triggerId') return referencesTo('trigger', typed, help);
  if (!location.step && name === 'notifyWebhookId') return referencesTo('webhook', typed, help);
  if (!location.step && index === 'deviceIds') return referencesTo('device', typed, help);
  const isEntry = typeof name === 'number' && location.path.length === 2;
  if (isEntry && index === (location.step ? 'children' : 'actions')) return entries(help, location, typed);
  return schemaValues(help, location, typed);
}

function schemaValues(help: Help, location: FlowLocation, range: Typed): readonly ItemDraft[] {
  const { document, catalog } = help;
  const described = describePlace(document, location, catalog);
  const { path, action } = described;
  const schemas = schemasAt(described);
  const types = typesOf(schemas);
  const listed = valuesAt(described);
  const forms = formDrafts(described, help.stops);
  const chosen = action && chosenKindOf(path, schemas);
  const kind = chosen === 'credential' || chosen === 'package' ? undefined : chosen;
  // An empty text is not a valid ID.
  const isId = kind !== undefined || schemas.some(({ format }) => format === 'uuid');
  // Nobody has chosen the smallest number; a default is among the listed values.
  const starts = startsHere(described, location, catalog).filter(
    one => typeof one !== 'number' && !(isId && one === '') && !(forms.length > 0 && isObject(one)),
  );
  const typed = [
    ...(types.includes('boolean') ? [true, false] : []),
    ...(listed.length === 0 || types.includes('object') || starts.length > 1 ? starts : []),
    ...(types.includes('null') ? [null] : []),
  ];
  const describe = choiceDescriber(schemas);
  const titles = new Map(
    allowedValuesOf(schemas).map(({ value: one, title }) => [JSON.stringify(one), title]),
  );
  const all = new Map([...listed, ...typed].map(one => [JSON.stringify(one), one]));
  const drafts = [...all].map(([text, one]): ItemDraft => {
    const isOpen = isObject(one) || Array.isArray(one) || one === '';
    const isNew = typeof one === 'object' && one !== null && !listed.some(other => equalJson(other, one));
    const { stopOf } = isNew
      ? stopsAt({ ...described, schemas }, location, one, help)
      : { stopOf: plainStop };
    const snippet = isOpen ? valueSnippet(one, stopOf) : plainSnippet(text);
    return {
      label: isOpen ? snippetText(snippet).replaceAll(/\s+/g, ' ') : text,
      kind: 'value',
      ...withoutUndefined({ detail: titles.get(text) }),
      documentation: describe(one),
      snippet,
      filter: text,
    };
  });
  if (!action) return drafts;
  const named = kind ? referencesTo(kind, range, help) : chosen === 'package' ? appDrafts(help) : [];
  const isQuoted = document.text.startsWith('"', range.start);
  const quoted = forms.map(form => (isQuoted ? { ...form, filter: JSON.stringify(form.filter) } : form));
  return [...named, ...quoted, ...drafts, ...wholeExpressions(document, location, catalog)];
}

function actions({ start, end, offset }: Typed, { document, catalog }: Help): readonly ItemDraft[] {
  const typed = document.text.slice(start, end);
  const isId = /^"?[\da-f-]{8,}"?$/i.test(typed) || typed === '"actionId"';
  const words = isId ? '' : unquoted(document.text.slice(start, offset));
  return catalog.searchActions(words, MAX_ACTIONS).map(({ id, name, service, description }) => ({
    label: name,
    kind: 'action',
    ...withoutUndefined({ detail: service }),
    ...describedBy(description),
    snippet: plainSnippet(JSON.stringify(id)),
    filter: isId ? typed : JSON.stringify(name),
  }));
}

/** Returns the documentation of an action, which a service describes in plain text. */
function describedBy(description: string | null | undefined): Pick<ItemDraft, 'documentation'> {
  return description == null ? {} : { documentation: escapeMarkdown(description) };
}

/** Offers records by name. A written ID is replaced, whatever the name. */
function referencesTo(kind: ReferenceKind, { start, end, offset }: Typed, help: Help): readonly ItemDraft[] {
  const typed = help.document.text.slice(start, end);
  if (kind === 'action') return actions({ start, end, offset }, help);
  return (referencesOfKind(kind, help.catalog) ?? []).map(reference => ({
    label: reference.name,
    ...(reference.detail ? { facts: reference.detail } : {}),
    kind: 'reference',
    detail: KIND_WORDS[kind],
    documentation: describeReference(reference, KIND_WORDS[kind]),
    snippet: plainSnippet(JSON.stringify(reference.id)),
    filter: isUuid(unquoted(typed))
      ? typed
      : JSON.stringify(`${reference.name} ${reference.detail ?? ''}`.trim()),
  }));
}

/** Returns the apps on the devices of the flow, by their package names. */
function appDrafts({ document, catalog }: Help): readonly ItemDraft[] {
  return (appsOn(namedDevices(document), catalog) ?? []).map(({ id, name, detail }) => ({
    label: name,
    kind: 'reference',
    detail: id,
    ...(detail ? { facts: detail } : {}),
    snippet: plainSnippet(JSON.stringify(id)),
    filter: JSON.stringify(`${name} ${id}`),
  }));
}

function entries(
  { document, catalog, stops: finder }: Help,
  location: FlowLocation,
  { start, offset }: Typed,
): readonly ItemDraft[] {
  const typed = document.text.slice(start, offset);
  const position = nextPosition(document, location);
  return catalog.searchActions(unquoted(typed), MAX_ACTIONS).map(action => {
    const { actionId, overrides } = newStep(action, 'empty');
    const params = overrides?.params;
    const stops = finder.find(readerOf(action.paramsSchema), {}, [], params ?? {});
    const stopOf: StopOf = (value, path) =>
      path[0] === 'overrides' ? stops.stopOf(value, path.slice(2)) : { kind: 'none' };
    const step = { actionId, position, ...(params ? { overrides: { params } } : {}) };
    return {
      label: action.name,
      kind: 'entry',
      detail: 'new step',
      ...describedBy(action.description),
      snippet: valueSnippet(step, stopOf),
      filter: typed.startsWith('"') ? JSON.stringify(action.name) : action.name,
      ...(params && stops.suggestsNext ? { suggestsNext: true } : {}),
    };
  });
}

function unquoted(typed: string): string {
  return typed.replaceAll('"', '');
}
