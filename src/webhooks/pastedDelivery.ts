import { BUDGETS } from '../util/budgets.ts';
import type { DeliveryHeaders } from '../appState/received.ts';

/** A pasted delivery: headers in order, with names as written, and the bytes of the body. */
export interface PastedDelivery extends DeliveryHeaders {
  readonly body: Uint8Array;
}

const REQUEST_LINE = /^[A-Z]+ \S+( HTTP\/[\d.]+)?$/;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/;

const MAX_CHARACTERS = BUDGETS.delivery.characters;
const MAX_HEADERS = BUDGETS.delivery.parts.headers;

/**
 * Parses a pasted request: an optional request line, header lines, an empty line and the body, taken verbatim. Throws
 * an error that names a line which is not a header, or if the text or the number of headers is too large.
 */
export function parsePastedDelivery(text: string): PastedDelivery {
  if (text.length > MAX_CHARACTERS)
    throw new Error(`The pasted text has more than ${MAX_CHARACTERS / 1e6} million characters.`);
  const headers: [string, string][] = [];
  let at = 0;
  for (let number = 1; at < text.length; number++) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end === -1 ? text.length : end).replace(/\r$/, '');
    at = end === -1 ? text.length : end + 1;
    if (line.trim() === '') {
      if (headers.length > 0) break;
      continue;
    }
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name !== undefined && value !== undefined) headers.push([name, value.trim()]);
    else if (headers.length > 0 || !REQUEST_LINE.test(line)) throw new Error(notHeader(number));
  }
  if (headers.length > MAX_HEADERS) throw new Error(`The pasted text has more than ${MAX_HEADERS} headers.`);
  if (headers.length === 0) throw new Error('The pasted text has no headers. Copy the whole request.');
  return { headers, body: new TextEncoder().encode(text.slice(at)) };
}

function notHeader(line: number): string {
  return (
    `Line ${line} of the pasted text is not a header such as "Name: value". ` +
    'Paste the headers, an empty line, then the body.'
  );
}
