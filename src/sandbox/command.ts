import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { SEED_NAMES, type SeedName } from './seed/seedStore.ts';
import { startSandbox } from './server.ts';
import { DataFileError } from './store/database.ts';

const USAGE = `Usage: sandbox [options]

  --port N      port on 127.0.0.1 (default: a free one)
  --data FILE   SQLite file that keeps the state (default: in memory)
  --seed NAME   what a new file begins with: ${SEED_NAMES.join(', ')} (default: demo)
  --key KEY     API key to accept (default: a random one); the environment variable
                CLOUD_DEVICES_SANDBOX_KEY does the same without showing it in the process list
  --seed-number N  number that decides the random choices of a seed (default: 1)
  --parent      end when standard input closes
  --help        print this

Accepted for what the sandbox does not do yet: --loopback-webhooks
(deliveries to http://127.0.0.1), --control (faults and clock), --time-scale N (waits between deliveries).

The first line on standard output is a JSON object with baseUrl, apiKey and pid.`;

interface Options {
  readonly port: number;
  readonly dataFile: string | undefined;
  readonly seed: SeedName;
  readonly seedNumber: number;
  readonly key: string;
  readonly parent: boolean;
}

/** Runs the sandbox until it is told to end. Answers the exit code: 0, 1 for a failure, 2 for bad usage. */
export async function runSandbox(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if ('help' in options) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  if ('usage' in options) {
    process.stderr.write(`${options.usage}\n\n${USAGE}\n`);
    return 2;
  }
  try {
    const onError = (error: unknown): void => void process.stderr.write(`${describe(error)}\n`);
    const sandbox = await startSandbox({ ...options, onError });
    // Listening comes before the first line, after which the end may be asked for at once.
    const told = untilTold(options.parent);
    const { baseUrl } = sandbox;
    process.stdout.write(`${JSON.stringify({ baseUrl, apiKey: options.key, pid: process.pid })}\n`);
    await told;
    await sandbox.stop();
    return 0;
  } catch (error) {
    process.stderr.write(
      `${error instanceof DataFileError ? error.message : startProblem(error, options)}\n`,
    );
    return 1;
  }
}

function readOptions(
  args: readonly string[],
): Options | { readonly usage: string } | { readonly help: true } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        data: { type: 'string' },
        seed: { type: 'string', default: 'demo' },
        key: { type: 'string' },
        parent: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        'seed-number': { type: 'string', default: '1' },
        'loopback-webhooks': { type: 'boolean' },
        control: { type: 'boolean' },
        'time-scale': { type: 'string', default: '1' },
      },
    });
    if (values.help) return { help: true };
    for (const name of ['seed-number', 'time-scale'] as const) {
      const text = values[name];
      if (!(Number(text) >= 0)) return { usage: `--${name} takes a number, not ${text}.` };
    }
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      return { usage: `--port takes a number from 0 to 65535, not ${values.port}.` };
    }
    const seed = SEED_NAMES.find(name => name === values.seed);
    if (!seed) return { usage: `--seed takes one of ${SEED_NAMES.join(', ')}, not ${values.seed}.` };
    const key = values.key ?? process.env['CLOUD_DEVICES_SANDBOX_KEY'];
    if (key === '') return { usage: '--key takes a key that is not empty.' };
    const { parent } = values;
    const seedNumber = Number(values['seed-number']);
    return { port, seed, seedNumber, parent, dataFile: values.data, key: key ?? randomKey() };
  } catch (error) {
    return { usage: error instanceof Error ? error.message : String(error) };
  }
}

function randomKey(): string {
  return `sandbox_${randomBytes(24).toString('base64url')}`;
}

async function untilTold(parent: boolean): Promise<void> {
  const told = new AbortController();
  const { signal } = told;
  const reasons = [once(process, 'SIGTERM', { signal }), once(process, 'SIGINT', { signal })];
  if (parent) reasons.push(once(process.stdin.resume(), 'end', { signal }));
  await Promise.race(reasons);
  // The waits that were not needed end with the signal, and their rejection means nothing.
  for (const reason of reasons) reason.catch(() => undefined);
  told.abort();
  // An open input would keep the process alive.
  if (parent) process.stdin.destroy();
}

function startProblem(error: unknown, { port, dataFile }: Options): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program; choose another with --port.`;
  if (code === 'ERR_SQLITE_ERROR')
    return `The data file ${dataFile ?? ''} cannot be opened: ${describe(error)}`;
  return describe(error);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
