import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { connectedCommand } from './connection/chosenConnection.ts';
import { flowFiles, formatOption, rootOption } from './sharedOptions.ts';

const NOTES = `
A flow needs a successful execution with its current trigger and steps. Without --execution, that is the one with which
"deploy --verify" or the editor has verified it last. A flow that differs from its file is not activated.

Examples:
  cloud-device-automation activate --connection staging.json flows
  cloud-device-automation activate --connection staging.json --execution 3f2b7d0e-52a4-4c58-9d3b-1f9f8f7f6a10 flows/order.flow.json

Exit codes: 0 all flows are active, 1 a flow is not, 2 the command could not do its work.`;

/** The command that activates flows of a service. */
export function activateCommand(end: (exitCode: number) => void): CommandUnknownOpts {
  return connectedCommand('activate')
    .description('Activate flows of a service that an execution has verified.')
    .addArgument(flowFiles())
    .addOption(rootOption())
    .addOption(formatOption())
    .option('--execution <id>', 'successful execution of the flow')
    .addHelpText('after', NOTES)
    .action(async (files, { connection, keyFile, allowHost, root, format, execution }) => {
      const { activateFlows } = await import('./deploy/activateFlows.ts');
      end(await activateFlows({ files, connection, keyFile, allowHost, root, format, execution }));
    });
}
