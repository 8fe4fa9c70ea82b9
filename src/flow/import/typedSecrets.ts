import { HIDDEN } from '../../util/hidden.ts';
import { isObject, type JsonObject } from '../../util/isObject.ts';
import { changeTexts } from '../../util/changeTexts.ts';
import { templateExpressions } from '../template.ts';

/** The length of the shortest secret that is found within words, and of the shortest that is found between them. */
const SHORTEST = { part: 6, word: 3 };
/** The most secrets that are looked for in a long text; with more, it is hidden as a whole. */
const MAX_SECRETS = 200;
const LONG = 200;
/** The parameters whose texts are words of the schema. */
const FIXED: ReadonlySet<string> = new Set(
  'by state until operator direction key button platform outcome level kind type'.split(' '),
);

/** The secrets that the commands of an import type, which are kept out of its result. */
export class TypedSecrets {
  readonly #texts = new Set<string>();
  /** The texts as they can be written, each of them. */
  readonly #forms = new Set<string>();
  /** The texts that are shown in place of original ones. */
  readonly #originals = new Map<string, string>();

  /** Adds a text that is typed into a field. One that the field is named by is not looked for elsewhere. */
  add(text: string, field: string): void {
    const isWordOfField = field.toLowerCase().includes(text.toLowerCase());
    if (text.trim() === '' || isWordOfField || this.#texts.has(text)) return;
    this.#texts.add(text);
    for (const form of writtenForms(text)) this.#forms.add(form);
  }

  /** Adds the original text of a command that types a secret, which the text of another command can contain. */
  addOriginal(text: string, shown: string): void {
    if (text.trim() !== '') this.#originals.set(text, shown);
  }

  /** Returns a text without the secrets. */
  hide(text: string): string {
    const count = this.#texts.size + this.#originals.size;
    if (count > MAX_SECRETS && text.length > LONG) return HIDDEN;
    const pattern = patternIn(text, this.#forms, this.#originals.keys());
    return pattern ? text.replaceAll(pattern, found => this.#originals.get(found) ?? HIDDEN) : text;
  }

  /** Returns parameters in which expressions stand for the secrets. */
  replaceIn(params: JsonObject, expressionOf: (secret: string) => string): JsonObject {
    const replace = (text: string): string => {
      const pattern = patternIn(text, this.#texts, []);
      if (!pattern) return text;
      let result = '';
      let at = 0;
      const literal = (end?: number): string => text.slice(at, end).replaceAll(pattern, expressionOf);
      for (const { start, end } of templateExpressions(text)) {
        result += literal(start) + text.slice(start, end);
        at = end;
      }
      return result + literal();
    };
    const replaced = (value: JsonObject): JsonObject =>
      Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          name,
          FIXED.has(name) ? inner : isObject(inner) ? replaced(inner) : changeTexts(inner, replace),
        ]),
      );
    return replaced(params);
  }
}

/** Returns the forms that a text has in quotation marks. */
function writtenForms(text: string): readonly string[] {
  return [...new Set([text, JSON.stringify(text).slice(1, -1), text.replaceAll("'", "''")])];
}

/**
 * Returns a pattern that finds the secrets within a text, the longest first; undefined if there are none. Short ones and
 * whole commands are no parts of words.
 */
function patternIn(text: string, secrets: Iterable<string>, commands: Iterable<string>): RegExp | undefined {
  const found = [
    ...[...commands].map(secret => ({ secret, isPart: false })),
    ...[...secrets]
      .filter(secret => secret.trim().length >= SHORTEST.word)
      .map(secret => ({ secret, isPart: secret.length >= SHORTEST.part })),
  ].filter(({ secret }) => text.includes(secret));
  if (found.length === 0) return undefined;
  const parts = found
    .toSorted((one, other) => other.secret.length - one.secret.length)
    .map(({ secret, isPart }) => {
      const escaped = secret.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
      return isPart ? escaped : String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`;
    });
  return new RegExp(parts.join('|'), 'gu');
}
