import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** The result of a command. */
export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const PROGRAM = resolve('src/cli.ts');

type Environment = Readonly<Record<string, string>>;

/** Runs a command of the command line from source, in a folder and with additional environment variables. */
export function callProgram(
  args: readonly string[],
  cwd = '.',
  environment: Environment = {},
): Promise<CommandOutcome> {
  const program = ['--disable-warning=ExperimentalWarning', PROGRAM, ...args];
  return runProgram(process.execPath, program, cwd, environment);
}

/** Runs a program until it ends. */
export function runProgram(
  program: string,
  args: readonly string[],
  cwd = '.',
  environment: Environment = {},
): Promise<CommandOutcome> {
  return new Promise(done => {
    const env = { ...process.env, ...environment };
    const child = execFile(program, args, { cwd, env }, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** A minimal machine can lack Git. */
export function hasGit(): boolean {
  return spawnSync('git', ['--version']).status === 0;
}

/** Runs Git in a folder, with an author for commits. Returns what it prints. */
export function runGit(cwd: string, ...args: readonly string[]): string {
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...author, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
}
