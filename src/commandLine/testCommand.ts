import { availableParallelism } from 'node:os';
import {
  Argument,
  Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
import { phoneServiceOption } from './connection/chosenConnection.ts';
import {
  catalogOption,
  collectNames,
  collectPorts,
  decimalNumber,
  flowFiles,
  type PackageFacts,
  wholeNumber,
} from './sharedOptions.ts';
import { InputError } from '../validate/inputFile.ts';
import { type ChosenReporter, collectReporters, REPORTERS } from './test/reporters.ts';

/** The default factor of waits in the sandbox: fifty times as fast. */
const TIME_SCALE = 0.02;

const LIST: readonly ChosenReporter[] = [{ name: 'list', file: undefined }];

const COVERAGE: ChosenReporter = { name: 'coverage', file: undefined };

const TEST_NOTES = `
Each flow file is tested by the cases in the *.flow.test.json file next to it, or by one run that must succeed.
Each case starts with a new state of a sandbox on this computer.

Examples:
  cloud-device-automation test flows
  cloud-device-automation test --grep sign-in --retries 2 flows
  cloud-device-automation test --only-changed=origin/main --reporter list --reporter junit=flows.xml flows
  cloud-device-automation test --reporter list --reporter html=report.html flows
  cloud-device-automation test --coverage --reporter list --reporter lcov=flows.lcov flows
  cloud-device-automation test --shard 1/4 --reporter json=reports/1.json flows
  cloud-device-automation test --accept-pictures flows/sign-in.flow.json
  cloud-device-automation test --propose repairs.json --baseline traces/sign-in.flow-trace flows

Exit codes: 0 all cases passed, 1 a case failed or could not run, 2 the command could not do its work, 130 ended by
Ctrl+C, which still writes the reports.`;

const MERGE_NOTES = `
Examples:
  cloud-device-automation merge-reports --reporter list --reporter junit=flows.xml reports
  cloud-device-automation merge-reports --coverage --reporter html=report.html reports

Exit codes: as if all cases had run at once, and 2 if the report of a part is missing.`;

/** The command that tests flow files in the sandbox. */
export function testCommand(
  { reportPage, version }: PackageFacts,
  end: (exitCode: number) => void,
): CommandUnknownOpts {
  return new Command('test')
    .description('Test flow files in the sandbox.')
    .addArgument(flowFiles())
    .addOption(catalogOption())
    .option('--grep <text>', 'only cases whose path and name contain this text')
    .option('--only-changed [commit]', 'only flows that changed since this commit of Git (default: HEAD)')
    .option('--list', 'print the cases instead of running them')
    .option(
      '--workers <number>',
      'number of sandboxes in which cases run at the same time',
      wholeNumber(1, 64),
      Math.max(1, Math.floor(availableParallelism() / 2)),
    )
    .option('--retries <number>', 'how often a failed case is run again', wholeNumber(0, 10), 0)
    .option(
      '--max-failures <number>',
      'start no case after this many failures; 0 for no limit',
      wholeNumber(0, 1e6),
      0,
    )
    .option('--shard <part/total>', 'only one of several equal parts, such as 1/4', readShard)
    .option(
      '--devices <names>',
      'sandbox devices to use instead of those of the flows, separated by commas',
      readList,
    )
    .option(
      '--phone <serial>',
      'run on this phone of the adb server instead, or on “all” that are ready; can be repeated',
      collectNames,
    )
    .addOption(phoneServiceOption('--phone'))
    .addOption(reporterOption())
    .option('--traces <folder>', 'save the traces of cases that pass in this folder')
    .option('--propose <file>', 'write proposed repairs of failed cases to this file, for heal')
    .option(
      '--baseline <trace>',
      'trace of a run that passed, from which repairs are proposed; can be repeated',
      collectNames,
    )
    .addOption(coverageOption())
    .option('--accept-pictures', 'accept the pictures of cases in which nothing else fails')
    .option('--even-in-ci', 'with --accept-pictures: also if the environment variable CI is set')
    .option('--junit <file>', 'the same as --reporter list --reporter junit=FILE')
    .option(
      '--time-scale <factor>',
      `factor for the waits of the sandbox (default: ${TIME_SCALE}, with --phone 1)`,
      decimalNumber(0, 1000),
    )
    .option(
      '--loopback-port <port>',
      'port of this computer that webhooks.request steps and deliveries may call; can be repeated',
      collectPorts,
    )
    .addHelpText('after', TEST_NOTES)
    .action(
      async (
        files,
        { catalog, junit, coverage, loopbackPort, reporter, list, devices, phone, baseline, ...options },
      ) => {
        const { testFlows } = await import('./test/testFlows.ts');
        const more: readonly ChosenReporter[] = [
          ...(junit === undefined ? [] : [{ name: 'junit', file: junit } as const]),
          ...(coverage === true ? [COVERAGE] : []),
        ];
        const exitCode = await testFlows({
          ...options,
          files,
          traceFolder: options.traces,
          baselines: baseline ?? [],
          catalogFile: catalog,
          devices: devices ?? [],
          phones: phone ?? [],
          timeScale: options.timeScale ?? (phone ? 1 : TIME_SCALE),
          list: list === true,
          acceptsPictures: mayAccept(options),
          loopbackPorts: loopbackPort ?? [],
          reporters: [...(reporter ?? LIST), ...more],
          page: reportPage,
          version,
        });
        end(exitCode);
      },
    );
}

/** The command that merges the JSON reports of several parts of a run. */
export function mergeReportsCommand(
  { reportPage, version }: PackageFacts,
  end: (exitCode: number) => void,
): CommandUnknownOpts {
  return new Command('merge-reports')
    .description('Merge the JSON reports of the parts of a test run.')
    .addArgument(new Argument('<reports...>', 'JSON reports, or folders with them'))
    .addOption(reporterOption())
    .addOption(coverageOption())
    .addHelpText('after', MERGE_NOTES)
    .action(async (names, { reporter = LIST, coverage }) => {
      const { mergeReports } = await import('./test/mergeReports.ts');
      const reporters = coverage === true ? [...reporter, COVERAGE] : reporter;
      end(await mergeReports(names, reporters, reportPage, version));
    });
}

function coverageOption(): Option<'--coverage', undefined, undefined, true> {
  return new Option(
    '--coverage',
    'print the steps and branches that ran, and add them to the html and markdown reports',
  );
}

function reporterOption(): Option<'--reporter <name>', undefined, undefined, readonly ChosenReporter[]> {
  return new Option(
    '--reporter <name>',
    `${REPORTERS.join(', ')}; add =FILE to write a file; can be repeated (default: list)`,
  ).argParser(collectReporters);
}

/** Returns true if pictures are accepted. Throws InputError in CI, where nobody looks at them. */
function mayAccept({
  acceptPictures,
  evenInCi,
}: {
  readonly acceptPictures?: true | undefined;
  readonly evenInCi?: true | undefined;
}): boolean {
  if (acceptPictures !== true) return false;
  if (!process.env['CI'] || evenInCi === true) return true;
  throw new InputError(
    'Pictures are not accepted where the environment variable CI is set, because nobody looks at them. Add --even-in-ci to accept them anyway.',
  );
}

function readShard(text: string): { readonly index: number; readonly total: number } {
  const [, part = '', all = ''] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const [index, total] = [Number(part), Number(all)];
  if (index >= 1 && index <= total) return { index, total };
  throw new InvalidArgumentError('It takes the number of the part and of all parts, such as 1/4.');
}

function readList(text: string): readonly string[] {
  return text
    .split(',')
    .map(name => name.trim())
    .filter(Boolean);
}
