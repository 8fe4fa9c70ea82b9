import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import type { PackageFile } from './packageFile.ts';
import { damaged, PackageProblem } from './packageProblem.ts';
import { shownName, type ZipEntry } from './zipDirectory.ts';

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** The flag for sizes and a checksum that follow the content. */
const SIZES_FOLLOW = 8;
const FULL32 = 0xffffffff;

const inflate = promisify(inflateRaw);

/**
 * Reads the content of an entry before the directory. Throws PackageProblem if it is damaged, encrypted, or has more
 * than `maxBytes`.
 */
export async function readContent(
  file: PackageFile,
  entry: ZipEntry,
  directory: number,
  maxBytes: number,
): Promise<Buffer> {
  const name = shownName(entry.name);
  if (entry.bytes > maxBytes || entry.packedBytes > maxBytes)
    throw new PackageProblem(`has more than ${maxBytes} bytes in its file ${name}`);
  if ((entry.flags & ENCRYPTED) !== 0)
    throw new PackageProblem(`has the encrypted file ${name}`, 'build it without encryption');
  const start = await contentStart(file, entry);
  if (start + entry.packedBytes > directory) throw damaged(`its file ${name} reaches into the zip directory`);
  const content = await unpack(await file.read(start, entry.packedBytes), entry, name);
  if (content.length !== entry.bytes || crc32(content) !== entry.crc)
    throw damaged(`its file ${name} has a wrong size or checksum`);
  return content;
}

async function contentStart(file: PackageFile, entry: ZipEntry): Promise<number> {
  const header = await file.read(entry.start, LOCAL_BYTES);
  const nameBytes = header.readUInt16LE(26);
  const name = (await file.read(entry.start + LOCAL_BYTES, nameBytes)).toString('latin1');
  const flags = header.readUInt16LE(6);
  const isSame =
    header.readUInt32LE(0) === LOCAL &&
    name === entry.name &&
    header.readUInt16LE(8) === entry.method &&
    (flags & ENCRYPTED) === 0;
  const fields = [14, 18, 22].map(field => header.readUInt32LE(field));
  const expected = [entry.crc, entry.packedBytes, entry.bytes];
  const areSizesSame =
    (flags & SIZES_FOLLOW) !== 0 ||
    fields.every((value, index) => value === expected[index] || (index > 0 && value === FULL32));
  if (!isSame || !areSizesSame)
    throw damaged(`its file ${shownName(entry.name)} differs from the zip directory`);
  return entry.start + LOCAL_BYTES + nameBytes + header.readUInt16LE(28);
}

// The declared size bounds the result, so that a small file cannot fill the memory.
async function unpack(packed: Buffer, { method, bytes }: ZipEntry, name: string): Promise<Buffer> {
  if (method === STORED) return packed;
  if (method !== DEFLATED)
    throw new PackageProblem(`has the file ${name}, which is compressed in an unknown way`);
  try {
    return await inflate(packed, { maxOutputLength: Math.max(bytes, 1) });
  } catch {
    throw damaged(`its file ${name} cannot be decompressed`);
  }
}
