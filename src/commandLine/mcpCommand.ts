import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { PROFILES } from '../agent/policy.ts';
import { allowHostOption, connectionOption, keyFileOption } from './connection/chosenConnection.ts';
import { decimalNumber, type PackageFacts } from './sharedOptions.ts';

const NOTES = `
Agents get tools to write, check, run, deploy and activate flows. The protocol is spoken on standard input and output, so
configure the command in your agent instead of calling it yourself.

With the profile sandbox, everything happens in the flow files of the folder and in a sandbox on this computer that ends
with the command; no service is reached. The other profiles also need a connection, and allow on it:
  read     reading
  devices  reading, and acting on devices
  all      everything. Your agent asks you about each deployment and activation. If it cannot ask, these are refused.

Examples of configurations:
  {"command": "npx", "args": ["--yes", "cloud-device-automation", "mcp", "--folder", "flows"]}
  {"command": "npx", "args": ["--yes", "cloud-device-automation", "mcp", "--folder", "flows", "--profile", "read",
   "--connection", "staging.json", "--key-file", "/run/secrets/key"]}

Exit codes: 0 standard input was closed, 2 the command could not do its work.`;

/** The command that serves agents over the Model Context Protocol. */
export function mcpCommand(facts: PackageFacts): CommandUnknownOpts {
  return new Command('mcp')
    .description('Serve agents over the Model Context Protocol.')
    .option('--folder <folder>', 'the folder with the flow files', '.')
    .addOption(
      new Option('--profile <name>', 'what agents may do on a service')
        .choices(PROFILES)
        .default('sandbox' as const),
    )
    .addOption(connectionOption())
    .addOption(keyFileOption())
    .addOption(allowHostOption())
    .option('--data <file>', 'SQLite file that keeps the state of the sandbox (default: in memory)')
    .option('--time-scale <factor>', 'factor for the waits of the sandbox', decimalNumber(0, 1000), 0.02)
    .addHelpText('after', NOTES)
    .action(async ({ folder, profile, connection, keyFile, allowHost, data, timeScale }) => {
      const { serveMcp } = await import('./mcp/serveMcp.ts');
      const { version, agentPage: page } = facts;
      const chosen = { connection, keyFile, allowHost };
      await serveMcp({ folder, profile, ...chosen, dataFile: data, timeScale, version, page });
    });
}
