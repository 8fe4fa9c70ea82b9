import { PLAIN_LENGTH, plainText } from '../plainText.ts';
import {
  CENTRAL_BYTES,
  CENTRAL_SIGNATURE,
  crc32,
  DEFLATED,
  END_BYTES,
  END_SIGNATURE,
  LOCAL_BYTES,
  LOCAL_SIGNATURE,
  STORED,
  transform,
} from './zipFormat.ts';

// Not a library: fflate accepts wrong checksums, equal names, and more content than declared; yauzl does not run in pages.

/** The bytes of an archive, read in parts so that a large file is never whole in memory. */
export interface ZipSource {
  readonly size: number;
  /** Reads exactly this range; rejects if the archive does not contain it. */
  read(position: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** A file of an archive, as its directory describes it. Names are Latin-1, so that any bytes stay distinct. */
export interface ZipEntry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** The position of the local header. */
  readonly start: number;
}

/** The limits of an archive from outside. */
export interface ZipLimits {
  /** The maximum number of files. */
  readonly files: number;
  /** The maximum size of the directory in bytes. */
  readonly directoryBytes: number;
}

/**
 * Thrown for an archive that cannot be read. The message is a sentence without its subject and full stop, such as
 * `is damaged: its zip directory is cut off`; `nextStep` is a clause if there is something better than another copy.
 */
export class ZipError extends Error {
  readonly nextStep: string | undefined;

  constructor(problem: string, nextStep?: string, cause?: unknown) {
    super(problem, { cause });
    this.nextStep = nextStep;
  }
}

const END64_SIGNATURE = 0x06064b50;
const END64_BYTES = 56;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
const MAX_COMMENT_BYTES = 0xffff;
const ZIP64_EXTRA = 1;
/** The values that refer to the fields of ZIP64. */
const FULL16 = 0xffff;
const FULL32 = 0xffffffff;
const ENCRYPTED = 1;
/** The flag for sizes and a checksum that follow the content. */
const SIZES_FOLLOW = 8;

interface Extent {
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

/** Returns an archive in memory as a source. */
export function zipInMemory(bytes: Uint8Array<ArrayBuffer>): ZipSource {
  return {
    size: bytes.length,
    read: (position, length) =>
      position < 0 || position + length > bytes.length
        ? Promise.reject(beyondEnd())
        : Promise.resolve(bytes.subarray(position, position + length)),
  };
}

/**
 * Passes each entry of an archive to `visit` and returns the position of the directory. Throws ZipError if the archive
 * is damaged, beyond the limits, or names two files alike or outside of it.
 */
export async function readDirectory(
  source: ZipSource,
  limits: ZipLimits,
  visit: (entry: ZipEntry) => void,
): Promise<number> {
  const { count, start, end } = await findDirectory(source, limits);
  const starts = new Float64Array(count);
  const ends = new Float64Array(count);
  const names = new Set<string>();
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + CENTRAL_BYTES > end) throw damaged('its zip directory has fewer files than it declares');
    const header = viewOf(await source.read(at, CENTRAL_BYTES));
    if (header.getUint32(0, true) !== CENTRAL_SIGNATURE) throw damaged('its zip directory cannot be read');
    const nameBytes = header.getUint16(28, true);
    const extraBytes = header.getUint16(30, true);
    const next = at + CENTRAL_BYTES + nameBytes + extraBytes + header.getUint16(32, true);
    if (next > end) throw damaged('its zip directory is cut off');
    const tail = await source.read(at + CENTRAL_BYTES, nameBytes + extraBytes);
    const entry = entryOf(header, latin1(tail.subarray(0, nameBytes)), tail.subarray(nameBytes));
    checkName(entry.name);
    if (names.has(entry.name))
      throw new ZipError(`contains the file ${shownName(entry.name)} more than once`);
    names.add(entry.name);
    starts[index] = entry.start;
    ends[index] = entry.start + LOCAL_BYTES + nameBytes + entry.packedBytes;
    visit(entry);
    at = next;
  }
  checkExtents(starts, ends, start);
  return start;
}

/**
 * Reads the content of an entry before the directory. Throws ZipError if it is damaged, encrypted, or has more than
 * `maxBytes`.
 */
