import { setTimeout as pause } from 'node:timers/promises';
import { type Adb, AdbServerClient, type AdbSync } from '@yume-chan/adb';
import { AdbServerNodeTcpConnector } from '@yume-chan/adb-server-node-tcp';
import { errorCode, toError } from '../../../util/errors.ts';
import { orAborted } from '../../../util/orAborted.ts';
import { plainText } from '../../../util/plainText.ts';
import { readBytes } from '../../runtime/readBytes.ts';
import { type DriverLimits, PhoneFailure } from '../../runtime/phoneDriver.ts';
import { type ShellCommand, shellLine } from './shellLine.ts';

/** The address of an adb server. */
export interface AdbAddress {
  readonly host: string;
  readonly port: number;
}

/** The output of a command that has ended. */
export interface ShellOutput {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly errors: string;
  readonly exitCode: number;
}

/** A connection, and a signal that is aborted when it is lost. */
interface Connected {
  readonly adb: Adb;
  readonly ended: AbortSignal;
}

/** The default time limit of a call, in milliseconds. */
const TIMEOUT_MS = 30_000;
/** The maximum wait for a connection that is being made when it is closed, in milliseconds. */
const CLOSE_MS = 1000;
/** The maximum output of a command in bytes, and the maximum length of what a message quotes of it. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_QUOTED = 200;

/** Creates a client of an adb server. */
export function adbClient(address: AdbAddress): AdbServerClient {
  return new AdbServerClient(new AdbServerNodeTcpConnector(address));
}

/** The connection to one phone of an adb server. It is made for the first call, and again once it has been lost. */
export class AdbConnection {
  readonly serial: string;
  /** The number of actions so far, each of which can change the screen. */
  actions = 0;
  readonly #address: AdbAddress;
  readonly #client: AdbServerClient;
  #connected: Promise<Connected> | undefined;
  readonly #end = new AbortController();

  constructor(address: AdbAddress, serial: string) {
    this.#address = address;
    this.serial = serial;
    this.#client = adbClient(address);
  }

  /** Runs commands one after the other until one fails. Rejects with a PhoneFailure only if they could not be run. */
  async run(limits: DriverLimits, ...commands: readonly ShellCommand[]): Promise<ShellOutput> {
    const line = shellLine(...commands);
    return this.use(nameOf(commands), limits, async (adb, signal) => {
      const { shellProtocol } = adb.subprocess;
      if (!shellProtocol?.isSupported)
        throw new PhoneFailure('unsupported', `The phone ${this.serial} is older than Android 7.`);
      const process = await shellProtocol.spawn([line], signal);
      try {
        const [bytes, errors, exitCode] = await Promise.all([
          readAll(process.stdout),
          readAll(process.stderr),
          process.exited,
        ]);
        return { bytes, text: decode(bytes), errors: decode(errors), exitCode };
      } finally {
        await process.kill();
      }
    });
  }

  /** Runs commands like `run`. Rejects with the PhoneFailure `refused` if one fails. */
  async mustRun(limits: DriverLimits, ...commands: readonly ShellCommand[]): Promise<ShellOutput> {
    const output = await this.run(limits, ...commands);
    if (output.exitCode === 0) return output;
    throw this.refusal(nameOf(commands), output);
  }

  /** Returns the failure of a command with what the phone said about it. */
  refusal(what: string, { text, errors }: Pick<ShellOutput, 'text' | 'errors'>): PhoneFailure {
    const said = plainText(firstLine(errors) || firstLine(text), MAX_QUOTED).replace(/\.$/, '');
    const reason = said === '' ? '' : `: ${said}`;
    return new PhoneFailure('refused', `The phone ${this.serial} refused “${what}”${reason}.`);
  }

  /** Uses the file transfer of the phone. */
  async sync<T>(what: string, limits: DriverLimits, work: (sync: AdbSync) => Promise<T>): Promise<T> {
    return this.use(what, limits, async adb => {
      const sync = await adb.sync();
      try {
        return await work(sync);
      } finally {
        await sync.dispose().catch(() => undefined);
      }
    });
  }

