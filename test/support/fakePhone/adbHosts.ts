import type { AdbAddress } from '../../../src/sandbox/drivers/adb/adbConnection.ts';
import type { AdbDaemon } from './adbDaemon.ts';
import { AdbProgram } from './adbProgram.ts';
import { AdbTestServer } from './adbServer.ts';

/** A server of adb that connects to the services of phones. */
export interface AdbHost {
  readonly address: AdbAddress;
  connect(daemon: AdbDaemon): Promise<void>;
  disconnect(daemon: AdbDaemon): Promise<void>;
  stop(): Promise<void>;
}

/** The name of the server that needs an installed `adb`. */
export const INSTALLED_ADB = 'the program adb, if it is installed';

/** The servers by name. */
export const ADB_HOSTS = {
  'our own server': startOwnHost,
  [INSTALLED_ADB]: startProgramHost,
} satisfies Readonly<Record<string, () => Promise<AdbHost>>>;

async function startOwnHost(): Promise<AdbHost> {
  const server = await AdbTestServer.start();
  return {
    address: server.address,
    connect: daemon => server.connectTo(daemon.port),
    disconnect: daemon => {
      server.disconnect(daemon);
      return Promise.resolve();
    },
    stop: () => server.stop(),
  };
}

async function startProgramHost(): Promise<AdbHost> {
  const program = await AdbProgram.start();
  return {
    address: program.address,
    connect: async ({ serial }) => void (await program.run('connect', serial)),
    disconnect: async ({ serial }) => void (await program.run('disconnect', serial)),
    stop: () => program.stop(),
  };
}
