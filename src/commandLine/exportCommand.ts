import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { catalogOption } from './sharedOptions.ts';

const NOTES = `
Prints the flow as Maestro YAML, or writes it to the file of --output. A step without an equivalent becomes a comment with
its JSON. Standard error says which steps these are, and which commands only nearly have the meaning of a step. Secrets are
not written.

Examples:
  cloud-device-automation export flows/login.flow.json
  cloud-device-automation export --output .maestro/login.yaml --report login.md flows/login.flow.json

Exit codes: 0 success, 2 the flow cannot be exported, or the output exists.`;

/** The command that converts a flow file to a Maestro flow. */
export function exportCommand(): CommandUnknownOpts {
  return new Command('export')
    .description('Convert a flow file to a Maestro flow.')
    .addArgument(new Argument('<file>', 'flow file'))
    .option('--output <file>', 'new Maestro file (default: standard output)')
    .option('--report <file>', 'Markdown file that says for every step what became of it')
    .addOption(catalogOption())
    .addHelpText('after', NOTES)
    .action(async (file, options) => {
      const { exportFlowFile } = await import('./import/exportFlowFile.ts');
      await exportFlowFile({ file, ...options });
    });
}
