import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';

const NOTES = `
It writes a first flow with a test, unless the folder has flow files, and tells Git to show changes of flow files by
their meaning in "git diff" and "git difftool --tool=cloud-flow". Existing files are not changed, except for a new
line in .gitattributes.

Examples:
  cloud-device-automation init
  cloud-device-automation init --github automations

Exit codes: 0 success, 2 the command could not do its work.`;

/** The command that prepares a folder for flows. */
export function initCommand(): CommandUnknownOpts {
  return new Command('init')
    .description('Prepare a folder for flows.')
    .argument('[folder]', 'the folder', '.')
    .option('--github', 'also write a workflow for GitHub Actions')
    .addHelpText('after', NOTES)
    .action(async (folder, { github }) => {
      const { initFolder } = await import('./init/initFolder.ts');
      for (const line of await initFolder(folder, { github: github === true }))
        process.stdout.write(`${line}\n`);
    });
}
