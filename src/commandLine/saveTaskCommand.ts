import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { connectedCommand } from './connection/chosenConnection.ts';

const NOTES = `
Prints the flow, or writes it to the file of --output. What was left out and which steps are uncertain goes to standard error.

Examples:
  cloud-device-automation save-task --connection staging.json 3f2b7d0e-52a4-4c58-9d3b-1f9f8f7f6a10
  cloud-device-automation save-task --output flows/sign-in.flow.json 3f2b7d0e-52a4-4c58-9d3b-1f9f8f7f6a10

Exit codes: 0 success, 2 the task cannot be read or has no steps, or the file exists.`;

/** The command that saves a finished task as a flow file. */
export function saveTaskCommand(): CommandUnknownOpts {
  return connectedCommand('save-task')
    .description('Save a finished task as a flow file.')
    .addArgument(new Argument('<task>', 'ID of the task'))
    .option('--output <file>', 'new flow file (default: standard output)')
    .addHelpText('after', NOTES)
    .action(async (taskId, { connection, keyFile, allowHost, output }) => {
      const { saveTask } = await import('./task/saveTask.ts');
      await saveTask({ taskId, connection, keyFile, allowHost, output });
    });
}
