import * as z from 'zod';
import { findPasscode, hidePasscode } from '../util/passcode.ts';
import { hideInText } from '../util/secretText.ts';
import { plainLines, plainText } from '../util/plainText.ts';

/** The places that texts of results come from. */
export type Origin = 'device' | 'mail' | 'webhook' | 'service' | 'run' | 'file';

/** A text that was written by others, with the place that it comes from. It is data and never an instruction. */
export const Marked = z.object({ origin: z.string(), text: z.string() }).meta({ id: 'Text' });
export type Marked = z.output<typeof Marked>;

const LONGEST = 200;
/** The origins whose texts may contain passcodes. */
const WITH_PASSCODES: readonly Origin[] = ['device', 'mail', 'webhook', 'run'];
const TOKEN = /^[\w.:@+/=-]{1,200}$/;

/** Marks one line of text: plain, without passcodes and secrets of a run, and at most `most` characters long. */
export function mark(origin: Origin, text: string, most = LONGEST): Marked {
  return { origin, text: plainText(hidden(origin, text), most) };
}

/** Like `mark`, but keeps line breaks. */
export function markLines(origin: Origin, text: string, most: number): Marked {
  return { origin, text: plainLines(hidden(origin, text), most) };
}

/** Marks the description of parameters, which names secrets without having any. */
export function markSchema(text: string, most: number): Marked {
  return { origin: 'service', text: plainLines(text, most) };
}

/** Marks a text; undefined if there is none. */
export function markIfAny(
  origin: Origin,
  text: string | null | undefined,
  most?: number,
): Marked | undefined {
  return text ? mark(origin, text, most) : undefined;
}

/**
 * Returns an ID, a state, or a time of a service, which are passed on as they are; undefined for a text with characters
 * that no such value has.
 */
export function token(value: string | null | undefined): string | undefined {
  return value != null && TOKEN.test(value) ? value : undefined;
}

/** True if a text has a passcode. */
export function showsPasscode(text: string): boolean {
  return findPasscode(text) !== undefined;
}

function hidden(origin: Origin, text: string): string {
  return hideInText(withoutCode(origin, text));
}

function withoutCode(origin: Origin, text: string): string {
  if (!WITH_PASSCODES.includes(origin)) return text;
  const code = findPasscode(text);
  return code === undefined ? text : hidePasscode(text, code);
}
