import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { PackageFacts } from './sharedOptions.ts';

const NOTES = `
It writes a first flow with a test, unless the folder has flow files. In a terminal, it asks whether coding agents may use
the flows. Existing files are not changed, except for a new line in .gitattributes and a new server in the configurations
of agents.

With --git-diff, the Git of this clone shows changes of flow files by their meaning in "git diff" and
"git difftool --tool=cloud-flow". It uses this installation of the program; without it, Git shows the plain text.

Examples:
  cloud-device-automation init
  cloud-device-automation init --github --agents automations

Exit codes: 0 success, 2 the command could not do its work.`;

/** The command that prepares a folder for flows. */
export function initCommand({ program }: PackageFacts): CommandUnknownOpts {
  return new Command('init')
    .description('Prepare a folder for flows.')
    .argument('[folder]', 'the folder', '.')
    .option('--github', 'also write a workflow for GitHub Actions')
    .option('--git-diff', 'also let Git compare flow files by their meaning in this clone')
    .option(
      '--agents',
      'also write .mcp.json and AGENTS.md for coding agents, and .cursor/mcp.json and .gemini/settings.json if these folders exist, without asking',
    )
    .option('--no-agents', 'write nothing for coding agents, without asking')
    .option('--yes', 'answer the question with yes')
    .addHelpText('after', NOTES)
    .action(async (folder, { github, gitDiff, agents, yes }) => {
      const { initFolder } = await import('./init/initFolder.ts');
      const { serverFilesOf } = await import('./init/prepareAgents.ts');
      const options = {
        github: github === true,
        gitProgram: gitDiff === true ? program : undefined,
        agents: async () =>
          agents ?? (yes === true || (await askForAgents([...serverFilesOf(folder), 'AGENTS.md']))),
      };
      for await (const line of initFolder(folder, options)) process.stdout.write(`${line}\n`);
    });
}

/** Asks whether coding agents may use the flows; without a terminal, they may not. */
async function askForAgents(files: readonly string[]): Promise<boolean> {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY || !output.isTTY) return false;
  const lines = createInterface({ input, output });
  try {
    const names = `${files.slice(0, -1).join(', ')} and ${files.at(-1) ?? ''}`;
    const question = `Write ${names}, so that coding agents can use the flows? [y/N] `;
    // The end of the input is no answer.
    const ended = once(lines, 'close').then(() => '');
    const answer = await Promise.race([lines.question(question).catch(() => ''), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
