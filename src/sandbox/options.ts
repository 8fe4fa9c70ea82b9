import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { SEED_NAMES, type SeedName } from '../contract/enumerations.ts';

/** The help text of the command line. */
export const USAGE = `Usage: sandbox [options]

  --port N             port on 127.0.0.1 (default: a free one)
  --data FILE          SQLite file that keeps the state (default: in memory)
  --seed NAME          what a new file begins with: ${SEED_NAMES.join(', ')} (default: demo)
  --seed-number N      decides every random choice (default: 1)
  --key KEY            API key to accept (default: a random one); the environment variable
                       CLOUD_DEVICES_SANDBOX_KEY does the same without showing it in the process list
  --loopback-webhooks  allow deliveries to every port of http://127.0.0.1
  --loopback-port N    allow deliveries and webhooks.request steps to this port of this computer; may be repeated
  --control            offer the interface for faults and the clock below /_control
  --time-scale N       factor of what the sandbox itself takes: 0.01 makes it a hundred times faster (default: 1)
  --no-schedules       start no flow by a schedule; the environment variable CLOUD_DEVICES_SANDBOX_SCHEDULES=off
                       does the same
  --parent             end when standard input closes
  --help               print this

The first line on standard output is a JSON object with baseUrl, apiKey and pid.`;

/** The options of the command line. */
export interface Options {
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
  readonly parent: boolean;
}

/** Parses the command line. Returns its options, 'help', or an error message in `usage`. */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Options | 'help' | { readonly usage: string } {
  try {
    const values = parse(args);
    if (values.help) return 'help';
    const seed = SEED_NAMES.find(name => name === values.seed);
    if (!seed) throw new Error(`--seed takes one of ${SEED_NAMES.join(', ')}, not “${values.seed}”.`);
    const key = values.key ?? environment['CLOUD_DEVICES_SANDBOX_KEY'] ?? randomKey();
    if (!/^[\x21-\x7E]+$/.test(key))
      throw new Error('An API key has one or more printable characters and no spaces.');
    return {
      port: wholeNumber('port', values.port, 65_535),
      dataFile: values.data,
      seed,
      seedNumber: wholeNumber('seed-number', values['seed-number'], 2 ** 32 - 1),
      key,
      loopbackWebhooks: values['loopback-webhooks'],
      loopbackPorts: values['loopback-port'].map(text => wholeNumber('loopback-port', text, 65_535)),
      control: values.control,
      timeScale: factor('time-scale', values['time-scale']),
      schedules: !values['no-schedules'] && environment['CLOUD_DEVICES_SANDBOX_SCHEDULES'] !== 'off',
      parent: values.parent,
    };
  } catch (error) {
    return { usage: error instanceof Error ? error.message : String(error) };
  }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '0' },
      data: { type: 'string' },
      seed: { type: 'string', default: 'demo' },
      'seed-number': { type: 'string', default: '1' },
      key: { type: 'string' },
      'loopback-webhooks': { type: 'boolean', default: false },
      'loopback-port': { type: 'string', multiple: true, default: [] },
      control: { type: 'boolean', default: false },
      'time-scale': { type: 'string', default: '1' },
      'no-schedules': { type: 'boolean', default: false },
      parent: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values;
}

function wholeNumber(option: string, text: string, most: number): number {
  if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
  throw new Error(`--${option} takes a whole number from 0 to ${most}, not “${text}”.`);
}

function factor(option: string, text: string): number {
  if (/^\d*\.?\d+$/.test(text)) return Number(text);
  throw new Error(`--${option} takes a number from 0, such as 0.01, not “${text}”.`);
}

function randomKey(): string {
  return `sk_sandbox_${randomBytes(24).toString('base64url')}`;
}
