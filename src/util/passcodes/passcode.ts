import { mailText } from '../mailText.ts';
import { CodeHider } from './hideCodes.ts';
import { findPasscodes } from './findPasscodes.ts';
import { hideCodesIn } from './hideCodesIn.ts';

/**
 * Finds the one-time passcode in the texts of a message, such as subject and body. Returns it as it is typed: digits as
 * 0 to 9 without separators, letters as written. Returns undefined if there is none; years, dates, prices, phone
 * numbers, and numbers and codes of other kinds are none.
 */
export function findPasscode(...texts: readonly (string | null | undefined)[]): string | undefined {
  return findPasscodes(texts.map(text => text ?? ''))[0];
}

/** The texts of an email or text message. */
interface Letter {
  readonly subject?: unknown;
  readonly preview?: unknown;
  /** The body of a text message. */
  readonly text?: unknown;
  readonly fromAddress?: unknown;
}

/** Returns the passcode in an email or text message, also in one of HTML. */
export function passcodeOf({ subject, preview, text }: Letter): string | undefined {
  return findPasscode(...textsOf([subject, preview, text]).map(mailText));
}

/** Returns all passcodes in an email or text message, also in the name and the address of its sender. */
export function passcodesOf({ subject, preview, text, fromAddress }: Letter): readonly string[] {
  // The parts of an address are words.
  const sender = textsOf([fromAddress]).map(address => address.replaceAll(/[@._+<>-]/g, ' '));
  const texts = textsOf([subject, preview, text]);
  // In HTML, tags may separate the digits.
  const plain = texts.map(mailText).filter((shown, index) => shown !== texts[index]);
  return findPasscodes([...texts, ...plain, ...sender]);
}

/** Returns a message with its passcodes replaced by dots. */
export function withoutPasscode<Message extends Letter>(message: Message): Message {
  const codes = new CodeHider(passcodesOf(message));
  return codes.isEmpty ? message : hideCodesIn(message, codes);
}

function textsOf(values: readonly unknown[]): readonly string[] {
  return values.filter(value => typeof value === 'string');
}
