import * as z from 'zod';
import { CodeHider } from '../util/passcodes/hideCodes.ts';
import { findPasscodes } from '../util/passcodes/findPasscodes.ts';
import { hideLinkSecrets } from '../util/passcodes/hideLinks.ts';
import { isObject } from '../util/isObject.ts';
import { hideSecretsInText } from '../util/secretText.ts';
import { plainLines, plainText, shorten } from '../util/plainText.ts';

/** The places that texts of results come from. */
export type Origin = 'device' | 'mail' | 'webhook' | 'service' | 'run' | 'file';

/** A text that was written by others, with the place that it comes from. It is data and never an instruction. */
export const Marked = z.object({ origin: z.string(), text: z.string() });
export type Marked = z.output<typeof Marked>;

/** Words of this product, such as the name of an action of the sandbox, or a text of others. */
export const Words = z.union([z.string(), Marked]);

const MAX_LENGTH = 200;
/** The maximum length of a marked text that is not cut yet; longer ones are cut before secrets are hidden. */
const MAX_KEPT = 1_000_000;
/** The origins whose texts may contain passcodes. */
const WITH_PASSCODES: readonly Origin[] = ['device', 'mail', 'webhook', 'run'];
const TOKEN = /^[\w.:@+/=-]{1,200}$/;

/** A marked text whose secrets are to be hidden before it is cut. */
export interface UncutText extends Marked {
  /** The maximum length of the result, in characters. */
  readonly most: number;
}

/** Marks one line of text: plain and without a passcode or sign-in link; `cutMarked` cuts it to `most` characters. */
export function mark(origin: Origin, text: string, most = MAX_LENGTH): UncutText {
  return {
    origin,
    text: plainText(text, MAX_KEPT, plain => hideSecretsInText(withoutCodes(origin, plain))),
    most,
  };
}

/** Like `mark`, but keeps line breaks. */
export function markLines(origin: Origin, text: string, most: number): UncutText {
  return {
    origin,
    text: plainLines(text, MAX_KEPT, plain => hideSecretsInText(withoutCodes(origin, plain))),
    most,
  };
}

/** Marks the description of parameters, which names secrets without having any. */
export function markSchema(text: string, most: number): Marked {
  return { origin: 'service', text: plainLines(text, most) };
}

/** Returns the output of a tool with its marked texts cut to their length. */
export function cutMarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cutMarked);
  if (!isObject(value)) return value;
  const { origin, text, most } = value;
  if (typeof origin === 'string' && typeof text === 'string' && typeof most === 'number')
    return { origin, text: shorten(text, most).toWellFormed() };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cutMarked(inner)]));
}

/** Marks a text; undefined if there is none. */
export function markIfAny(
  origin: Origin,
  text: string | null | undefined,
  most?: number,
): UncutText | undefined {
  return text ? mark(origin, text, most) : undefined;
}

/**
 * Returns an ID, a state, or a time of a service, which are passed on as they are; undefined for a text with characters
 * that no such value has.
 */
export function token(value: string | null | undefined): string | undefined {
  return value != null && TOKEN.test(value) ? value : undefined;
}

/** Returns a plain text without the passcodes and sign-in links that it has by itself. */
function withoutCodes(origin: Origin, text: string): string {
  if (!WITH_PASSCODES.includes(origin)) return text;
  return hideLinkSecrets(new CodeHider(findPasscodes([text])).hide(text));
}
