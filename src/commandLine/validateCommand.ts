import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { REPORT_FORMATS, runValidate } from '../validate/command.ts';
import { InputError } from '../validate/inputFile.ts';
import { connectedCommand } from './connection/chosenConnection.ts';
import { catalogOption, flowFiles, type PackageFacts } from './sharedOptions.ts';

/** The command that checks flow files. */
export function validateCommand(facts: PackageFacts, end: (exitCode: number) => void): CommandUnknownOpts {
  return connectedCommand('validate')
    .description('Check flow files.')
    .addArgument(flowFiles())
    .addOption(catalogOption())
    .addOption(
      new Option('--format <name>', 'format of the findings').choices(REPORT_FORMATS).default('text'),
    )
    .option('--service', 'check the flows also on a service, with its actions')
    .addHelpText('after', EXAMPLES)
    .action(async (files, { catalog, format, service, connection, keyFile, allowHost }) => {
      const options = { files, catalogFile: catalog, format };
      if (service === true) {
        const { validateWithService } = await import('./validate/validateWithService.ts');
        end(await validateWithService({ ...options, connection, keyFile, allowHost }, facts));
        return;
      }
      if ([connection, keyFile, allowHost].some(option => option !== undefined))
        throw new InputError('A connection is used only with --service, which is missing.');
      end(await runValidate(options, facts));
    });
}

const EXAMPLES = `
Examples:
  cloud-device-automation validate flows
  cloud-device-automation validate --catalog actions.json --format sarif flows > flows.sarif
  cloud-device-automation validate --service --connection staging.json flows

Exit codes: 0 no errors, 1 errors, 2 the command could not do its work.`;
