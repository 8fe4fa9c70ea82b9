import { BUDGETS } from '../../util/budgets.ts';
import { isObject } from '../../util/isObject.ts';
import { isDeeperThan } from '../../util/jsonSize.ts';

/** The path segments of the links file, relative to its folder. */
export const LINKS_PATH = ['.cloud-devices', 'links.json'] as const;

/** The path of the links file for messages. */
export const LINKS_NAME = LINKS_PATH.join('/');

/** The content of a links file, including fields that this version does not know. */
export type LinksContent = Readonly<Record<string, unknown>>;

const MAX_KEY_LENGTH = 4096;
const MAX_LEVELS = BUDGETS.links.levels;
const MERGE_MARKER = /^(<{7}|={7}|>{7}|\|{7})( |\r?$)/m;

/** Parses a links file. Throws an Error with a message for the user if the file must not be overwritten. */
export function parseLinks(bytes: Uint8Array): LinksContent {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    if (MERGE_MARKER.test(new TextDecoder().decode(bytes)))
      throw new Error(
        `${LINKS_NAME} has merge conflict markers; resolve the conflict, so that no link is lost.`,
        { cause },
      );
    throw createBrokenLinksError(cause);
  }
  if (!isObject(value)) throw createBrokenLinksError();
  // Comparing and writing deeper values would exhaust the stack.
  if (isDeeperThan(MAX_LEVELS, value))
    throw new Error(
      `${LINKS_NAME} has values nested deeper than ${MAX_LEVELS} levels; restore or fix it, so that no link is lost.`,
    );
  const connections = value['connections'];
  if (connections === undefined) return value;
  if (!isObject(connections) || !Object.values(connections).every(isObject)) throw createBrokenLinksError();
  return value;
}

export function formatLinks(content: LinksContent): string {
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

function createBrokenLinksError(cause?: unknown): Error {
  const sentence = `${LINKS_NAME} is not a JSON object of links; restore or fix it, so that no link is lost.`;
  return new Error(sentence, { cause });
}

/**
 * True for a valid key of a links file: the path of a flow file relative to the folder, with `/` separators, that stays
 * inside the folder on every operating system.
 */
export function isLinkKey(text: string): boolean {
  if (!text.endsWith('.flow.json') || text.length > MAX_KEY_LENGTH) return false;
  // Windows treats backslashes as separators, and segments of dots and spaces as the current or parent folder.
  if (text.includes('\\') || text.includes('\0') || /^[a-z]:/i.test(text)) return false;
  return text.split('/').every(part => /[^. ]/.test(part));
}
