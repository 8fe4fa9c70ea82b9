import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AdbAddress } from '../../../src/sandbox/drivers/adb/adbConnection.ts';
import { until } from '../until.ts';

const run = promisify(execFile);

/** Returns true if the program `adb` is installed. */
export function hasAdb(): boolean {
  return spawnSync('adb', ['--version']).error === undefined;
}

/** The server of the installed program `adb`, at a port of its own and with keys of its own. */
export class AdbProgram {
  readonly address: AdbAddress;
  readonly #folder: string;
  #server: ChildProcess;
  #isStopped = false;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.address = { host: '127.0.0.1', port };
    this.#server = this.#serve();
  }

  static async start(): Promise<AdbProgram> {
    const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-adb-'));
    const program = new AdbProgram(folder, await freePort());
    await until('the server of adb', () => program.#isListening());
    return program;
  }

  /** Runs a command of the program, and returns its output. */
  async run(...args: readonly string[]): Promise<string> {
    const place = ['-H', this.address.host, '-P', String(this.address.port)];
    return (await run('adb', [...place, ...args], { env: environment(this.#folder) })).stdout;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#server.exitCode === null && this.#server.signalCode === null) {
      const ended = once(this.#server, 'exit');
      this.#server.kill('SIGKILL');
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  // The server can crash when a phone that restarts is disconnected, and is then started again.
  #serve(): ChildProcess {
    const server = spawn('adb', ['-P', String(this.address.port), 'nodaemon', 'server'], {
      env: environment(this.#folder),
      stdio: 'ignore',
    });
    server.once('exit', () => {
      if (!this.#isStopped) this.#server = this.#serve();
    });
    return server;
  }

  // The program itself would start another server.
  async #isListening(): Promise<boolean> {
    const socket = connect(this.address);
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }
}

// The server must not look for emulators of this computer.
function environment(folder: string): NodeJS.ProcessEnv {
  const { PATH } = process.env;
  return { PATH, HOME: folder, TMPDIR: folder, ADB_LOCAL_TRANSPORT_MAX_PORT: '5554' };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
