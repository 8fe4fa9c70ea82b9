import { isObject } from '../../util/isObject.ts';

/** The content of a links file, with all that this version does not know of it. */
export type LinksContent = Readonly<Record<string, unknown>>;

/** The path of the links file in a folder, by segments. */
export const LINKS_PATH = ['.cloud-devices', 'links.json'] as const;

/** The path of a links file as people are told of it. */
export const LINKS_NAME = LINKS_PATH.join('/');

const MERGE_MARKER = /^(<{7}|={7}|>{7}|\|{7})( |\r?$)/m;

/** Reads the bytes of a links file. Throws a sentence where no link may be written over them. */
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
    throw broken(cause);
  }
  if (!isObject(value)) throw broken();
  const connections = value['connections'];
  if (connections === undefined) return value;
  if (!isObject(connections) || !Object.values(connections).every(isObject)) throw broken();
  return value;
}

/** The text of a links file. */
export function linksText(content: LinksContent): string {
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

function broken(cause?: unknown): Error {
  const sentence = `${LINKS_NAME} is not a JSON object of links; restore or fix it, so that no link is lost.`;
  return new Error(sentence, { cause });
}
