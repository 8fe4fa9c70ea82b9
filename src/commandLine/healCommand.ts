import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { catalogOption, decimalNumber } from './sharedOptions.ts';

const NOTES = `
Shows what the proposals change. Nothing is written without --yes, and then only to flow files inside the folder of
--root that are not in a hidden folder.

Examples:
  cloud-device-automation heal repairs.json
  cloud-device-automation heal --yes --least-confidence 0.8 repairs.json

Exit codes: 0 all proposals fit, 1 a step has changed since and its flow was left as it is, 2 the command could not do
its work.`;

/** The command that shows or applies the repairs that tests proposed. */
export function healCommand(end: (exitCode: number) => void): CommandUnknownOpts {
  return new Command('heal')
    .description('Show or apply the repairs that “test --propose” wrote.')
    .argument('<file>', 'JSON file with proposals')
    .addOption(catalogOption())
    .option('--root <folder>', 'folder of the project, whose flow files are changed', '.')
    .option('--yes', 'write the changes to the flow files')
    .option(
      '--least-confidence <number>',
      'only repairs that are at least this likely to be right, up to 1',
      decimalNumber(0, 1),
    )
    .addHelpText('after', NOTES)
    .action(async (file, { catalog, root, yes, leastConfidence }) => {
      const { healFlows } = await import('./heal/healFlows.ts');
      end(
        await healFlows({
          file,
          root,
          catalogFile: catalog,
          isWriting: yes === true,
          leastConfidence: leastConfidence ?? 0,
        }),
      );
    });
}
