import { equalJson } from '../schema/equal.ts';
import { isObject, type JsonObject, memberOf } from '../../util/isObject.ts';
import type { WritingPlace } from './commandContext.ts';
import { unusedNotes } from './commandOptions.ts';
import { readTextPattern, writePartPattern, writeTextPattern } from './textPattern.ts';
import type { DraftStep } from './imported.ts';
import { plainScalar } from './plainScalar.ts';

/** The parameters by which a step finds an element. */
export interface ElementParams {
  readonly element: JsonObject;
  /** Another way to find it. */
  readonly fallback?: JsonObject | undefined;
  /** Differences from the original selector. */
  readonly notes: readonly string[];
  /** The state that an assertion expects. */
  readonly state?: 'checked' | 'unchecked' | undefined;
  /** The text, description, or ID that it is found by. */
  readonly named: string;
}

/** The place of a selector, on which its meaning depends. */
export interface SelectorContext {
  readonly appId: string | undefined;
  readonly platform: 'android' | 'ios';
  /** Replaces `${…}`; undefined if an expression cannot be read. */
  readonly text: (text: string) => string | undefined;
}

/** The options of commands beside a selector, which say nothing about the element. */
const OPTIONS = [
  ...['label', 'optional', 'point', 'start', 'end', 'repeat', 'delay', 'waitUntilVisible'],
  ...['retryTapIfNoChange', 'waitToSettleTimeoutMs'],
];
const RELATIONS = ['below', 'above', 'leftOf', 'rightOf'];
const CONTENTS = ['containsChild', 'containsDescendants'];
const OTHERS = ['childOf', 'width', 'height', 'tolerance', 'traits', 'selected', 'focused'];
const PARTS = [...RELATIONS, ...CONTENTS, ...OTHERS, 'text', 'id', 'index', 'enabled', 'checked'];
const ROLES_OF_TRAITS = new Map([
  ['text', 'text'],
  ['long-text', 'text'],
  ['square', 'image'],
]);
const MAX_DEPTH = 5;

/** Reads a selector; returns a sentence if a step cannot find the element. */
export function readSelector(value: unknown, context: SelectorContext): ElementParams | string {
  return readAt(value, context, 0);
}

function readAt(value: unknown, context: SelectorContext, depth: number): ElementParams | string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return byText(plainScalar(value), context);
  if (!isObject(value) || depth > MAX_DEPTH) return 'The selector cannot be read.';
  const unknown = namesOfParts(value).filter(name => !PARTS.includes(name));
  if (unknown.length > 0) return `Steps do not find elements by “${unknown[0]?.slice(0, 40) ?? ''}”.`;
  if (value['index'] !== undefined && plainScalar(value['index']) !== '0')
    return 'Steps find the first element that matches, not one by its index.';
  const found = byName(value, context) ?? bySurroundings(value, context, depth);
  if (typeof found === 'string') return found;
  const { checked } = value;
  const state = checked === undefined ? undefined : checked === true ? 'checked' : 'unchecked';
  return { ...found, notes: [...found.notes, ...unusedIn(value), ...unusedNotes(value, PARTS)], state };
}

/** Returns the names of what a selector says about the element, beside the options of its command. */
export function namesOfParts(value: JsonObject): readonly string[] {
  return Object.keys(value).filter(name => !OPTIONS.includes(name));
}

/** Finds an element by its ID or its text; undefined if the selector has neither. */
function byName(value: JsonObject, context: SelectorContext): ElementParams | string | undefined {
  const { id, text } = value;
  if (id !== undefined) {
    const found = byId(plainScalar(id), context);
    if (typeof found === 'string' || text === undefined) return found;
    return { ...found, notes: [...found.notes, 'Only the ID is compared, not the text.'] };
  }
  return text === undefined ? undefined : byText(plainScalar(text), context);
}

function byText(raw: string, context: SelectorContext): ElementParams | string {
  const text = context.text(raw);
  if (text === undefined) return unreadable(raw);
  if (text === '') return 'An empty text finds no element.';
  const pattern = readTextPattern(text);
  if (!pattern)
    return `The pattern “${text.slice(0, 60)}” has no fixed text by which a step finds an element.`;
  const { kind, texts, isSame } = pattern;
  const [first = '', second, ...more] = texts;
  const isPart = kind === 'part';
  const exact = isPart ? { exact: false } : {};
  // Maestro compares the texts for screen readers as well.
  const description = isPart ? undefined : { by: 'description', description: first };
  const notes = [
    ...caseNotes(text),
    ...(isSame ? [] : [isPart ? partNote(texts) : OTHER_MEANINGS]),
    ...(second === undefined || isPart
      ? []
      : ['The texts are compared, but not the descriptions for screen readers.']),
    ...(more.length === 0 ? [] : ['Only two of the texts are compared.']),
  ];
  return {
    element: { by: 'text', text: first, ...exact },
    fallback: second === undefined ? description : { by: 'text', text: second, ...exact },
    notes,
    named: first,
  };
}

