import { isObject, type JsonObject, memberOf } from '../../util/isObject.ts';
import { readTextPattern } from './textPattern.ts';
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

/** The options of commands with a selector, which say nothing about the element. */
const OPTIONS = [
  ...['label', 'optional', 'point', 'start', 'end', 'repeat', 'delay', 'waitUntilVisible'],
  ...['retryTapIfNoChange', 'waitToSettleTimeoutMs', 'enabled', 'checked'],
];
const RELATIONS = ['below', 'above', 'leftOf', 'rightOf'];
const CONTENTS = ['containsChild', 'containsDescendants'];
const OTHERS = ['childOf', 'width', 'height', 'tolerance', 'traits', 'selected', 'focused'];
const KNOWN = [...OPTIONS, ...RELATIONS, ...CONTENTS, ...OTHERS, 'text', 'id', 'index'];
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
  const unknown = Object.keys(value).filter(name => !KNOWN.includes(name));
  if (unknown.length > 0) return `Steps do not find elements by “${unknown[0]?.slice(0, 40) ?? ''}”.`;
  if (value['index'] !== undefined && plainScalar(value['index']) !== '0')
    return 'Steps find the first element that matches, not one by its index.';
  const found = byName(value, context) ?? bySurroundings(value, context, depth);
  if (typeof found === 'string') return found;
  const { checked } = value;
  const state = checked === undefined ? undefined : checked === true ? 'checked' : 'unchecked';
  return { ...found, notes: [...found.notes, ...unusedIn(value)], state };
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
  // The value of an expression is compared as it is.
  const pattern = text.includes('{{') ? { kind: 'whole' as const, texts: [text] } : readTextPattern(text);
  if (!pattern)
    return `The pattern “${text.slice(0, 60)}” has no fixed text by which a step finds an element.`;
  if (pattern.kind === 'part') {
    const note = `Any text that contains “${pattern.text.slice(0, 60)}” is found, not only those of the pattern.`;
    return {
      element: { by: 'text', text: pattern.text, exact: false },
      notes: pattern.isSame ? [] : [note],
      named: pattern.text,
    };
  }
  const [first = '', second, ...more] = pattern.texts;
  return {
    element: { by: 'text', text: first },
    // Maestro compares the texts for screen readers as well.
    fallback: second === undefined ? { by: 'description', description: first } : { by: 'text', text: second },
    notes: [
      ...(second === undefined
        ? []
        : ['The texts are compared, but not the descriptions for screen readers.']),
      ...(more.length === 0 ? [] : ['Only two of the texts are compared.']),
    ],
    named: first,
  };
}

const FULL_ID = /^[\w.]+:id\/.+$/;

function byId(raw: string, { appId, platform, text }: SelectorContext): ElementParams | string {
  const id = text(raw);
  if (id === undefined) return unreadable(raw);
  const pattern = readTextPattern(id.replace(/^\^?\.[*+]/, '').replace(/^:?(?:id\/)/, ''));
  const texts = pattern?.kind === 'whole' ? pattern.texts : [];
  const [first] = texts;
  if (first === undefined || first === '')
    return `Steps find elements by one ID, not by “${id.slice(0, 60)}”.`;
  const [own, fallback, ...others] = texts.flatMap(name =>
    idsOf(name, platform === 'android' ? appId : undefined),
  );
  return {
    element: { by: 'resourceId', resourceId: own },
    fallback: fallback === undefined ? undefined : { by: 'resourceId', resourceId: fallback },
    notes: others.length === 0 ? [] : ['Only two of the possible IDs are compared.'],
    named: first,
  };
}

/** Returns the IDs that Maestro finds by a name: with the package of the app, and without. */
function idsOf(name: string, appId: string | undefined): readonly string[] {
  const hasPackage = appId !== undefined && !appId.includes('{{');
  return FULL_ID.test(name) || !hasPackage || !/^[\w.]+$/.test(name) ? [name] : [`${appId}:id/${name}`, name];
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
