import { randomBytes } from 'node:crypto';
import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { SEED_NAMES } from '../contract/enumerations.ts';
import type { SandboxOptions } from '../sandbox/command.ts';
import { phoneServiceOption } from './connection/chosenConnection.ts';
import type { RelayedPhones } from './connection/phoneRelay.ts';
import {
  collectNames,
  collectPorts,
  decimalNumber,
  type PackageFacts,
  wholeNumber,
} from './sharedOptions.ts';

const EXAMPLES = `
The first line on standard output is a JSON object with baseUrl, apiKey and pid.

Examples:
  cloud-device-automation sandbox --port 4000 --data sandbox.db
  CLOUD_DEVICES_SANDBOX_KEY=local-only cloud-device-automation sandbox --port 4000
  cloud-device-automation sandbox --port 4000 --add-phone emulator-5554
  cloud-device-automation sandbox --phone-service https://api.example.com/v1 --add-phone 3f2b7d0e-52a4-4c58-9d3b-1f9f8f7f6a10

Exit codes: 0 it was stopped, 1 it could not start, 2 invalid usage.`;

/** The command that runs the local service. `run` gets its options. */
export function sandboxCommand(
  { program }: Pick<PackageFacts, 'program'>,
  end: (exitCode: number) => void,
  run = runSandbox,
): CommandUnknownOpts {
  return new Command('sandbox')
    .description('Run the local service.')
    .option('--port <port>', 'port on 127.0.0.1; 0 chooses a free one', wholeNumber(0, 65_535), 0)
    .option('--data <file>', 'SQLite file that keeps the state (default: in memory)')
    .addOption(
      new Option('--seed <name>', 'content of a new file').choices(SEED_NAMES).default('demo' as const),
    )
    .option('--seed-number <number>', 'decides every random choice', wholeNumber(0, 2 ** 32 - 1), 1)
    .addOption(
      new Option(
        '--key <key>',
        'API key to accept (default: a random one); the environment variable does not show it in the process list',
      )
        .env('CLOUD_DEVICES_SANDBOX_KEY')
        .argParser(readKey),
    )
    .option('--loopback-webhooks', 'allow deliveries to every port of http://127.0.0.1')
    .option(
      '--loopback-port <port>',
      'allow deliveries and webhooks.request steps to this port of this computer; can be repeated',
      collectPorts,
    )
    .option('--control', 'offer the interface for faults and the clock below /_control')
    .option(
      '--time-scale <factor>',
      'factor for the time that the sandbox takes: 0.01 makes it a hundred times faster',
      factor,
      1,
    )
    .option('--no-schedules', 'start no flow by a schedule, as CLOUD_DEVICES_SANDBOX_SCHEDULES=off does')
    .option(
      '--trace-runs <number>',
      'runs of each flow with a trace of every step; 0 records none',
      wholeNumber(0, 10_000),
      20,
    )
    .option('--trace-days <number>', 'days after which traces are deleted', wholeNumber(0, 3650), 14)
    .option('--adb <address>', 'adb server whose phones can be added (default: 127.0.0.1:5037)', readAddress)
    .option(
      '--add-phone <serial>',
      'add this phone of the adb server as a device, or “all” that are ready; can be repeated',
      collectNames,
    )
    .addOption(phoneServiceOption('--add-phone'))
    .option('--parent', 'end when standard input closes')
    .addHelpText('after', EXAMPLES)
    .action(
      async ({
        adb,
        addPhone,
        control,
        data,
        key,
        loopbackPort,
        loopbackWebhooks,
        parent,
        phoneService,
        traceRuns,
        traceDays,
        schedules,
        ...options
      }) => {
        const servicePhones = phoneService === undefined ? undefined : await relayOf(phoneService, addPhone);
        const exitCode = await run({
          ...options,
          adb: adb ?? addressInEnvironment(),
          addPhones: servicePhones ? [] : addPhone,
          ...(servicePhones ? { servicePhones } : {}),
          loopbackWebhooks: loopbackWebhooks === true,
          control: control === true,
          parent: parent === true,
          dataFile: data,
          key: key ?? randomKey(),
          loopbackPorts: loopbackPort ?? [],
          schedules: schedules && process.env['CLOUD_DEVICES_SANDBOX_SCHEDULES'] !== 'off',
          traces: { runs: traceRuns, days: traceDays },
          pictureThread: program,
        });
        await servicePhones?.close();
        end(exitCode);
      },
    );
}

async function runSandbox(options: SandboxOptions): Promise<number> {
  const sandbox = await import('../sandbox/command.ts');
  return sandbox.runSandbox(options);
}

async function relayOf(address: string, phoneIds: readonly string[] = []): Promise<RelayedPhones> {
  const { relayPhones } = await import('./connection/phoneRelay.ts');
  return relayPhones(address, phoneIds);
}

function factor(text: string): number {
  return Number(text) === 0 ? 0 : decimalNumber(0, 1000)(text);
}

// The variable by which the programs of the Android SDK find the adb server.
function addressInEnvironment(): ReturnType<typeof readAddress> | undefined {
  const port = Number(process.env['ANDROID_ADB_SERVER_PORT']);
  return Number.isInteger(port) && port > 0 && port <= 65_535 ? { host: '127.0.0.1', port } : undefined;
}

/** Reads the address of an adb server, such as `127.0.0.1:5037`. */
function readAddress(text: string): { readonly host: string; readonly port: number } {
  const [, host = '', port = ''] = /^(\[[\da-f:]+\]|[\w.-]+):(\d+)$/i.exec(text) ?? [];
  if (host !== '' && Number(port) >= 1 && Number(port) <= 65_535)
    return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
  throw new InvalidArgumentError('It takes a host and a port, such as 127.0.0.1:5037.');
}

function readKey(text: string): string {
  if (/^[\x21-\x7E]+$/.test(text)) return text;
  throw new InvalidArgumentError('An API key has one or more printable characters and no spaces.');
}

function randomKey(): string {
  return `sk_sandbox_${randomBytes(24).toString('base64url')}`;
}
