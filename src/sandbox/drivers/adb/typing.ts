import { KEY_CODES } from '../../phone/keys.ts';
import { PhoneFailure } from '../../runtime/phoneDriver.ts';
import type { ShellCommand } from './shellLine.ts';

/** A part of a text: typed as keys, pasted from the clipboard, or a single key. */
export type TypedPart =
  | { readonly kind: 'keys'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'key'; readonly keyCode: number };

/** The key codes of Android that typing uses beside those of `KEY_CODES`. */
export const TYPING_KEYS = { moveEnd: 123, paste: 279 } as const;

/** The maximum number of characters that one command types. */
const MAX_LENGTH = 1000;
/** The maximum number of commands of a line. */
const MAX_COMMANDS = 20;
/** The number of characters that a message names. */
const MAX_NAMED = 5;
/** The characters on the keys of the virtual keyboard that `input text` uses. */
const ON_KEYS = /^[ -~]*$/;

/**
 * Splits a text into parts for `input`. Lines with characters that no key has are pasted; without a clipboard, throws the
 * PhoneFailure `unsupported` that names the characters.
 */
export function planTyping(text: string, canPaste: boolean): readonly TypedPart[] {
  const pieces = text.split(/(\r?\n|\t)/).filter(piece => piece !== '');
  if (!canPaste) refuseOthers(text);
  return pieces.map(piece => {
    if (piece === '\t') return { kind: 'key', keyCode: KEY_CODES.tab };
    if (/^\r?\n$/.test(piece)) return { kind: 'key', keyCode: KEY_CODES.enter };
    return { kind: ON_KEYS.test(piece) ? 'keys' : 'paste', text: piece };
  });
}

/** Returns the lines of commands that type a text of characters on keys. */
export function typingCommands(text: string): readonly (readonly ShellCommand[])[] {
  // `input text` reads “%s” as a space. It cannot be escaped, but both characters can be typed one after the other.
  const words = text.split(/(?<=%)(?=s)/).flatMap(part => inParts(part, MAX_LENGTH));
  const commands = words.map((word): ShellCommand => ['input', 'text', word.replaceAll(' ', '%s')]);
  return inParts(commands, MAX_COMMANDS);
}

function refuseOthers(text: string): void {
  const others = new Set(text.replaceAll(/\r?\n|\t|[ -~]/g, ''));
  if (others.size === 0) return;
  const named = [...others].slice(0, MAX_NAMED).map(character => `“${character}”`);
  const list = others.size > MAX_NAMED ? `${named.join(', ')}, and others` : named.join(', ');
  throw new PhoneFailure(
    'unsupported',
    `This phone has no keys for ${list}, and no clipboard to paste them from. Type text of ASCII characters.`,
  );
}

function inParts<T extends string | readonly unknown[]>(whole: T, length: number): T[] {
  const starts = Array.from({ length: Math.ceil(whole.length / length) }, (_, index) => index * length);
  return starts.map(start => whole.slice(start, start + length) as T);
}
