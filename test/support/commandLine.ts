import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { runCommandLine } from '../../src/commandLine/program.ts';
import type { PackageFacts } from '../../src/commandLine/sharedOptions.ts';
import { SerialQueue } from '../../src/util/serialQueue.ts';

/** The result of a command. */
export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const PROGRAM = resolve('src/cli.ts');

const calls = new SerialQueue();

type Environment = Readonly<Record<string, string>>;

/**
 * Runs a command of the command line from source in this process, in a folder and with additional environment variables.
 * Calls run one after the other.
 */
export function callProgram(
  args: readonly string[],
  cwd = '.',
  environment: Environment = {},
): Promise<CommandOutcome> {
  return calls.run(() => callHere(args, cwd, environment));
}

/** Runs a command of the command line from source in a process of its own, like `callProgram`. */
export function startProgram(
  args: readonly string[],
  cwd = '.',
  environment: Environment = {},
): Promise<CommandOutcome> {
  const program = ['--disable-warning=ExperimentalWarning', PROGRAM, ...args];
  return runProgram(process.execPath, program, cwd, environment);
}

async function callHere(
  args: readonly string[],
  cwd: string,
  environment: Environment,
): Promise<CommandOutcome> {
  const facts = JSON.parse(readFileSync('package.json', 'utf8')) as Pick<
    PackageFacts,
    'version' | 'homepage'
  >;
  const program = pathToFileURL(PROGRAM);
  const reportPage = new URL('../dist/testReport.html.br', program);
  const agentPage = new URL('../dist/agentView.html.br', program);
  const { argv, env } = process;
  const folder = process.cwd();
  const output = { stdout: '', stderr: '' };
  const descriptors = Object.getOwnPropertyDescriptors(process);
  const standIn = (name: 'stdout' | 'stderr'): Writable => {
    const stream = new Writable({
      decodeStrings: false,
      write: (chunk: string | Buffer, _, done) => {
        output[name] += chunk.toString();
        done();
      },
    });
    Object.defineProperty(process, name, { configurable: true, value: stream });
    return stream;
  };
  process.chdir(cwd);
  // Sandboxes are started as processes of the same program.
  process.argv = [process.execPath, PROGRAM, ...args];
  process.env = { ...env, ...environment };
  const streams = [standIn('stdout'), standIn('stderr')];
  try {
    const code = await runCommandLine(args, { ...facts, reportPage, agentPage, program });
    for (const stream of streams) await finished(stream.end());
    return { code, ...output };
  } finally {
    process.chdir(folder);
    process.argv = argv;
    process.env = env;
    Object.defineProperties(process, { stdout: descriptors.stdout, stderr: descriptors.stderr });
  }
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