/** Returns a sentence about a pattern that says itself that the letter case does not count. */
function caseNotes(pattern: string): readonly string[] {
  const [flag] = /(?<!\\)\(\?[a-zA-Z]*i[a-zA-Z]*(?=[-:)])/.exec(pattern) ?? [];
  return flag === undefined ? [] : [`The step compares the letter case, despite “${flag.slice(0, 20)})”.`];
}

/** Returns a sentence if steps find elements by texts, whose letter case Maestro does not compare. */
export function letterCaseNotes(steps: readonly DraftStep[]): readonly string[] {
  return steps.some(hasLetters) ? ['Steps compare the letter case of texts; Maestro does not.'] : [];
}

function hasLetters({ params, children = [] }: DraftStep): boolean {
  const selectors = ['target', 'element', 'fallback'].map(name => params[name]);
  const texts = selectors.flatMap(one =>
    ['text', 'description', 'near'].map(name => plainScalar(memberOf(one, name))),
  );
  return texts.some(text => text.toLowerCase() !== text.toUpperCase()) || children.some(hasLetters);
}

function partNote(texts: readonly string[]): string {
  const shown = texts.slice(0, 2).map(text => `“${text.slice(0, 60)}”`);
  return `Any text that contains ${shown.join(' or ')} is found, not only those of the pattern.`;
}

