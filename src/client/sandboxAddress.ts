import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isObject } from '../util/isObject.ts';

/** The address of a running sandbox, with its API key. */
export interface SandboxAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly pid: number;
}

/** Long enough for several sandboxes that start at once on a busy computer. */
const START_LIMIT_MS = 60_000;

/** Thrown if the sandbox data is damaged or from a newer version; the message says which. */
export class SandboxDataError extends Error {}

/** Thrown if the sandbox was stopped while it was starting or waiting to start. */
export class SandboxStoppedError extends Error {
  constructor() {
    super('The sandbox did not start, because it was stopped.');
  }
}

/**
 * Returns the address in the first line that a sandbox process prints. Rejects with a readable reason if it does not
 * start, and with SandboxDataError if its data is the reason.
 */
export function readAddress(child: ChildProcessWithoutNullStreams): Promise<SandboxAddress> {
  let lastLine = '';
  let isDataFaulty = false;
  createInterface(child.stderr).on('line', line => (lastLine = line));
  return new Promise<SandboxAddress>((resolve, reject) => {
    const fail = (reason: string, cause?: unknown): void =>
      reject(new Error(`The sandbox ${reason}`, { cause }));
    createInterface(child.stdout).once('line', line => {
      try {
        const message: unknown = JSON.parse(line);
        if (isAddress(message)) resolve(message);
        else if (isObject(message) && 'faultyData' in message) isDataFaulty = true;
        else throw new TypeError('The line is no address.');
      } catch (cause) {
        fail('began with a line that was not expected; see the log.', cause);
      }
    });
    child.once('error', cause => fail(`could not be started: ${cause.message}`, cause));
    child.once('close', () => {
      if (isDataFaulty) reject(new SandboxDataError(`The sandbox did not start. ${lastLine}`));
      else fail(`did not start. ${lastLine || 'See the log for more.'}`);
    });
    setTimeout(
      () => fail('did not start within 60 seconds; try again when the computer is less busy.'),
      START_LIMIT_MS,
    ).unref();
  });
}

function isAddress(message: unknown): message is SandboxAddress {
  return (
    isObject(message) &&
    typeof message['baseUrl'] === 'string' &&
    typeof message['apiKey'] === 'string' &&
    typeof message['pid'] === 'number'
  );
}
