import type { CatalogAction, FlowCatalog } from '../flow/catalog.ts';
import { SERVICE_LABELS } from './labels.ts';

/** Words that people use for actions, with those that names of actions have instead. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    '2fa': ['passcode'],
    api: ['request'],
    assert: ['check'],
    capture: ['screenshot'],
    click: ['tap'],
    code: ['passcode'],
    condition: ['only if'],
    delay: ['wait'],
    drag: ['swipe'],
    each: ['repeat'],
    else: ['only if'],
    email: ['message', 'passcode'],
    enter: ['type'],
    exit: ['stop'],
    expect: ['check'],
    fetch: ['request'],
    fill: ['type'],
    gps: ['set location', 'location'],
    hold: ['long press'],
    if: ['only if'],
    input: ['type'],
    link: ['address'],
    loop: ['repeat'],
    mail: ['message', 'passcode'],
    open: ['launch'],
    otp: ['passcode'],
    pause: ['wait'],
    photo: ['screenshot'],
    picture: ['screenshot'],
    press: ['tap'],
    print: ['log'],
    restart: ['reboot'],
    scroll: ['swipe'],
    sleep: ['wait'],
    sms: ['find message', 'passcode'],
    start: ['launch', 'run'],
    touch: ['tap'],
    url: ['address'],
    validate: ['check'],
    verify: ['check'],
    while: ['repeat'],
    write: ['type'],
  }),
);

/** The most ways to read a search text; each word with synonyms multiplies them. */
const MAX_READINGS = 32;

/** The most words of a text that are compared one by one. */
const MAX_WORDS = 20;
/** Words that say nothing about an action. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an and at by for from in into is it of on or that the then this to until with'.split(' '),
);

/** An action with its texts in lower case. */
interface IndexedAction {
  readonly action: CatalogAction;
  readonly name: string;
  readonly kind: string;
  readonly all: string;
}

/** Finds actions by the words of their names, kinds, and descriptions, or by what else people call them. */
export class ActionSearch {
  #catalog: FlowCatalog | undefined;
  #indexed: readonly IndexedAction[] = [];

  /** Returns the actions that a text describes, best first; all by name if it is empty. */
  find(catalog: FlowCatalog, text: string): readonly CatalogAction[] {
    const readings = readingsOf(text);
    return this.#index(catalog)
      .flatMap(entry => {
        const rank = Math.min(
          ...readings.map((words, index) => rankOf(entry, words) + (index > 0 ? 1.5 : 0)),
        );
        return rank === Infinity ? [] : [{ entry, rank }];
      })
      .toSorted((left, right) => left.rank - right.rank)
      .map(({ entry }) => entry.action);
  }

  /** Returns the actions that some words of a text name, those that match more words and have fewer others first. */
  findSome(catalog: FlowCatalog, text: string): readonly CatalogAction[] {
    const words = [...new Set(withoutFillers(wordsIn(text)))].slice(0, MAX_WORDS);
    return this.#index(catalog)
      .map(entry => {
        const matched = words.filter(word => nameWith(entry, [word, ...(SYNONYMS.get(word) ?? [])])).length;
        return { entry, matched, share: matched / wordsIn(entry.name).length };
      })
      .filter(({ matched }) => matched > 0)
      .toSorted((left, right) => right.matched - left.matched || right.share - left.share)
      .map(({ entry }) => entry.action);
  }

  #index(catalog: FlowCatalog): readonly IndexedAction[] {
    if (catalog !== this.#catalog) {
      this.#catalog = catalog;
      this.#indexed = catalog.searchActions('', Infinity).map(indexAction);
    }
    return this.#indexed;
  }
}

/** Returns what to show instead of actions if a search text finds none. */
export function noActionSentence(text: string): string {
  return `No action matches “${text.trim()}”. Search for what it does, such as tap, type, wait, or check.`;
}

/** Returns the name of the service of an action. */
export function serviceOf({ service = '' }: CatalogAction): string {
  return SERVICE_LABELS.get(service)?.label ?? service;
}

function indexAction(action: CatalogAction): IndexedAction {
  const name = action.name.toLowerCase();
  const kind = `${serviceOf(action)}\n${action.method ?? ''}`.toLowerCase();
  return { action, name, kind, all: `${name}\n${kind}\n${(action.description ?? '').toLowerCase()}` };
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Returns true if a word of the name of an action begins with one of several texts. */
function nameWith({ name }: IndexedAction, texts: readonly string[]): boolean {
  return texts.some(text => name.startsWith(text) || name.includes(` ${text}`));
}

function withoutFillers(words: readonly string[]): readonly string[] {
  return words.filter(word => !FILLERS.has(word));
}

/** Returns the words of a text, followed by those with synonyms instead, also without those that say nothing. */
function readingsOf(text: string): readonly (readonly string[])[] {
  const words = wordsIn(text);
  const telling = withoutFillers(words);
  const isShorter = telling.length > 0 && telling.length < words.length;
  return [...withSynonyms(words), ...(isShorter ? withSynonyms(telling) : [])];
}

function withSynonyms(words: readonly string[]): readonly (readonly string[])[] {
  let readings: readonly (readonly string[])[] = [[]];
  for (const word of words) {
    const same = [word, ...(SYNONYMS.get(word) ?? [])];
    const longer = same.flatMap(other => readings.map(reading => [...reading, other]));
    readings = longer.length > MAX_READINGS ? readings.map(reading => [...reading, word]) : longer;
  }
  return readings;
}

/** Returns how well words match an action: 0 best, infinity if not. */
function rankOf(action: IndexedAction, words: readonly string[]): number {
  const { name, kind, all } = action;
  const text = words.join(' ');
  if (text === '' || name === text) return 0;
  if (name.startsWith(text)) return 1;
  if (words.every(word => nameWith(action, [word]))) return 2;
  if (words.every(word => name.includes(word))) return 3;
  if (words.every(word => name.includes(word) || kind.includes(word))) return 4;
  return words.every(word => all.includes(word)) ? 5 : Infinity;
}
