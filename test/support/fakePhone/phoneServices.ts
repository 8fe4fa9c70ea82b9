import type { Duplex } from 'node:stream';
import { ByteReader } from './byteReader.ts';
import type { FakePhone } from './fakePhone.ts';
import { answerSync } from './syncService.ts';

const PACKETS = { out: 1, errors: 2, exit: 3 } as const;

/** Answers a service of a phone. */
export type AnswerService = (stream: Duplex, reader?: ByteReader) => Promise<void>;

/** Returns what answers a service such as `shell,v2:ls` or `sync:` on a stream; undefined for another one. */
export function phoneService(phone: FakePhone, service: string): AnswerService | undefined {
  const [, line] = /^shell,v2[^:]*:(.*)$/s.exec(service) ?? [];
  if (line !== undefined)
    return async (stream, reader = new ByteReader(stream)) => runShell(phone, line, reader, stream);
  if (service !== 'sync:') return undefined;
  return async (stream, reader = new ByteReader(stream)) => {
    await answerSync(phone, reader, stream);
    stream.end();
  };
}

/** Returns the features of a phone. Android 11 has the second versions of `LIST`, `SEND`, and `RECV`. */
export function featuresOf({ apiLevel }: FakePhone): string {
  const features = ['shell_v2', 'cmd', 'stat_v2', 'fixed_push_mkdir', 'apex'];
  return [...features, ...(apiLevel >= 30 ? ['ls_v2', 'sendrecv_v2'] : [])].join(',');
}

/** Reads a stream to its end, and ends it. */
export async function endOf(reader: ByteReader, stream: Duplex): Promise<void> {
  while (await reader.takeAny());
  stream.end();
}

async function runShell(phone: FakePhone, line: string, reader: ByteReader, stream: Duplex): Promise<void> {
  // A caller that goes away ends the command.
  const gone = endOf(reader, stream).then(() => undefined);
  phone.running++;
  const output = await Promise.race([phone.run(line), gone]).finally(() => phone.running--);
  if (!output || stream.destroyed) return;
  const send = (kind: number, data: Uint8Array): void => {
    const header = Buffer.alloc(5);
    header.writeUInt8(kind, 0);
    header.writeUInt32LE(data.length, 1);
    stream.write(Buffer.concat([header, data]));
  };
  send(PACKETS.out, Buffer.from(output.out));
  if (output.errors !== '') send(PACKETS.errors, Buffer.from(output.errors));
  send(PACKETS.exit, Buffer.from([output.exitCode]));
  stream.end();
}