export async function readContent(
  source: ZipSource,
  entry: ZipEntry,
  directory: number,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const name = shownName(entry.name);
  if (entry.bytes > maxBytes || entry.packedBytes > maxBytes)
    throw new ZipError(`has more than ${maxBytes} bytes in its file ${name}`);
  const start = await contentStart(source, entry);
  if (start + entry.packedBytes > directory) throw damaged(`its file ${name} reaches into the zip directory`);
  // Android ignores the flag and unpacks the file.
  const isMarked = (entry.flags & ENCRYPTED) !== 0;
  try {
    const content = await unpack(await source.read(start, entry.packedBytes), entry, name);
    if (content.length !== entry.bytes || crc32(content) !== entry.crc)
      throw damaged(`its file ${name} has a wrong size or checksum`);
    return content;
  } catch (error) {
    if (!isMarked) throw error;
    throw new ZipError(`has the encrypted file ${name}`, 'build it without encryption', error);
  }
}

function damaged(where: string, cause?: unknown): ZipError {
  return new ZipError(`is damaged: ${where}`, undefined, cause);
}

function beyondEnd(): ZipError {
  return damaged('it refers to content beyond its end');
}

function shownName(name: string): string {
  const bytes = Uint8Array.from(name.slice(0, PLAIN_LENGTH.line), character => character.charCodeAt(0));
  return `“${plainText(new TextDecoder().decode(bytes), 100)}”`;
}

async function findDirectory(source: ZipSource, limits: ZipLimits): Promise<Extent> {
  const tailBytes = Math.min(source.size, END_BYTES + MAX_COMMENT_BYTES);
  const tail = viewOf(await source.read(source.size - tailBytes, tailBytes));
  const at = findEnd(tail);
  const end = source.size - tailBytes + at;
  const [disk, firstDisk, onDisk, count] = [4, 6, 8, 10].map(field => tail.getUint16(at + field, true));
  const [bytes, start] = [12, 16].map(field => tail.getUint32(at + field, true));
  if ([disk, firstDisk, onDisk, count].includes(FULL16) || bytes === FULL32 || start === FULL32) {
    const extent64 = await findDirectory64(source, end, limits);
    if (extent64 !== undefined) return extent64;
  }
  if (disk !== 0 || firstDisk !== 0 || onDisk !== count) throw splitArchive();
  return checkedExtent({ count: count ?? 0, start: start ?? 0, bytes: bytes ?? 0 }, end, limits);
}

function splitArchive(): ZipError {
  return new ZipError('is one part of a split archive', 'choose the file that is not split');
}

function findEnd(tail: DataView): number {
  for (let at = tail.byteLength - END_BYTES; at >= 0; at--) {
    // The comment must reach the end of the file, since it may itself look like such a record.
    if (
      tail.getUint32(at, true) === END_SIGNATURE &&
      at + END_BYTES + tail.getUint16(at + 20, true) === tail.byteLength
    )
      return at;
  }
  throw new ZipError('is not a zip file or is cut off', 'choose a complete file');
}

async function findDirectory64(
  source: ZipSource,
  end: number,
  limits: ZipLimits,
): Promise<Extent | undefined> {
  if (end < LOCATOR_BYTES) return undefined;
  const locator = viewOf(await source.read(end - LOCATOR_BYTES, LOCATOR_BYTES));
  if (locator.getUint32(0, true) !== LOCATOR_SIGNATURE) return undefined;
  const at = positionOf(locator, 8);
  if (at + END64_BYTES > end - LOCATOR_BYTES)
    throw damaged('the end of its zip directory is at a wrong place');
  const record = viewOf(await source.read(at, END64_BYTES));
  if (record.getUint32(0, true) !== END64_SIGNATURE)
    throw damaged('the end of its zip directory cannot be read');
  const count = positionOf(record, 32);
  if (
    record.getUint32(16, true) !== 0 ||
    record.getUint32(20, true) !== 0 ||
    positionOf(record, 24) !== count
  )
    throw splitArchive();
  return checkedExtent({ count, start: positionOf(record, 48), bytes: positionOf(record, 40) }, at, limits);
}

function checkedExtent(
  { count, start, bytes }: { readonly count: number; readonly start: number; readonly bytes: number },
  end: number,
  limits: ZipLimits,
): Extent {
  if (count > limits.files)
    throw new ZipError(`declares more than ${limits.files} files`, 'build it with fewer files');
  if (bytes > limits.directoryBytes)
    throw new ZipError(
      `has a zip directory of more than ${limits.directoryBytes} bytes`,
      'build it with fewer files or shorter names',
    );
  if (start + bytes > end) throw damaged('its zip directory reaches beyond its end');
  if (count * CENTRAL_BYTES > bytes) throw damaged('its zip directory has fewer files than it declares');
  return { count, start, end: start + bytes };
}