const OTHER_MEANINGS = 'The pattern means other texts, too, which are not compared.';
/** The beginning of the pattern of an ID that stands for any package. */
const ANY_PACKAGE = /(?<=^|^\^|[|(])(?:\.[*+](?::?id)?\/|:?id\/)/g;
const FULL_ID = /^[\w.]+:id\/.+$/;

function byId(raw: string, { appId, platform, text }: SelectorContext): ElementParams | string {
  const id = text(raw);
  if (id === undefined) return unreadable(raw);
  const bare = id.replaceAll(ANY_PACKAGE, '');
  const ending = bare.replace(/^\^?\.[*+]/, '');
  const pattern = readTextPattern(ending);
  const texts = pattern?.kind === 'whole' ? pattern.texts : [];
  const [first] = texts;
  if (first === undefined || first === '')
    return `Steps find elements by one ID, not by “${id.slice(0, 60)}”.`;
  const [own, fallback, ...others] = texts.flatMap(name =>
    idsOf(name, platform === 'android' ? appId : undefined),
  );
  const shown = first.slice(0, 60);
  return {
    element: { by: 'resourceId', resourceId: own },
    fallback: fallback === undefined ? undefined : { by: 'resourceId', resourceId: fallback },
    notes: [
      ...caseNotes(id),
      ...(ending === bare ? [] : [`The ID “${shown}” is compared, not others that end with it.`]),
      ...(pattern?.isSame === true ? [] : [OTHER_MEANINGS]),
      ...(others.length === 0 ? [] : ['Only two of the possible IDs are compared.']),
    ],
    named: first,
  };
}

/** Returns the IDs that Maestro finds by a name: with the package of the app, and without. */
function idsOf(name: string, appId: string | undefined): readonly string[] {
  const hasPackage = appId !== undefined && !appId.includes('{{');
  return FULL_ID.test(name) || !hasPackage || !/^[\w.]+$/.test(name) ? [name] : [`${appId}:id/${name}`, name];
}

/** A selector, and what it does not say about an element. */
interface WrittenSelector {
  readonly selector: JsonObject;
  readonly notes: readonly string[];
}

/** Writes how a step finds an element as a selector, the reverse of `readSelector`; undefined if it cannot be written. */
export function writeSelector(
  element: unknown,
  fallback: unknown,
  context: WritingPlace,
): WrittenSelector | undefined {
  switch (memberOf(element, 'by')) {
    case 'text':
      return writeText(element, fallback, context);
    case 'description':
      return writeDescription(element, fallback, context);
    case 'resourceId':
      return writeId(element, fallback, context);
    case 'near':
      return writeNear(element, fallback, context);
    default:
      return undefined;
  }
}

const TEXTS_TOO = 'Maestro also compares the text of elements, not only the description for screen readers.';
const DESCRIPTIONS_TOO = 'Maestro also compares the description for screen readers.';
const NO_FALLBACK = 'The fallback is left out.';
const NO_ROLE = 'Maestro does not compare the kind of element.';

function writeText(element: unknown, fallback: unknown, context: WritingPlace): WrittenSelector | undefined {
  const text = plainScalar(memberOf(element, 'text'));
  const isWhole = memberOf(element, 'exact') !== false;
  const role = memberOf(element, 'role') === undefined ? [] : [NO_ROLE];
  const second = plainScalar(memberOf(fallback, 'text'));
  if (isWhole && equalJson(fallback, { by: 'text', text: second }))
    return found('text', patternOf([text, second], true, context), [...role, DESCRIPTIONS_TOO]);
  const isSame = isWhole
    ? equalJson(fallback, { by: 'description', description: text })
    : fallback === undefined;
  const differs = fallback !== undefined ? NO_FALLBACK : DESCRIPTIONS_TOO;
  return found('text', patternOf([text], isWhole, context), [...role, ...(isSame ? [] : [differs])]);
}

function writeDescription(
  element: unknown,
  fallback: unknown,
  context: WritingPlace,
): WrittenSelector | undefined {
  const text = plainScalar(memberOf(element, 'description'));
  const role = memberOf(element, 'role');
  // A field that has a label.
  if (role === 'field' && equalJson(fallback, { by: 'near', near: text }))
    return found('below', patternOf([text], true, context), [belowNote(text)]);
  const isText = fallback === undefined || equalJson(fallback, { by: 'text', text });
  const notes = [TEXTS_TOO, ...(role === undefined ? [] : [NO_ROLE]), ...(isText ? [] : [NO_FALLBACK])];
  return found('text', patternOf([text], true, context), notes);
}

function writeId(element: unknown, fallback: unknown, context: WritingPlace): WrittenSelector | undefined {
  const id = plainScalar(memberOf(element, 'resourceId'));
  const second = memberOf(fallback, 'by') === 'resourceId' ? memberOf(fallback, 'resourceId') : undefined;
  const { appId } = context;
  if (typeof second === 'string')
    return appId !== undefined && id === `${appId}:id/${second}`
      ? found('id', patternOf([second], true, context), [])
      : found('id', patternOf([id, second], true, context), []);
  const isShort = appId !== undefined && !FULL_ID.test(id);
  const notes = [
    ...(isShort ? ['Maestro finds the ID also with the package of the app.'] : []),
    ...(fallback === undefined ? [] : [NO_FALLBACK]),
  ];
  return found('id', patternOf([id], true, context), notes);
}

function writeNear(element: unknown, fallback: unknown, context: WritingPlace): WrittenSelector | undefined {
  const label = plainScalar(memberOf(element, 'near'));
  const role = memberOf(element, 'role') ?? 'field';
  const [trait] = [...ROLES_OF_TRAITS].find(([, other]) => other === role) ?? [];
  const notes = [
    belowNote(label),
    ...(trait === undefined && role !== 'field' ? [NO_ROLE] : []),
    ...(fallback === undefined ? [] : [NO_FALLBACK]),
  ];
  const below = found('below', patternOf([label], true, context), notes);
  return below && trait !== undefined ? { ...below, selector: { ...below.selector, traits: trait } } : below;
}

function belowNote(label: string): string {
  return `Maestro takes the first element below “${label.slice(0, 60)}”.`;
}

/** Returns a pattern for texts; undefined if one is empty or cannot be written. */
function patternOf(texts: readonly string[], isWhole: boolean, { text }: WritingPlace): string | undefined {
  if (texts.includes('')) return undefined;
  return text(isWhole ? writeTextPattern(...texts) : writePartPattern(texts[0] ?? ''));
}

function found(
  name: string,
  pattern: string | undefined,
  notes: readonly string[],
): WrittenSelector | undefined {
  return pattern === undefined ? undefined : { selector: { [name]: pattern }, notes };
}

/** Finds an element without a text or an ID by what is around or inside it. */
function bySurroundings(value: JsonObject, context: SelectorContext, depth: number): ElementParams | string {
  const beside = RELATIONS.map(name => value[name]).find(other => other !== undefined);
  const [part] = CONTENTS.flatMap(name => value[name] ?? []).flat();
  if (part !== undefined) {
    const found = readAt(part, context, depth + 1);
    if (typeof found === 'string') return found;
    return {
      ...found,
      notes: [...found.notes, 'The element inside is used in place of the one that contains it.'],
    };
  }
  if (beside === undefined) return 'The selector has no text and no ID by which a step finds an element.';
  const label = readAt(beside, context, depth + 1);
  if (typeof label === 'string') return label;
  const text = memberOf(label.element, 'text') ?? memberOf(label.element, 'description');
  if (typeof text !== 'string') return 'Steps find elements near a text, not near another element.';
  const [trait = ''] = plainScalar(value['traits']).split(' ');
  const role = ROLES_OF_TRAITS.get(trait);
  const near = { by: 'near', near: text };
  // A field that has its label as its description is not found near it, since it has a name.
  const found =
    role === undefined
      ? { element: { by: 'description', description: text, role: 'field' }, fallback: near }
      : { element: { ...near, role } };
  const kind = role === undefined ? 'The field with this label' : 'The closest element of this kind';
  return { ...found, notes: [...label.notes, `${kind} is used, in any direction.`], named: text };
}

/** Returns what a step ignores of a selector. */
function unusedIn(value: JsonObject): readonly string[] {
  const isNamed = value['text'] !== undefined || value['id'] !== undefined;
  const names = [
    ...(isNamed ? [...RELATIONS, ...CONTENTS] : []),
    ...(isNamed || value['childOf'] !== undefined ? ['childOf'] : []),
    ...OTHERS.filter(name => name !== 'childOf' && (name !== 'traits' || isNamed)),
  ].filter(name => value[name] !== undefined);
  const states = value['enabled'] === undefined ? [] : ['enabled'];
  const unused = [...new Set([...names, ...states])];
  return unused.length === 0
    ? []
    : [`The first element is used; ${unused.map(name => `“${name}”`).join(', ')} is not compared.`];
}

function unreadable(raw: string): string {
  return `The expression in “${raw.slice(0, 60)}” cannot be read.`;
}
