/** A text file that is not UTF-8. The message is the end of a sentence, such as `it is not UTF-8 text: …`. */
export class EncodingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EncodingError';
  }
}

/** A text, and the byte order mark that preceded it or an empty string. */
export interface DecodedText {
  readonly text: string;
  readonly mark: string;
}

const MARK = '\ufeff';

/** Decodes UTF-8 strictly. Throws EncodingError with the position of the first invalid byte. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const name = nameOfUtf16(bytes);
  if (name !== undefined) throw new EncodingError(`it is ${name} text; save it as UTF-8`);
  const whole = decodeStart(bytes, false);
  if (whole === undefined) throw new EncodingError(describeInvalid(bytes));
  return whole.startsWith(MARK) ? { text: whole.slice(1), mark: MARK } : { text: whole, mark: '' };
}

/** Recognizes UTF-16 by its byte order mark. */
function nameOfUtf16([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'UTF-16 LE';
  return first === 0xfe && second === 0xff ? 'UTF-16 BE' : undefined;
}

/** Returns undefined for invalid bytes. An incomplete character at the end is invalid unless more bytes can follow. */
function decodeStart(bytes: Uint8Array, canGoOn: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: canGoOn });
  } catch {
    return undefined;
  }
}

function describeInvalid(bytes: Uint8Array): string {
  // The longest valid start, by halving: each longer start is invalid, too.
  let [valid, invalid] = [0, bytes.length + 1];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >>> 1;
    if (decodeStart(bytes.subarray(0, middle), true) === undefined) invalid = middle;
    else valid = middle;
  }
  const before = decodeStart(bytes.subarray(0, valid), true) ?? '';
  const lines = before.replace(MARK, '').split(/\r\n|\r|\n/);
  const at = new TextEncoder().encode(before).length;
  const byte = bytes[at]?.toString(16).toUpperCase().padStart(2, '0') ?? '';
  const position = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  return `it is not UTF-8 text: the byte ${byte} in ${position} is invalid; save it as UTF-8`;
}