function entryOf(header: DataView, name: string, extra: Uint8Array): ZipEntry {
  const fields64 = zip64Fields(viewOf(extra));
  let used = 0;
  const wide = (value: number): number => {
    if (value !== FULL32) return value;
    const position = positionOf(fields64, used);
    used += 8;
    return position;
  };
  // ZIP64 stores the fields in this order.
  const bytes = wide(header.getUint32(24, true));
  const packedBytes = wide(header.getUint32(20, true));
  const start = wide(header.getUint32(42, true));
  return {
    name,
    flags: header.getUint16(8, true),
    method: header.getUint16(10, true),
    crc: header.getUint32(16, true),
    packedBytes,
    bytes,
    start,
  };
}

function zip64Fields(extra: DataView): DataView {
  let at = 0;
  // The padding that aligns files in an .apk may be shorter than a field.
  while (at + 4 <= extra.byteLength) {
    const size = extra.getUint16(at + 2, true);
    if (extra.getUint16(at, true) === ZIP64_EXTRA && at + 4 + size <= extra.byteLength)
      return new DataView(extra.buffer, extra.byteOffset + at + 4, size);
    at += 4 + size;
  }
  return new DataView(new ArrayBuffer(0));
}

function positionOf(view: DataView, at: number): number {
  if (at + 8 > view.byteLength) throw damaged('its zip directory is cut off');
  const position = view.getBigUint64(at, true);
  if (position > Number.MAX_SAFE_INTEGER) throw beyondEnd();
  return Number(position);
}

function checkName(name: string): void {
  const isOutside = name.startsWith('/') || /^[a-z]:/i.test(name) || name.split(/[/\\]/).includes('..');
  if (name === '' || name.includes('\0') || isOutside)
    throw new ZipError(`contains the file ${shownName(name)}, whose name is not allowed`);
}

function checkExtents(starts: Float64Array, ends: Float64Array, directory: number): void {
  const order = Uint32Array.from(starts.keys()).sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
  let previousEnd = 0;
  for (const index of order) {
    if ((starts[index] ?? 0) < previousEnd) throw damaged('two of its files share the same bytes');
    previousEnd = ends[index] ?? 0;
  }
  if (previousEnd > directory) throw damaged('one of its files reaches into the zip directory');
}

async function contentStart(source: ZipSource, entry: ZipEntry): Promise<number> {
  const header = viewOf(await source.read(entry.start, LOCAL_BYTES));
  const nameBytes = header.getUint16(26, true);
  const extraBytes = header.getUint16(28, true);
  const flags = header.getUint16(6, true);
  const fields = [14, 18, 22].map(field => header.getUint32(field, true));
  const isLocal = header.getUint32(0, true) === LOCAL_SIGNATURE;
  const name = latin1(await source.read(entry.start + LOCAL_BYTES, nameBytes));
  const expected = [entry.crc, entry.packedBytes, entry.bytes];
  const areSizesSame =
    (flags & SIZES_FOLLOW) !== 0 ||
    fields.every((value, index) => value === expected[index] || (index > 0 && value === FULL32));
  if (!isLocal || name !== entry.name || !areSizesSame)
    throw damaged(`its file ${shownName(entry.name)} differs from the zip directory`);
  return entry.start + LOCAL_BYTES + nameBytes + extraBytes;
}

// The declared size bounds the result, so that a small file cannot fill the memory.
async function unpack(
  packed: Uint8Array<ArrayBuffer>,
  { method, bytes, crc }: ZipEntry,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (method === STORED) return packed;
  if (method !== DEFLATED) {
    // Android reads such a file as stored.
    if (crc32(packed) === crc) return packed;
    throw new ZipError(`has the file ${name}, which is compressed in an unknown way`);
  }
  try {
    return await transform(packed, new DecompressionStream('deflate-raw'), total => {
      if (total > bytes) throw new RangeError('More content than declared.');
    });
  } catch (error) {
    throw damaged(`its file ${name} cannot be decompressed`, error);
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
