import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { HttpResponse } from './sendOnce.ts';
import { CallFailure, contractFailure } from './callFailure.ts';
import { errorCode } from '../util/errors.ts';

/** The names that servers write for a body that is not compressed, such as its charset. */
const NO_CODINGS: ReadonlySet<string> = new Set([
  '',
  'identity',
  'none',
  'null',
  'binary',
  '7bit',
  '8bit',
  'chunked',
  'aws-chunked',
  'utf-8',
  'utf8',
  'us-ascii',
  'ascii',
  'iso-8859-1',
  'windows-1252',
  'utf-16',
  'text',
  'plain',
  'json',
]);
/** The maximum number of nested codings; services use one. */
const MAX_CODINGS = 3;

/**
 * Returns a response whose body is decompressed according to its `content-encoding`. Reading throws CallFailure
 * `contract` if the encoding is unknown or the body does not match it, and `cutOff` if the body ends early.
 */
export function decompress(response: HttpResponse): HttpResponse {
  const codings = (response.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map(coding => coding.trim())
    .filter(coding => !NO_CODINGS.has(coding));
  if (codings.length === 0) return response;
  const { status } = response;
  // An unsupported coding makes reading fail.
  const appliedCodings = codings.length > MAX_CODINGS ? ['too many'] : codings;
  const body = appliedCodings.reduceRight<HttpResponse['body']>(
    (compressed, coding) => decompressWith(compressed, coding, status),
    response.body,
  );
  return { ...response, body };
}

async function* decompressWith(
  compressed: HttpResponse['body'],
  coding: string,
  status: number,
): AsyncGenerator<Uint8Array> {
  const chunks = compressed[Symbol.asyncIterator]();
  const first = await readFirstChunk(chunks);
  if (!first) return;
  const stream = createDecompressor(coding, first);
  if (!stream) {
    await chunks.return?.();
    throw contractFailure(status, 'content-encoding', 'is none of gzip, deflate and br');
  }
  let sourceFailure: { readonly cause: unknown } | undefined;
  const source = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield first;
      yield* { [Symbol.asyncIterator]: () => chunks };
    } catch (cause) {
      sourceFailure = { cause };
      throw cause;
    }
  };
  try {
    const decompressed: AsyncIterable<Uint8Array> = pipeline(
      Readable.from(source()),
      stream,
      () => undefined,
    );
    yield* decompressed;
  } catch (cause) {
    if (sourceFailure) throw sourceFailure.cause;
    if (errorCode(cause) === 'Z_BUF_ERROR') throw new CallFailure({ kind: 'cutOff', status }, { cause });
    throw contractFailure(status, 'body', `is not packed as ${coding}`, cause);
  }
}

async function readFirstChunk(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  let next = await chunks.next();
  while (!next.done && next.value.length === 0) next = await chunks.next();
  return next.done ? undefined : next.value;
}

function createDecompressor(coding: string, first: Uint8Array): Transform | undefined {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      // Some services omit the zlib header, whose first byte names the method 8.
      return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
