import {
  CENTRAL_BYTES,
  CENTRAL_SIGNATURE,
  crc32,
  DEFLATED,
  END_BYTES,
  END_SIGNATURE,
  joinBytes,
  LOCAL_BYTES,
  LOCAL_SIGNATURE,
  STORED,
  transform,
} from './zipFormat.ts';

/** A file of a zip archive. */
export interface ZipFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const VERSION = 20;
/** The flag for names in UTF-8. */
const UTF8 = 0x0800;
/** January 1, 1980, so that equal content results in equal archives. */
const NO_DATE = 0x00210000;
/** Files that are compressed already. */
const COMPRESSED = /\.(?:png|jpe?g|webp)$/i;

/** Creates a zip archive. */
export async function createZip(files: readonly ZipFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const nameBytes = new TextEncoder().encode(name);
    const isStored = COMPRESSED.test(name) || bytes.length === 0;
    const data = isStored ? bytes : await transform(bytes, new CompressionStream('deflate-raw'));
    const header = fileHeader(isStored ? STORED : DEFLATED, bytes, data.length, nameBytes.length);
    const local = new Uint8Array(LOCAL_BYTES);
    new DataView(local.buffer).setUint32(0, LOCAL_SIGNATURE, true);
    local.set(header, 4);
    const central = new Uint8Array(CENTRAL_BYTES);
    const view = new DataView(central.buffer);
    view.setUint32(0, CENTRAL_SIGNATURE, true);
    view.setUint16(4, VERSION, true);
    central.set(header, 6);
    view.setUint32(42, offset, true);
    parts.push(local, nameBytes, data);
    directory.push(central, nameBytes);
    offset += local.length + nameBytes.length + data.length;
  }
  const directoryBytes = joinBytes(directory);
  const end = new Uint8Array(END_BYTES);
  const view = new DataView(end.buffer);
  view.setUint32(0, END_SIGNATURE, true);
  view.setUint16(8, files.length, true);
  view.setUint16(10, files.length, true);
  view.setUint32(12, directoryBytes.length, true);
  view.setUint32(16, offset, true);
  return joinBytes([...parts, directoryBytes, end]);
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
