import type { Duplex } from 'node:stream';
import type { ByteReader } from './byteReader.ts';
import type { FakePhone } from './fakePhone.ts';

const FOLDER = 0o040_771;
const FILE = 0o100_660;
const ENOENT = 2;

/** Answers the file transfer of adb: `STAT`, `LIST`, `RECV`, `SEND`, and their second versions. */
export async function answerSync(phone: FakePhone, reader: ByteReader, stream: Duplex): Promise<void> {
  const send = (id: string, ...numbers: readonly number[]): void => {
    const bytes = Buffer.alloc(4 + 4 * numbers.length);
    bytes.write(id, 'latin1');
    numbers.forEach((value, index) => bytes.writeUInt32LE(value, 4 + 4 * index));
    stream.write(bytes);
  };
  const fail = (message: string): void => {
    send('FAIL', Buffer.byteLength(message));
    stream.write(message);
  };
  for (;;) {
    const header = await reader.take(8);
    if (!header) return;
    const id = header.toString('latin1', 0, 4);
    const argument = await reader.take(header.readUInt32LE(4));
    if (!argument || id === 'QUIT') return;
    const path = argument.toString();
    switch (id) {
      case 'STAT': {
        const found = statOf(phone, path);
        send(id, found?.mode ?? 0, found?.size ?? 0, found?.modifiedAt ?? 0);
        break;
      }
      case 'LST2':
      case 'STA2':
        stream.write(secondStat(id, statOf(phone, path)));
        break;
      case 'LIST':
      case 'LIS2':
        for (const name of namesIn(phone, path)) {
          const found = statOf(phone, `${path}/${name}`);
          if (id === 'LIS2') {
            stream.write(secondStat('DNT2', found));
            const length = Buffer.alloc(4);
            length.writeUInt32LE(Buffer.byteLength(name));
            stream.write(length);
          } else
            send('DENT', found?.mode ?? 0, found?.size ?? 0, found?.modifiedAt ?? 0, Buffer.byteLength(name));
          stream.write(name);
        }
        stream.write(Buffer.concat([Buffer.from('DONE'), Buffer.alloc(id === 'LIS2' ? 72 : 16)]));
        break;
      case 'RECV': {
        const file = phone.files.get(path);
        if (!file) {
          fail('No such file or directory');
          break;
        }
        for (let start = 0; start < file.bytes.length; start += 65_536) {
          const part = file.bytes.subarray(start, start + 65_536);
          send('DATA', part.length);
          stream.write(part);
        }
        send('DONE', 0);
        break;
      }
      case 'SEND':
      case 'SND2':
        if (id === 'SND2') await reader.take(12);
        await receive(phone, reader, id === 'SEND' ? path.slice(0, path.lastIndexOf(',')) : path);
        if (path.startsWith('/system/')) fail('couldn’t create file: Read-only file system');
        else send('OKAY', 0);
        break;
      default:
        fail(`unknown request ${id}`);
    }
  }
}

async function receive(phone: FakePhone, reader: ByteReader, path: string): Promise<void> {
  const parts: Buffer[] = [];
  for (;;) {
    const header = await reader.take(8);
    if (!header) return;
    const number = header.readUInt32LE(4);
    if (header.toString('latin1', 0, 4) === 'DONE') {
      if (!path.startsWith('/system/'))
        phone.files.set(path, { bytes: Buffer.concat(parts), modifiedAt: number });
      return;
    }
    parts.push((await reader.take(number)) ?? Buffer.alloc(0));
  }
}

interface Stat {
  readonly mode: number;
  readonly size: number;
  readonly modifiedAt: number;
}

function statOf(phone: FakePhone, given: string): Stat | undefined {
  const path = given.replace(/(?<=.)\/+$/, '');
  const file = phone.files.get(path);
  // A slash at the end asks for a folder.
  if (file && !given.endsWith('/'))
    return { mode: FILE, size: file.bytes.length, modifiedAt: file.modifiedAt };
  return namesIn(phone, path).length > 0 ? { mode: FOLDER, size: 4096, modifiedAt: 1 } : undefined;
}

function namesIn(phone: FakePhone, folder: string): readonly string[] {
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  const inside = [...phone.files.keys()].filter(path => path.startsWith(start));
  return [...new Set(inside.map(path => path.slice(start.length).split('/', 1)[0] ?? ''))];
}

function secondStat(id: string, found: Stat | undefined): Buffer {
  const bytes = Buffer.alloc(72);
  bytes.write(id, 'latin1');
  bytes.writeUInt32LE(found ? 0 : ENOENT, 4);
  if (!found) return bytes;
  bytes.writeUInt32LE(found.mode, 24);
  bytes.writeBigUInt64LE(BigInt(found.size), 40);
  for (const at of [48, 56, 64]) bytes.writeBigUInt64LE(BigInt(found.modifiedAt), at);
  return bytes;
}
