import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Figures, median } from './figures.ts';

const RUNS = 9;
const CHECKER = 'src/flow/check/flowChecker.ts';

/** What loading the client costs in a fresh process: time and memory, beside a module that is empty. */
export async function measureLoading(figures: Figures): Promise<void> {
  const { outputs } = JSON.parse(readFileSync('out/meta.json', 'utf8')) as {
    outputs: Record<string, { entryPoint?: string; inputs: Record<string, unknown> }>;
  };
  const chunk = (entry: string): string =>
    Object.keys(outputs).find(path => outputs[path]?.entryPoint === entry) ?? '';
  const modules = ['src/client/client.ts', 'src/client/dispatcher.ts'].map(entry => `./${chunk(entry)}`);
  const loads = await repeated(modules);
  figures.add('loading the client', median(loads.map(one => one.ms)), 'ms');
  figures.add('loading the client, memory', median(loads.map(one => one.bytes)) / 1e6, 'MB');
  const holder = Object.keys(outputs).find(path => CHECKER in (outputs[path]?.inputs ?? {})) ?? '';
  const checker = await repeated([`./${holder}`]);
  figures.add('loading the checker and parser of flow files', median(checker.map(one => one.ms)), 'ms');
  figures.add('loading them, memory', median(checker.map(one => one.bytes)) / 1e6, 'MB');
  const empty = await repeated(['data:text/javascript,']);
  figures.add('loading an empty module', median(empty.map(one => one.ms)), 'ms');
}

async function repeated(modules: readonly string[]): Promise<{ ms: number; bytes: number }[]> {
  const script = `
    const before = process.memoryUsage.rss();
    const start = performance.now();
    for (const name of ${JSON.stringify(modules)}) await import(name);
    const ms = performance.now() - start;
    console.log(JSON.stringify({ ms, bytes: process.memoryUsage.rss() - before }));`;
  const results: { ms: number; bytes: number }[] = [];
  for (let run = 0; run < RUNS; run++) {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    results.push(JSON.parse(stdout) as { ms: number; bytes: number });
  }
  return results;
}
