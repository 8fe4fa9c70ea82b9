import {
  Argument,
  Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
import { catalogOption } from './sharedOptions.ts';

const NOTES = `
Reads a Maestro flow (.yaml) and the files that it runs, a recorded macro (.json), or a recording of Appium Inspector
(.js, .py, .java). Nothing in the file is run.
Prints the flow, or writes it to the file of --output. A command without steps that have its meaning becomes a step that
carries its text. Standard error says which commands these are, and which steps only nearly have the meaning.

Without --catalog, the flow is for the sandbox.

Examples:
  cloud-device-automation import .maestro/login.yaml
  cloud-device-automation import --output flows/login.flow.json --report login.md --env USER=ada .maestro/login.yaml

Exit codes: 0 success, 2 the file cannot be imported, or the output exists.`;

/** The command that converts a flow of another tool to a flow file. */
export function importCommand(): CommandUnknownOpts {
  return new Command('import')
    .description('Convert a flow of another tool to a flow file.')
    .addArgument(new Argument('<file>', 'file of the other tool'))
    .option('--output <file>', 'new flow file (default: standard output)')
    .option('--report <file>', 'Markdown file that says for every command what became of it')
    .option(
      '--root <folder>',
      'folder outside of which no file is read (default: the current folder, or that of the file)',
    )
    .addOption(
      new Option('--platform <name>', 'platform of the device')
        .choices(['android', 'ios'])
        .default('android' as const),
    )
    .option('--screen <size>', 'screen in pixels, for points that are parts of it', parseSize, {
      width: 1080,
      height: 2400,
    })
    .option('--env <assignment>', 'value of a variable, such as USER=ada; can be repeated', collectVariables)
    .addOption(catalogOption())
    .addHelpText('after', NOTES)
    .action(async (file, { env = new Map<string, string>(), ...options }) => {
      const { importFlowFile } = await import('./import/importFlowFile.ts');
      await importFlowFile({ file, ...options, variables: env });
    });
}

function parseSize(text: string): { readonly width: number; readonly height: number } {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(text) ?? [];
  if (width !== undefined && height !== undefined) return { width: Number(width), height: Number(height) };
  throw new InvalidArgumentError('It takes a width and a height in pixels, such as 1080x2400.');
}

function collectVariables(
  text: string,
  known: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return new Map([...known, [name, value]]);
  throw new InvalidArgumentError('It takes a name and a value, such as USER=ada.');
}
