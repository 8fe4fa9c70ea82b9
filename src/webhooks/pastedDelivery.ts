import type { DeliveryHeaders } from '../host/received.ts';

/** A delivery as a person pasted it: headers in their order, names as written, and the body's bytes. */
export interface PastedDelivery extends DeliveryHeaders {
  readonly body: Uint8Array;
}

const REQUEST_LINE = /^[A-Z]+ \S+( HTTP\/[\d.]+)?$/;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/;

const MAX_CHARACTERS = 5_000_000;
const MAX_HEADERS = 500;

/**
 * Reads a pasted request: an optional request line, header lines, an empty line and the body, which is
 * taken as it is to its last byte. Throws an error that names the line that is no header, and for more than anybody sends.
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
