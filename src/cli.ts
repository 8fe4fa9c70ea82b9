import { readFile } from 'node:fs/promises';

const USAGE = `Usage: cloud-device-automation COMMAND [options]

  sandbox    start the local service; "sandbox --help" tells its options
  validate   check flow files; "validate --help" tells its options
  flows      test flow files in the sandbox; "flows --help" tells its options`;

/**
 * Changes to the folder in which npm was called: npm runs scripts in the project folder, but paths are relative to it.
 */
function standWherePersonStands(command: string | undefined): void {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
  if (folder !== undefined && script !== undefined && script === command) process.chdir(folder);
}

/** Reads package.json from the parent folder of this file, which is the same in src and in the build output. */
async function readManifest(): Promise<{ readonly version: string; readonly homepage: string }> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return JSON.parse(text) as { readonly version: string; readonly homepage: string };
}

async function main([command, ...args]: readonly string[]): Promise<number> {
  standWherePersonStands(command);
  switch (command) {
    case 'sandbox': {
      const { runSandbox } = await import('./sandbox/command.ts');
      return runSandbox(args);
    }
    case 'validate': {
      const { runValidate } = await import('./validate/command.ts');
      return runValidate(args, await readManifest());
    }
    case 'flows': {
      const { runFlows } = await import('./flowCommand/command.ts');
      return runFlows(args);
    }
    case '--help':
      process.stdout.write(`${USAGE}\n`);
      return 0;
    default:
      process.stderr.write(
        `${command === undefined ? 'Name a command.' : `There is no command “${command}”.`}\n${USAGE}\n`,
      );
      return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
