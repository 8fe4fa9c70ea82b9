import { crc32, deflateRawSync } from 'node:zlib';
import { packed } from './binaryAndroid.ts';

/** A file of a test archive. The other fields replace right values by wrong ones. */
export interface TestFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly isStored?: boolean;
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  /** The size that the directory declares. */
  readonly size?: number;
  readonly localName?: string;
  /** The position that the directory declares. */
  readonly start?: number;
}

/** The parts of a test archive besides its files. */
export interface ArchiveOptions {
  readonly comment?: string;
  /** Puts sizes and positions into the fields of ZIP64. */
  readonly zip64?: boolean;
  /** The content between the files and the directory. */
  readonly beforeDirectory?: Buffer;
  /** Fields of the last record that are replaced. */
  readonly count?: number;
  readonly directoryStart?: number;
  readonly disk?: number;
  /** Is added to the positions that the directory and the last record declare. */
  readonly shift?: number;
}

/** Returns a zip archive. */
export function zipArchive(files: readonly TestFile[], options: ArchiveOptions = {}): Buffer {
  const { local, end } = zipParts(files, options);
  return Buffer.concat([local, end]);
}

/** Returns the files of a zip archive, and the directory that follows them. */
export function zipParts(
  files: readonly TestFile[],
  options: ArchiveOptions = {},
): { readonly local: Buffer; readonly end: Buffer } {
  const { comment = '', zip64 = false, beforeDirectory = Buffer.alloc(0), shift = 0, disk = 0 } = options;
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const localName = Buffer.from(file.localName ?? file.name);
    const content = file.isStored ? file.bytes : deflateRawSync(file.bytes);
    const method = file.method ?? (file.isStored ? 0 : 8);
    const size = file.size ?? file.bytes.length;
    const crc = file.crc ?? crc32(file.bytes);
    const common = packed([2, 20], [2, file.flags ?? 0], [2, method], [4, 0x210000], [4, crc]);
    const header = packed([4, 0x04034b50]);
    const sizes = packed([4, content.length], [4, size], [2, localName.length], [2, 0]);
    local.push(header, common, sizes, localName, content);
    const start = (file.start ?? at) + shift;
    const extra = zip64
      ? packed([2, 1], [2, 24], [8, size], [8, content.length], [8, start])
      : Buffer.alloc(0);
    directory.push(
      packed([4, 0x02014b50], [2, 20]),
      common,
      zip64 ? packed([4, FULL], [4, FULL]) : packed([4, content.length], [4, size]),
      packed([2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, zip64 ? FULL : start]),
      name,
      extra,
    );
    at += 30 + localName.length + content.length;
  }
  local.push(beforeDirectory);
  const start = options.directoryStart ?? at + beforeDirectory.length + shift;
  const bytes = directory.reduce((sum, part) => sum + part.length, 0);
  const count = options.count ?? files.length;
  if (zip64)
    directory.push(
      packed([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, disk], [4, disk]),
      packed([8, count], [8, count], [8, bytes], [8, start]),
      packed([4, 0x07064b50], [4, 0], [8, start + bytes], [4, 1]),
    );
  const small = zip64 ? 0xffff : count;
  directory.push(
    packed([4, 0x06054b50], [2, disk], [2, disk], [2, small], [2, small]),
    packed([4, zip64 ? FULL : bytes], [4, zip64 ? FULL : start], [2, comment.length]),
    Buffer.from(comment),
  );
  return { local: Buffer.concat(local), end: Buffer.concat(directory) };
}

const FULL = 0xffffffff;
