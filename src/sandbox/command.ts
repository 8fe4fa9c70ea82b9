import { once } from 'node:events';
import { lineLog } from './runtime/log.ts';
import type { SeedName } from '../contract/enumerations.ts';
import type { PhoneService } from '../contract/sandbox/phones.ts';
import type { AdbAddress } from './drivers/adb/adbConnection.ts';
import { PhoneFailure } from './runtime/phoneDriver.ts';
import { Refusal } from './runtime/refusal.ts';
import type { TraceRetention } from './runtime/service.ts';
import { startSandbox } from './server.ts';
import { DataFileError } from './store/database.ts';
import { errorCode } from '../util/errors.ts';

/** The maximum time for a shutdown, in milliseconds. */
const MAX_STOP_MS = 2000;

/** Phones of a service. */
interface ServicePhones {
  readonly service: PhoneService;
  readonly phoneIds: readonly string[];
}

/** The options of the command line. */
export interface SandboxOptions {
  readonly port: number;
  readonly dataFile: string | undefined;
  readonly seed: SeedName;
  readonly seedNumber: number;
  readonly key: string;
  readonly loopbackWebhooks: boolean;
  readonly loopbackPorts: readonly number[];
  readonly control: boolean;
  readonly timeScale: number;
  readonly schedules: boolean;
  readonly traces: TraceRetention;
  /** The adb server; that of this computer by default. */
  readonly adb?: AdbAddress | undefined;
  /** The serial numbers of the phones to add at the start, or `all`. */
  readonly addPhones?: readonly string[] | undefined;
  /** Phones of a service to add at the start, and where the service is. */
  readonly servicePhones?: ServicePhones | undefined;
  /** The program itself, which draws pictures as a worker thread. */
  readonly pictureThread?: URL | undefined;
  /** True if the sandbox ends when standard input closes. */
  readonly parent: boolean;
}

/** Runs the sandbox until it is asked to stop. Resolves to the exit code: 0, or 1 if it could not start. */
export async function runSandbox(options: SandboxOptions): Promise<number> {
  try {
    const log = lineLog(line => void process.stderr.write(line));
    const { adb, addPhones = [], servicePhones, ...rest } = options;
    const sandbox = await startSandbox({ ...rest, log, ...(adb ? { adb } : {}) });
    try {
      const { phones } = sandbox;
      if (addPhones.length > 0) await phones.adb.addFirst(addPhones);
      if (servicePhones) await phones.services.addFirst(servicePhones.service, servicePhones.phoneIds);
    } catch (error) {
      await sandbox.stop();
      throw error;
    }
    // Listens before the first line is written, because a caller may stop the sandbox right after reading it.
    const stopRequested = waitForStop(options.parent);
    const { baseUrl } = sandbox;
    process.stdout.write(`${JSON.stringify({ baseUrl, apiKey: options.key, pid: process.pid })}\n`);
    await stopRequested;
    // Work still running after this time ends with the process; the effects of answered requests are already stored.
    setTimeout(() => process.exit(0), MAX_STOP_MS).unref();
    await sandbox.stop();
    return 0;
  } catch (error) {
    process.stderr.write(`${describeStartError(error, options)}\n`);
    // Lets the calling program move the faulty file aside.
    if (error instanceof DataFileError && error.isFaulty)
      process.stdout.write(`${JSON.stringify({ faultyData: options.dataFile })}\n`);
    return 1;
  }
}

async function waitForStop(hasParent: boolean): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const reasons = [once(process, 'SIGTERM', { signal }), once(process, 'SIGINT', { signal })];
  if (hasParent) reasons.push(once(process.stdin.resume(), 'end', { signal }));
  await Promise.race(reasons);
  // Aborting rejects the other waits, which is expected.
  for (const reason of reasons) reason.catch(() => undefined);
  controller.abort();
  // An open standard input would keep the process alive.
  if (hasParent) process.stdin.destroy();
}

function describeStartError(error: unknown, { port }: SandboxOptions): string {
  if (error instanceof DataFileError || error instanceof PhoneFailure || error instanceof Refusal)
    return error.message;
  if (errorCode(error) === 'EADDRINUSE')
    return `Port ${port} is taken by another program; choose another with --port.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
