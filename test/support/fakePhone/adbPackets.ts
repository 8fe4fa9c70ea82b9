import type { ByteReader } from './byteReader.ts';

/** The commands of the protocol between a server of adb and a phone. */
export const AdbCommand = {
  connect: 0x4e_58_4e_43,
  authorize: 0x48_54_55_41,
  open: 0x4e_45_50_4f,
  okay: 0x59_41_4b_4f,
  close: 0x45_53_4c_43,
  write: 0x45_54_52_57,
} as const;

/** A packet. The arguments are mostly the numbers of the stream, of the sender and of the receiver. */
export interface AdbPacket {
  readonly command: number;
  readonly arg0: number;
  readonly arg1: number;
  readonly payload: Uint8Array;
}

const HEADER_BYTES = 24;

/** Reads a packet; resolves to undefined at the end. */
export async function readPacket(reader: ByteReader): Promise<AdbPacket | undefined> {
  const header = await reader.take(HEADER_BYTES);
  const payload = header && (await reader.take(header.readUInt32LE(12)));
  if (!payload) return undefined;
  const [command, arg0, arg1] = [header.readUInt32LE(0), header.readUInt32LE(4), header.readUInt32LE(8)];
  if (header.readUInt32LE(20) !== invert(command)) throw new Error('The magic of a packet is wrong.');
  return { command, arg0, arg1, payload };
}

/** Writes a packet as bytes, with the checksum that versions before Android 9 require. */
export function packetBytes({ command, arg0, arg1, payload }: AdbPacket): Buffer {
  const checksum = payload.reduce((sum, byte) => (sum + byte) >>> 0, 0);
  const header = Buffer.alloc(HEADER_BYTES);
  [command, arg0, arg1, payload.length, checksum, invert(command)].forEach((value, index) =>
    header.writeUInt32LE(value, index * 4),
  );
  return Buffer.concat([header, payload]);
}

function invert(command: number): number {
  return ~command >>> 0;
}
