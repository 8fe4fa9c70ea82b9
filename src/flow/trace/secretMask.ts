import { changeTexts } from '../../util/changeTexts.ts';
import { CodeHider } from '../../util/passcodes/hideCodes.ts';
import { hideCodesIn, isMeasure } from '../../util/passcodes/hideCodesIn.ts';
import { isPairedSecret, isSecretMember } from '../../util/secretNames.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { hideSecretsInText, hideSecret, isListOfPairs, namedSecrets } from '../../util/secretText.ts';

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
const PASSCODE = /^\d[\d -]{2,10}\d$/;

/** Hides known secrets in texts and values, and cuts values that are too long. */
export class SecretMask {
  readonly #whole = new Set<string>();
  readonly #parts = new Set<string>();
  readonly #passcodes = new CodeHider();
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

  /** Adds a passcode, which is hidden wherever its letters and digits stand. Returns true if it was unknown. */
  learnPasscode(code: string): boolean {
    const plain = code.replaceAll(/[^\p{L}\p{N}]/gu, '');
    return plain.length < SHORTEST_PART ? this.learn(code) : this.#passcodes.add(code);
  }

  /** Returns a text without the known secrets. */
  text(text: string): string {
    if (this.#whole.has(text)) return HIDDEN;
    return this.#passcodes.hide(this.#withoutParts(text));
  }

  /** Returns a copy of a JSON value without the known secrets, otherwise unchanged. */
  hideIn<T>(value: T): T;
  hideIn(value: unknown): unknown {
    return this.#hideParts(hideCodesIn(value, this.#passcodes));
  }

  /** Like `hideIn`, for a value whose numbers are measures. */
  textsIn<T>(value: T): T;
  textsIn(value: unknown): unknown {
    const hidden = hideCodesIn(value, this.#passcodes, { hasNumbers: false });
    return changeTexts(hidden, text => this.#withoutParts(text));
  }

  #hideParts(value: unknown): unknown {
    if (typeof value === 'string') return this.#withoutParts(value);
    if (typeof value === 'number') return this.#isKnown(value) ? HIDDEN : value;
    if (Array.isArray(value)) return value.map((item: unknown) => this.#hideParts(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        this.#withoutParts(name),
        isMeasure(name, inner) ? inner : this.#hideParts(inner),
      ]),
    );
  }

  #isKnown(number: number): boolean {
    const digits = String(number);
    return digits.length >= SHORTEST_PART && this.#whole.has(digits);
  }

  /** Returns a copy of a JSON value without secrets and within the limits of a trace. */
  value<T>(value: T, limits?: ValueLimits): T;
  value(value: unknown, limits: ValueLimits = LIMITS): unknown {
    const left = { members: limits.members };
    return this.#copy(hideCodesIn(value, this.#passcodes), limits, left, limits.depth);
  }

  #copy(value: unknown, limits: ValueLimits, left: { members: number }, depth: number): unknown {
    if (typeof value === 'string') return cut(hideSecretsInText(this.#withoutParts(value)), limits.text);
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
      const key = this.#withoutParts(name);
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

  #withoutParts(text: string): string {
    if (this.#whole.has(text)) return HIDDEN;
    const pattern = this.#compiled();
    return pattern === undefined || text.length < SHORTEST_PART ? text : text.replaceAll(pattern, HIDDEN);
  }

  #compiled(): RegExp | undefined {
    if (this.#parts.size === 0) return undefined;
    this.#pattern ??= new RegExp(
      [...this.#parts]
        .toSorted((a, b) => b.length - a.length)
        .map(escapeText)
        .join('|'),
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

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
