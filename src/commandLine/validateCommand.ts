import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { REPORT_FORMATS, runValidate } from '../validate/command.ts';
import { catalogOption, flowFiles, type PackageFacts } from './sharedOptions.ts';

/** The command that checks flow files. */
export function validateCommand(facts: PackageFacts, end: (exitCode: number) => void): CommandUnknownOpts {
  return new Command('validate')
    .description('Check flow files.')
    .addArgument(flowFiles())
    .addOption(catalogOption())
    .addOption(
      new Option('--format <name>', 'format of the findings').choices(REPORT_FORMATS).default('text'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (files, { catalog, format }) => {
      end(await runValidate({ files, catalogFile: catalog, format }, facts));
    });
}

const EXAMPLES = `
Examples:
  cloud-device-automation validate flows
  cloud-device-automation validate --catalog actions.json --format sarif flows > flows.sarif

Exit codes: 0 no errors, 1 errors, 2 the command could not do its work.`;
