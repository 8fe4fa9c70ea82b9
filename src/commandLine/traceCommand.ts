import { Argument, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { connectedCommand } from './connection/chosenConnection.ts';
import { TRACE_FORMATS } from './trace/formatTrace.ts';

const NOTES = `
Examples:
  cloud-device-automation trace reports/1-traces/3-1.flow-trace
  cloud-device-automation trace --format markdown run.flow-trace
  cloud-device-automation trace --connection staging.json 3f2b7d0e-52a4-4c58-9d3b-1f9f8f7f6a10
  cloud-device-automation trace --output run.flow-trace 3f2b7d0e-52a4-4c58-9d3b-1f9f8f7f6a10

Exit codes: 0 success, 2 the trace cannot be read or saved.`;

/** The command that prints why a run failed and its steps, and saves its trace. */
export function traceCommand(): CommandUnknownOpts {
  return connectedCommand('trace')
    .description('Print why a run failed, and its steps.')
    .addArgument(new Argument('<source>', '*.flow-trace file, or the ID of an execution'))
    .addOption(
      new Option('--format <name>', 'format of the output').choices(TRACE_FORMATS).default('text' as const),
    )
    .option(
      '--output <file>',
      'also save the trace of an execution with its screenshots, as a *.flow-trace file',
    )
    .addHelpText('after', NOTES)
    .action(async (source, { connection, keyFile, allowHost, format, output }) => {
      const { printTrace } = await import('./trace/printTrace.ts');
      await printTrace({ source, connection, keyFile, allowHost, format, output });
    });
}
