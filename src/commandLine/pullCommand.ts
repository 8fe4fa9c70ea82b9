import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { connectedCommand } from './connection/chosenConnection.ts';
import { formatOption, rootOption } from './sharedOptions.ts';

const NOTES = `
Without --yes, the command prints the differences and changes nothing. Only what differs by meaning is changed in a file.
With --flow, the file is linked to this flow, and is created if it does not exist.

Examples:
  cloud-device-automation pull --connection staging.json flows
  cloud-device-automation pull --connection staging.json --yes flows
  cloud-device-automation pull --connection staging.json --yes --flow 3f2b7d0e-52a4-4c58-9d3b-1f9f8f7f6a10 flows/order.flow.json

Exit codes: 0 done, or the differences were printed, 1 a flow could not be pulled, 2 the command could not do its work.`;

/** The command that writes flows of a service into their files. */
export function pullCommand(end: (exitCode: number) => void): CommandUnknownOpts {
  return connectedCommand('pull')
    .description('Write flows of a service into their files.')
    .addArgument(new Argument('<files...>', 'flow files, or folders whose linked files are meant'))
    .addOption(rootOption())
    .addOption(formatOption())
    .option('--flow <id>', 'flow to write into the only file')
    .option('--yes', 'write the files')
    .addHelpText('after', NOTES)
    .action(async (files, { connection, keyFile, allowHost, root, format, flow, yes }) => {
      const { pullFlows } = await import('./deploy/pullFlows.ts');
      const from = { files, connection, keyFile, allowHost, root, format };
      end(await pullFlows({ ...from, flow, yes: yes === true }));
    });
}
