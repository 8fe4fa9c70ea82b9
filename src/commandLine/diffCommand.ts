import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { DIFF_FORMATS } from './diff/formatDiff.ts';
import { catalogOption } from './sharedOptions.ts';

const NOTES = `
Flows are compared by their meaning: the order of properties, spaces, and defaults of actions make no difference.

Examples:
  cloud-device-automation diff old.flow.json new.flow.json
  cloud-device-automation diff --base origin/main --format markdown flows
  cloud-device-automation diff --base HEAD --exit-code

Exit codes: 0 success, 1 there are differences and --exit-code is given, 2 the command could not do its work.`;

/** The command that compares flow files. */
export function diffCommand(end: (exitCode: number) => void): CommandUnknownOpts {
  return new Command('diff')
    .description('Compare flow files by their meaning.')
    .argument('[paths...]', 'two files; with --base, files and folders (default: the current folder)')
    .option('--base <commit>', 'compare the files with their common ancestor with this commit of Git')
    .addOption(
      new Option('--format <name>', 'format of the differences')
        .choices(DIFF_FORMATS)
        .default('text' as const),
    )
    .addOption(catalogOption())
    .option('--exit-code', 'end with 1 if there are differences')
    .option('--textconv', 'print one file with sorted properties and all parameters, for Git')
    .addHelpText('after', NOTES)
    .action(async (paths, { base, catalog, format, exitCode, textconv }) => {
      const { diffFlows } = await import('./diff/diffFlows.ts');
      end(
        await diffFlows({
          paths,
          base,
          catalogFile: catalog,
          format,
          exitCode: exitCode === true,
          textconv: textconv === true,
        }),
      );
    });
}
