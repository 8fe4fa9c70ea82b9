import { BUDGETS } from '../util/budgets.ts';
import { PLAIN_LENGTH, plainText } from '../util/plainText.ts';
import type { PackageFile } from './packageFile.ts';
import { damaged, PackageProblem } from './packageProblem.ts';

// Not util/zip.ts, which holds a whole archive in memory.

/** A file in a zip archive, as its directory describes it. Names are Latin-1, so that any bytes stay distinct. */
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

/** The maximum number of files in a package; without ZIP64, an archive has at most 65,535. */
const MAX_ENTRIES = BUDGETS.app.parts.files;
/** The maximum size of the directory. */
const MAX_DIRECTORY_BYTES = BUDGETS.app.unpackedBytes;

const END = 0x06054b50;
const END_BYTES = 22;
const END64 = 0x06064b50;
const END64_BYTES = 56;
const LOCATOR = 0x07064b50;
const LOCATOR_BYTES = 20;
const CENTRAL = 0x02014b50;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 0xffff;
const ZIP64_EXTRA = 1;
/** The values that refer to the fields of ZIP64. */
const FULL16 = 0xffff;
const FULL32 = 0xffffffff;

interface Extent {
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Passes each entry of a zip archive to `visit` and returns the position of the directory. Throws PackageProblem if
 * the archive is damaged, beyond the limits, or names two files alike or outside of it.
 */
export async function readDirectory(file: PackageFile, visit: (entry: ZipEntry) => void): Promise<number> {
  const { count, start, end } = await findDirectory(file);
  const starts = new Float64Array(count);
  const ends = new Float64Array(count);
  const names = new Set<string>();
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + CENTRAL_BYTES > end) throw damaged('its zip directory has fewer files than it declares');
    const header = await file.read(at, CENTRAL_BYTES);
    if (header.readUInt32LE(0) !== CENTRAL) throw damaged('its zip directory cannot be read');
    const nameBytes = header.readUInt16LE(28);
    const extraBytes = header.readUInt16LE(30);
    const next = at + CENTRAL_BYTES + nameBytes + extraBytes + header.readUInt16LE(32);
    if (next > end) throw damaged('its zip directory is cut off');
    const tail = await file.read(at + CENTRAL_BYTES, nameBytes + extraBytes);
    const entry = entryOf(header, tail.toString('latin1', 0, nameBytes), tail.subarray(nameBytes));
    checkName(entry.name);
    if (names.has(entry.name))
      throw new PackageProblem(`contains the file ${shownName(entry.name)} more than once`);
    names.add(entry.name);
    starts[index] = entry.start;
    ends[index] = entry.start + LOCAL_BYTES + nameBytes + entry.packedBytes;
    visit(entry);
    at = next;
  }
  checkExtents(starts, ends, start);
  return start;
}

/** Returns the name of an entry for a message. */
export function shownName(name: string): string {
  const text = Buffer.from(name.slice(0, PLAIN_LENGTH.line), 'latin1').toString('utf8');
  return `“${plainText(text, 100)}”`;
}

async function findDirectory(file: PackageFile): Promise<Extent> {
  const tailBytes = Math.min(file.size, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await file.read(file.size - tailBytes, tailBytes);
  const at = findEnd(tail);
  const end = file.size - tailBytes + at;
  const [disk, firstDisk, onDisk, count] = [4, 6, 8, 10].map(field => tail.readUInt16LE(at + field));
  const [bytes, start] = [12, 16].map(field => tail.readUInt32LE(at + field));
  if ([disk, firstDisk, onDisk, count].includes(FULL16) || bytes === FULL32 || start === FULL32) {
    const extent64 = await findDirectory64(file, end);
    if (extent64 !== undefined) return extent64;
  }
  if (disk !== 0 || firstDisk !== 0 || onDisk !== count) throw new PackageProblem(...SPLIT_ARCHIVE);
  return checkedExtent(count ?? 0, start ?? 0, bytes ?? 0, end);
}

const SPLIT_ARCHIVE = ['is one part of a split archive', 'choose the file that is not split'] as const;

function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    // The comment must reach the end of the file, since it may itself look like such a record.
    if (tail.readUInt32LE(at) === END && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length)
      return at;
  }
  throw new PackageProblem(
    'is not a zip file or is cut off, so it is not an app',
    'choose a complete .apk or .ipa file',
  );
}

async function findDirectory64(file: PackageFile, end: number): Promise<Extent | undefined> {
  if (end < LOCATOR_BYTES) return undefined;
  const locator = await file.read(end - LOCATOR_BYTES, LOCATOR_BYTES);
  if (locator.readUInt32LE(0) !== LOCATOR) return undefined;
  const at = positionOf(locator, 8);
  if (at + END64_BYTES > end - LOCATOR_BYTES)
    throw damaged('the end of its zip directory is at a wrong place');
  const record = await file.read(at, END64_BYTES);
  if (record.readUInt32LE(0) !== END64) throw damaged('the end of its zip directory cannot be read');
  const count = positionOf(record, 32);
  if (record.readUInt32LE(16) !== 0 || record.readUInt32LE(20) !== 0 || positionOf(record, 24) !== count)
    throw new PackageProblem(...SPLIT_ARCHIVE);
  return checkedExtent(count, positionOf(record, 48), positionOf(record, 40), at);
}

function checkedExtent(count: number, start: number, bytes: number, limit: number): Extent {
  if (count > MAX_ENTRIES)
    throw new PackageProblem(`declares more than ${MAX_ENTRIES} files`, 'build it with fewer files');
  if (bytes > MAX_DIRECTORY_BYTES)
    throw new PackageProblem(
      `has a zip directory of more than ${MAX_DIRECTORY_BYTES} bytes`,
      'build it with fewer files or shorter names',
    );
  if (start + bytes > limit) throw damaged('its zip directory reaches beyond its end');
  if (count * CENTRAL_BYTES > bytes) throw damaged('its zip directory has fewer files than it declares');
  return { count, start, end: start + bytes };
}

function entryOf(header: Buffer, name: string, extra: Buffer): ZipEntry {
  const fields64 = zip64Fields(extra);
  let used = 0;
  const wide = (value: number): number => {
    if (value !== FULL32) return value;
    const position = positionOf(fields64, used);
    used += 8;
    return position;
  };
  // ZIP64 stores the fields in this order.
  const bytes = wide(header.readUInt32LE(24));
  const packedBytes = wide(header.readUInt32LE(20));
  const start = wide(header.readUInt32LE(42));
  return {
    name,
    flags: header.readUInt16LE(8),
    method: header.readUInt16LE(10),
    crc: header.readUInt32LE(16),
    packedBytes,
    bytes,
    start,
  };
}

function zip64Fields(extra: Buffer): Buffer {
  let at = 0;
  // The padding that aligns files in an .apk may be shorter than a field.
  while (at + 4 <= extra.length) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === ZIP64_EXTRA && end <= extra.length) return extra.subarray(at + 4, end);
    at = end;
  }
  return Buffer.alloc(0);
}

function positionOf(bytes: Buffer, at: number): number {
  const position = bytes.readBigUInt64LE(at);
  if (position > Number.MAX_SAFE_INTEGER) throw damaged('it refers to content beyond its end');
  return Number(position);
}

function checkName(name: string): void {
  const isOutside = name.startsWith('/') || /^[a-z]:/i.test(name) || name.split(/[/\\]/).includes('..');
  if (name === '' || name.includes('\0') || isOutside)
    throw new PackageProblem(`contains the file ${shownName(name)}, whose name no app may use`);
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
