import { PhoneFailure } from '../../runtime/phoneDriver.ts';

/** A program and its arguments. */
export type ShellCommand = readonly [program: string, ...args: (string | number)[]];

/** The maximum length of a line in bytes, which adb sends with a length of four hexadecimal digits. */
const MAX_BYTES = 65_000;

/**
 * Returns a line for the shell of a phone that runs commands one after the other until one fails. Each word is quoted
 * here, so that nothing in it means anything to the shell. Throws the PhoneFailure `refused` for what a line cannot contain.
 */
export function shellLine(...commands: readonly ShellCommand[]): string {
  const line = commands.map(words => words.map(quoteWord).join(' ')).join(' && ');
  if (Buffer.byteLength(line) <= MAX_BYTES) return line;
  throw new PhoneFailure('refused', 'The text is too long to be sent to a phone at once.');
}

function quoteWord(word: string | number): string {
  const text = String(word);
  // It would end the word on the phone.
  if (text.includes('\0'))
    throw new PhoneFailure('refused', 'A text for a phone contains the character NUL.');
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
