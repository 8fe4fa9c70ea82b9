import { generateKeyPair } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { AdbDaemonTransport, type AdbSocket } from '@yume-chan/adb';
import { packetBytes, readPacket } from './adbPackets.ts';
import { ByteReader } from './byteReader.ts';

type Connection = Parameters<typeof AdbDaemonTransport.authenticate>[0]['connection'];

/** The key of this host, which is made once. */
let key: Promise<{ readonly buffer: Uint8Array; readonly name: string }> | undefined;

/** The connection of a server of adb to the service of a phone. */
export class HostLink {
  /** Resolves once the phone trusts this host; rejects if the connection ends before. */
  readonly authorized: Promise<AdbDaemonTransport>;
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.authorized = AdbDaemonTransport.authenticate({
      serial: '',
      connection: connectionOf(socket),
      credentialStore: {
        generateKey: () => hostKey(),
        async *iterateKeys() {
          yield await hostKey();
        },
      },
    });
  }

  static async open(port: number): Promise<HostLink> {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => socket.destroy());
    await once(socket, 'connect');
    return new HostLink(socket);
  }

  /** Resolves when the connection has ended. */
  async ended(): Promise<void> {
    if (!this.#socket.closed) await new Promise(resolve => this.#socket.once('close', resolve));
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Passes what a client sends to a service of a phone, and what that answers to the client. */
export async function relay(stream: AdbSocket, reader: ByteReader, client: Socket): Promise<void> {
  client.write('OKAY');
  const writer = stream.writable.getWriter();
  const send = async (): Promise<void> => {
    for (let bytes = await reader.takeAny(); bytes; bytes = await reader.takeAny()) await writer.write(bytes);
    await stream.close();
  };
  const fetch = async (): Promise<void> => {
    for await (const bytes of stream.readable)
      if (!client.write(bytes)) await Promise.race([once(client, 'drain'), once(client, 'close')]);
  };
  void send().catch(() => client.destroy());
  await fetch().finally(() => client.end());
}

function hostKey(): NonNullable<typeof key> {
  return (key ??= promisify(generateKeyPair)('rsa', { modulusLength: 2048 }).then(({ privateKey }) => ({
    buffer: privateKey.export({ type: 'pkcs8', format: 'der' }),
    name: 'tests@localhost',
  })));
}

function connectionOf(socket: Socket): Connection {
  const reader = new ByteReader(socket);
  return {
    readable: new ReadableStream({
      async pull(controller) {
        const packet = await readPacket(reader);
        if (packet) controller.enqueue(packet);
        else controller.close();
      },
    }) as Connection['readable'],
    writable: new WritableStream({
      write: chunk => {
        chunk.tryConsume(packet => {
          socket.write(packetBytes(packet));
        });
      },
      close: () => void socket.end(),
    }) as Connection['writable'],
  };
}