  /** Uses the connection within the limits; `what` names the work in the messages of failures. */
  async use<T>(
    what: string,
    { signal, timeoutMs = TIMEOUT_MS }: DriverLimits,
    work: (adb: Adb, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const late = AbortSignal.timeout(timeoutMs);
    const within = AbortSignal.any([signal, late, this.#end.signal]);
    let connecting: Promise<Connected> | undefined;
    try {
      // A connection that was closed is not made again.
      within.throwIfAborted();
      connecting = this.#connect();
      const { adb, ended } = await orAborted(connecting, within);
      connecting = undefined;
      const whileConnected = AbortSignal.any([within, ended]);
      return await orAborted(work(adb, whileConnected), whileConnected);
    } catch (error) {
      if (signal.aborted) throw error;
      if (late.aborted) {
        // Otherwise, each further call would wait for it.
        if (connecting) this.#abandon(connecting);
        throw this.#late(what, timeoutMs);
      }
      throw error instanceof PhoneFailure ? error : this.#failure(what, toError(error));
    }
  }

  /** Ends the connection; calls that still run fail. */
  async close(): Promise<void> {
    this.#end.abort(
      new PhoneFailure('disconnected', `The connection to the phone ${this.serial} was closed.`),
    );
    // A phone that hangs keeps nobody waiting.
    const late = pause(CLOSE_MS, undefined, { ref: false });
    const connected = await Promise.race([this.#connected?.catch(() => undefined), late]);
    await connected?.adb.close();
  }

  #connect(): Promise<Connected> {
    if (this.#connected) return this.#connected;
    const forget = (): void => this.#forget(connected);
    const connected = this.#open(forget);
    connected.catch(forget);
    this.#connected = connected;
    return connected;
  }

  #abandon(connecting: Promise<Connected>): void {
    this.#forget(connecting);
    void connecting.then(({ adb }) => adb.close()).catch(() => undefined);
  }

  async #open(onLost: () => void): Promise<Connected> {
    const adb = await this.#client.createAdb({ serial: this.serial });
    const end = new AbortController();
    const lose = (): void => {
      onLost();
      end.abort(new Error('The phone was disconnected.'));
    };
    adb.disconnected.then(lose, lose);
    return { adb, ended: end.signal };
  }

  #forget(connected: Promise<Connected>): void {
    if (this.#connected === connected) this.#connected = undefined;
  }

  #late(what: string, timeoutMs: number): PhoneFailure {
    const seconds = Math.round(timeoutMs / 100) / 10;
    return new PhoneFailure(
      'timeout',
      `The phone ${this.serial} did not finish “${what}” within ${seconds} seconds.`,
    );
  }

  #failure(what: string, error: Error): PhoneFailure {
    const { message } = error;
    if (errorCode(error) === 'ECONNREFUSED') return noServer(this.#address, error);
    if (/\bunauthorized\b|still authorizing/.test(message)) return unauthorized(this.serial, error);
    if (/^device .*not found|^no devices|^device offline/.test(message))
      return new PhoneFailure('disconnected', `The phone ${this.serial} is not connected.`, { cause: error });
    // The connection ended before the reply did.
    return new PhoneFailure('disconnected', `The phone ${this.serial} was disconnected during “${what}”.`);
  }
}

/** Returns the failure of a call without an adb server. */
export function noServer({ host, port }: AdbAddress, cause: unknown): PhoneFailure {
  const message = `No adb server answers at ${host}:${port}. Run “adb start-server” and try again.`;
  return new PhoneFailure('disconnected', message, { cause });
}

/** Returns the failure of a call to a phone that does not trust this computer. */
function unauthorized(serial: string, cause?: unknown): PhoneFailure {
  const message = `The phone ${serial} does not trust this computer yet. Unlock it and allow USB debugging.`;
  return new PhoneFailure('unauthorized', message, { cause });
}

/** Names commands in messages by the first words of the first that does more than to clear up. */
function nameOf(commands: readonly ShellCommand[]): string {
  const named = commands.find(([program]) => program !== 'rm') ?? commands[0];
  return named?.slice(0, 2).join(' ') ?? '';
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const bytes = await readBytes(stream, MAX_BYTES);
  if (!bytes) throw new PhoneFailure('refused', `The phone sent more than ${MAX_BYTES / 1024 / 1024} MB.`);
  return bytes;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function firstLine(text: string): string {
  return /^.*\S.*$/m.exec(text)?.[0].trim() ?? '';
}
