import { isPairedSecret, isSecretMember } from '../../util/secretNames.ts';
import { HIDDEN, hideInText, hideSecret, isListOfPairs, namedSecrets } from '../../util/secretText.ts';

/** The limits of a value in a trace. */
interface ValueLimits {
  /** The maximum length of a text, in characters. */
  readonly text: number;
  /** The maximum number of members and items in all. */
  readonly members: number;
  readonly depth: number;
}

/** The limits of a single value; enough to understand it, small enough for a thousand steps. */
const LIMITS: ValueLimits = { text: 2000, members: 400, depth: 12 };
/** The shortest secret that is hidden within longer texts; a shorter one would hide parts of ordinary words. */
const SHORTEST_PART = 4;
/** Names of measures, which may be equal to a passcode by chance. */
const MEASURES: ReadonlySet<string> = new Set(
  'x y ms left top right bottom width height durationMs tookMs waitedMs status duration startX startY endX endY'.split(
    ' ',
  ),
);
const PASSCODE = /^\d[\d -]{2,10}\d$/;

/** Hides known secrets in texts and values, and cuts values that are too long. */
export class SecretMask {
  readonly #whole = new Set<string>();
  readonly #parts = new Set<string>();
  readonly #passcodes = new Set<string>();
  #pattern: RegExp | undefined;

  /** Adds a secret, which is hidden from now on. Returns true if it was unknown. */
  learn(secret: string | number): boolean {
    const text = String(secret);
    if (text.trim() === '' || text === HIDDEN || this.#whole.has(text)) return false;
    this.#whole.add(text);
    if (text.length >= SHORTEST_PART) {
      this.#parts.add(text);
      // A secret in an address or in JSON text has another form.
      this.#parts.add(encodeURIComponent(text.toWellFormed()));
      this.#parts.add(JSON.stringify(text).slice(1, -1));
      this.#pattern = undefined;
    }
    return true;
  }

  /** Adds a passcode, which is hidden however its digits are grouped, but not within a longer number or word. */
  learnPasscode(code: string): boolean {
    const plain = code.replaceAll(/[\s-]/g, '');
    if (plain.length < SHORTEST_PART) return this.learn(code);
    if (this.#passcodes.has(plain)) return false;
    this.#passcodes.add(plain);
    this.#pattern = undefined;
    return true;
  }

  /** Returns a text without the known secrets. */
  text(text: string): string {
    if (this.#whole.has(text)) return HIDDEN;
    const pattern = this.#compiled();
    if (pattern === undefined || text.length < SHORTEST_PART) return text;
    return text.replaceAll(pattern, (found: string, at: number) =>
      this.#parts.has(found) || isOwnWord(text, at, at + found.length) ? HIDDEN : found,
    );
  }

  /** Returns a copy of a JSON value without the known secrets, otherwise unchanged. */
  hideIn<T>(value: T): T;
  hideIn(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.#isKnown(value) ? HIDDEN : value;
    if (Array.isArray(value)) return value.map((item: unknown) => this.hideIn(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        this.text(name),
        isMeasure(name, inner) ? inner : this.hideIn(inner),
      ]),
    );
  }

  #isKnown(number: number): boolean {
    const digits = String(number);
    return digits.length >= SHORTEST_PART && (this.#whole.has(digits) || this.#passcodes.has(digits));
  }

  /** Returns a copy of a JSON value without secrets and within the limits of a trace. */
  value<T>(value: T, limits?: ValueLimits): T;
  value(value: unknown, limits: ValueLimits = LIMITS): unknown {
    const left = { members: limits.members };
    return this.#copy(value, limits, left, limits.depth);
  }

  #copy(value: unknown, limits: ValueLimits, left: { members: number }, depth: number): unknown {
    if (typeof value === 'string') return cut(hideInText(this.text(value)), limits.text);
    if (typeof value === 'number') return this.#isKnown(value) ? HIDDEN : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth === 0) return '…';
    if (Array.isArray(value)) {
      const items = value.slice(0, Math.max(0, left.members));
      left.members -= items.length;
      const hasPairs = isListOfPairs(value);
      const copied = items.map(item =>
        this.#copy(hasPairs ? withoutPaired(item) : item, limits, left, depth - 1),
      );
      return items.length < value.length ? [...copied, '…'] : copied;
    }
    const copy: Record<string, unknown> = {};
    const entries = Object.entries(value);
    for (const [name, inner] of entries) {
      if (inner === undefined) continue;
      if (left.members-- <= 0) {
        copy['…'] = '…';
        break;
      }
      const key = this.text(name);
      const shown: unknown = isMeasure(name, inner)
        ? inner
        : isSecret(name, inner) || isPairedSecret(entries, name, inner)
          ? hideReferred(inner)
          : this.#copy(inner, limits, left, depth - 1);
      // An assignment is faster, but would change the prototype.
      if (key === '__proto__')
        Object.defineProperty(copy, key, {
          value: shown,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      else copy[key] = shown;
    }
    return copy;
  }

  #compiled(): RegExp | undefined {
    if (this.#parts.size + this.#passcodes.size === 0) return undefined;
    this.#pattern ??= new RegExp(
      [
        ...[...this.#parts].toSorted((a, b) => b.length - a.length).map(escapeText),
        ...[...this.#passcodes].map(code => Array.from(code).map(escapeText).join('[ -]?')),
      ].join('|'),
      'gu',
    );
    return this.#pattern;
  }
}

/** Returns the values within a value that are secrets by their names or places, also passcodes named `code`. */
export function secretsWithin(value: unknown): readonly (string | number)[] {
  return [...namedSecrets(value), ...codesIn(value)];
}

function codesIn(value: unknown): readonly (string | number)[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    isCode(name, inner) ? [inner] : codesIn(inner),
  );
}

function isMeasure(name: string, value: unknown): boolean {
  return typeof value === 'number' && MEASURES.has(name);
}

function isSecret(name: string, value: unknown): boolean {
  return isSecretMember(name, value) || isCode(name, value);
}

function isCode(name: string, value: unknown): value is string | number {
  const isScalar = typeof value === 'string' || typeof value === 'number';
  return isScalar && /^code$/i.test(name) && PASSCODE.test(String(value));
}

// A header as a list, such as `["X-Auth-Token", "…"]`.
function withoutPaired(pair: unknown): unknown {
  const [name, inner] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
  return typeof name === 'string' && isSecretMember(name, inner) ? [name, hideReferred(inner)] : pair;
}

// A reference to a stored secret is none.
function hideReferred(value: unknown): unknown {
  return typeof value === 'string' ? hideSecret(value) : HIDDEN;
}

// Faster than to look around at every position. In JSON, the letter of an escape such as `\n` is not part of a word.
function isOwnWord(text: string, start: number, end: number): boolean {
  const isPart = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\d]/u.test(character);
  return (
    (!isPart(text[start - 1]) || /\\[bfnrt]$/.test(text.slice(Math.max(0, start - 2), start))) &&
    !isPart(text[end])
  );
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
