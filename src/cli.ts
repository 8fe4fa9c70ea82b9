import { writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isMainThread, parentPort } from 'node:worker_threads';
import type { PackageFacts } from './commandLine/sharedOptions.ts';

if (isMainThread) {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endOutput);
  process.on('uncaughtException', endCrash);
  process.exitCode = await run();
} else if (parentPort) {
  const { runWorkerThread } = await import('./commandLine/workerThread.ts');
  await runWorkerThread(parentPort);
}

// A closed pipe, such as that of `head`, ends the program quietly. Exit code 1 would mean findings.
function endOutput(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE')
    writeQuietly(`The output cannot be written (${error.code ?? error.message}).\n`);
  process.exit(2);
}

function endCrash(error: unknown): void {
  writeQuietly(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(2);
}

function writeQuietly(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // Nobody reads it.
  }
}

async function run(): Promise<number> {
  // npm runs scripts of this repository in its folder, but paths are relative to the folder in which npm was called.
  const { npm_lifecycle_event: script = '', INIT_CWD: folder } = process.env;
  const isSource = import.meta.filename.endsWith('.ts');
  if (isSource && folder !== undefined && ['flows', 'sandbox', 'validate'].includes(script))
    process.chdir(folder);

  const { runCommandLine } = await import('./commandLine/program.ts');
  // package.json is in the parent folder of this file, both in src and in the build output.
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  const facts = JSON.parse(text) as Pick<PackageFacts, 'version' | 'homepage'>;
  // The build puts the pages next to the program; from source, they are in the build output, too.
  const reportPage = new URL('../dist/testReport.html.br', import.meta.url);
  const agentPage = new URL('../dist/agentView.html.br', import.meta.url);
  const program = new URL(import.meta.url);
  return runCommandLine(process.argv.slice(2), { ...facts, reportPage, agentPage, program });
}
