import { existsSync } from 'node:fs';
import { Command, CommanderError } from '@commander-js/extra-typings';
import { outputLines } from '../util/outputLine.ts';
import { InputError } from '../validate/inputFile.ts';
import { activateCommand } from './activateCommand.ts';
import { completeCommand, completionCommand } from './completion.ts';
import { deployCommand } from './deployCommand.ts';
import { diffCommand } from './diffCommand.ts';
import { healCommand } from './healCommand.ts';
import { exportCommand } from './exportCommand.ts';
import { importCommand } from './importCommand.ts';
import { initCommand } from './initCommand.ts';
import { mcpCommand } from './mcpCommand.ts';
import { pullCommand } from './pullCommand.ts';
import { saveTaskCommand } from './saveTaskCommand.ts';
import { sandboxCommand } from './sandboxCommand.ts';
import type { PackageFacts } from './sharedOptions.ts';
import { mergeReportsCommand, testCommand } from './testCommand.ts';
import { traceCommand } from './traceCommand.ts';
import { validateCommand } from './validateCommand.ts';

/** The name of the program, also in messages. */
export const PROGRAM = 'cloud-device-automation';

const EXAMPLES = `
Examples:
  ${PROGRAM} validate flows
  ${PROGRAM} test --reporter list --reporter junit=flows.xml flows
  ${PROGRAM} diff --base origin/main flows
  ${PROGRAM} deploy --connection staging.json --check flows
  ${PROGRAM} sandbox --port 4000 --data sandbox.db

Exit codes: 0 success, 1 findings or failures, 2 the command could not do its work.`;

/** Runs a command. Resolves to the exit code: 0, 1 for findings or failures, 2 if the command could not run. */
export async function runCommandLine(args: readonly string[], facts: PackageFacts): Promise<number> {
  let exitCode = 0;
  const program = createProgram(facts, code => (exitCode = code));
  try {
    await program.parseAsync(await separatePaths(args), { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has already printed its message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof InputError)) throw error;
    process.stderr.write(`${outputLines(error.message)}\n`);
    return 2;
  }
}

/**
 * Keeps `--only-changed` from taking a file or folder after it as its commit, which is optional. Throws InputError if a
 * commit has the same name.
 */
async function separatePaths(args: readonly string[]): Promise<string[]> {
  const at = args.indexOf('--only-changed');
  const next = args[at + 1];
  if (at === -1 || next === undefined || !existsSync(next)) return [...args];
  if (await isCommit(next))
    throw new InputError(
      `“${next}” after --only-changed is both a commit and a file or folder. Write --only-changed=${next} or --only-changed=HEAD.`,
    );
  return args.with(at, '--only-changed=HEAD');
}

async function isCommit(name: string): Promise<boolean> {
  const { git } = await import('./git.ts');
  const found = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  return found.then(
    () => true,
    () => false,
  );
}

function createProgram(facts: PackageFacts, end: (exitCode: number) => void): Command {
  const program = new Command(PROGRAM)
    .description('Checks, tests and runs automations of cloud phones, without an account.')
    .version(facts.version)
    .helpCommand(false)
    .addHelpText('after', EXAMPLES);
  program.addCommand(validateCommand(facts, end));
  program.addCommand(testCommand(facts, end));
  program.addCommand(mergeReportsCommand(facts, end));
  program.addCommand(healCommand(end));
  program.addCommand(traceCommand());
  program.addCommand(saveTaskCommand());
  program.addCommand(importCommand());
  program.addCommand(exportCommand());
  program.addCommand(diffCommand(end));
  program.addCommand(deployCommand(end));
  program.addCommand(pullCommand(end));
  program.addCommand(activateCommand(end));
  program.addCommand(sandboxCommand(facts, end));
  program.addCommand(mcpCommand(facts));
  program.addCommand(initCommand(facts));
  program.addCommand(completionCommand());
  program.addCommand(
    completeCommand(() => program),
    { hidden: true },
  );
  // The settings of a command are not inherited by commands that are added to it.
  for (const command of [program, ...program.commands])
    command.exitOverride().showHelpAfterError('Add --help for usage.');
  return program;
}
