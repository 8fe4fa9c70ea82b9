import { once } from './once.ts';

// Not fflate, which reads files with wrong checksums, equal names, or more content than declared without an error.

/** A file in a zip archive. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The limits of an archive from outside. */
export interface ZipLimits {
  /** The maximum number of files. */
  readonly entries: number;
  /** The maximum number of bytes of all files after decompression. */
  readonly bytes: number;
}

/** Thrown for an archive that cannot be read; the message is a sentence without a subject, such as `is not a zip file`. */
export class ZipError extends Error {}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
const VERSION = 20;
/** The flag for names in UTF-8. */
const UTF8 = 0x0800;
const ENCRYPTED = 1;
/** January 1, 1980, so that equal content results in equal archives. */
const NO_DATE = 0x00210000;
/** Files that are compressed already. */
const COMPRESSED = /\.(?:png|jpe?g|webp)$/i;

/** Creates a zip archive. */
export async function createZip(entries: readonly ZipEntry[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const nameBytes = new TextEncoder().encode(name);
    const isStored = COMPRESSED.test(name) || bytes.length === 0;
    const data = isStored ? bytes : await transform(bytes, new CompressionStream('deflate-raw'), Infinity);
    const header = fileHeader(isStored ? STORED : DEFLATED, bytes, data.length, nameBytes.length);
    const local = new Uint8Array(LOCAL_SIZE);
    new DataView(local.buffer).setUint32(0, LOCAL, true);
    local.set(header, 4);
    const central = new Uint8Array(CENTRAL_SIZE);
    const view = new DataView(central.buffer);
    view.setUint32(0, CENTRAL, true);
    view.setUint16(4, VERSION, true);
    central.set(header, 6);
    view.setUint32(42, offset, true);
    parts.push(local, nameBytes, data);
    directory.push(central, nameBytes);
    offset += local.length + nameBytes.length + data.length;
  }
  const end = new Uint8Array(END_SIZE);
  const view = new DataView(end.buffer);
  view.setUint32(0, END, true);
  view.setUint16(8, entries.length, true);
  view.setUint16(10, entries.length, true);
  view.setUint32(12, sizeOf(directory), true);
  view.setUint32(16, offset, true);
  return join([...parts, ...directory, end]);
}

/** Reads all files of a zip archive. Throws ZipError if it is damaged or beyond the limits. */
export async function readZip(
  bytes: Uint8Array<ArrayBuffer>,
  limits: ZipLimits,
): Promise<readonly ZipEntry[]> {
  try {
    return await readEntries(bytes, limits);
  } catch (error) {
    if (error instanceof ZipError) throw error;
    // A position outside the bytes, or data that cannot be decompressed.
    throw new ZipError('is damaged', { cause: error });
  }
}

async function readEntries(bytes: Uint8Array<ArrayBuffer>, limits: ZipLimits): Promise<readonly ZipEntry[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > limits.entries) throw new ZipError(`has more than ${limits.entries} files`);
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let left = limits.bytes;
  let at = view.getUint32(end + 16, true);
  for (let number = 0; number < count; number++) {
    if (view.getUint32(at, true) !== CENTRAL) throw new ZipError('is damaged');
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [crc, packed] = [view.getUint32(at + 16, true), view.getUint32(at + 20, true)];
    const size = view.getUint32(at + 24, true);
    const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
    const commentLength = view.getUint16(at + 32, true);
    const name = new TextDecoder('utf-8', { fatal: true }).decode(
      slice(bytes, at + CENTRAL_SIZE, nameLength),
    );
    if ((flags & ENCRYPTED) !== 0) throw new ZipError('is encrypted');
    if (names.has(name)) throw new ZipError('has two files with the same name');
    names.add(name);
    if (size > left) throw new ZipError(`has more than ${limits.bytes} bytes of content`);
    const data = slice(bytes, startOf(view, view.getUint32(at + 42, true)), packed);
    const content = await unpack(method, data, size);
    if (content.length !== size || crc32(content) !== crc) throw new ZipError('is damaged');
    left -= size;
    entries.push({ name, bytes: content });
    at += CENTRAL_SIZE + nameLength + extraLength + commentLength;
  }
  return entries;
}

function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_SIZE - LONGEST_COMMENT);
  for (let at = view.byteLength - END_SIZE; at >= first; at--)
    if (view.getUint32(at, true) === END) return at;
  throw new ZipError('is not a zip file');
}

function startOf(view: DataView, local: number): number {
  if (view.getUint32(local, true) !== LOCAL) throw new ZipError('is damaged');
  return local + LOCAL_SIZE + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
}

// The declared size bounds the result, so that a small file cannot fill the memory.
async function unpack(
  method: number,
  data: Uint8Array<ArrayBuffer>,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (method === STORED) return data;
  if (method !== DEFLATED) throw new ZipError('is compressed in an unknown way');
  return transform(data, new DecompressionStream('deflate-raw'), size);
}

async function transform(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let total = 0;
  const result: ReadableStream<Uint8Array<ArrayBuffer>> = new Blob([bytes]).stream().pipeThrough(stream);
  for await (const part of result) {
    total += part.length;
    if (total > most) throw new ZipError('is damaged');
    parts.push(part);
  }
  return join(parts);
}

function fileHeader(method: number, bytes: Uint8Array, packed: number, nameLength: number): Uint8Array {
  const header = new Uint8Array(26);
  const view = new DataView(header.buffer);
  view.setUint16(0, VERSION, true);
  view.setUint16(2, UTF8, true);
  view.setUint16(4, method, true);
  view.setUint32(6, NO_DATE, true);
  view.setUint32(10, crc32(bytes), true);
  view.setUint32(14, packed, true);
  view.setUint32(18, bytes.length, true);
  view.setUint16(22, nameLength, true);
  return header;
}

function slice(bytes: Uint8Array<ArrayBuffer>, start: number, length: number): Uint8Array<ArrayBuffer> {
  if (start + length > bytes.length) throw new ZipError('is damaged');
  return bytes.subarray(start, start + length);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

const crcTable = once(() =>
  Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  }),
);

function crc32(bytes: Uint8Array): number {
  const table = crcTable();
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
