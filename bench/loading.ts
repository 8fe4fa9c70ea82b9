import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Figures, median } from './figures.ts';
import { sized } from './sized.ts';

const RUNS = sized(15, 1);
const CHECKER = 'src/flow/check/checkFlow.ts';
/** The npm package behind VS Code's built-in JSON support. */
const JSON_SERVICE = 'vscode-json-languageservice';

/**
 * Measures loading of modules in a fresh process: elapsed time, CPU time and memory, with an empty module for
 * comparison.
 */
export async function measureLoading(figures: Figures): Promise<void> {
  const { outputs } = JSON.parse(readFileSync('out/meta.json', 'utf8')) as {
    outputs: Record<string, { entryPoint?: string; inputs: Record<string, unknown> }>;
  };
  const chunk = (entry: string): string =>
    Object.keys(outputs).find(path => outputs[path]?.entryPoint === entry) ?? '';
  const holder = Object.keys(outputs).find(path => CHECKER in (outputs[path]?.inputs ?? {})) ?? '';
  const cases = {
    'the client': ['src/client/client.ts', 'src/client/dispatcher.ts'].map(entry => `./${chunk(entry)}`),
    'the checker and parser of flow files': [`./${holder}`],
    'the JSON language service': [JSON_SERVICE],
    'an empty module': ['data:text/javascript,'],
  };
  const loads = await measured(Object.values(cases));
  const processor = Object.keys(cases).map((name, index) => {
    const caseLoads = loads.map(round => round[index] ?? NOTHING);
    const cpu = median(caseLoads.map(run => run.cpu));
    figures.add(`loading ${name}`, median(caseLoads.map(run => run.ms)), 'ms');
    figures.add(`loading ${name}, fastest`, Math.min(...caseLoads.map(run => run.ms)), 'ms');
    figures.add(`loading ${name}, processor`, cpu, 'ms');
    figures.add(`loading ${name}, memory`, median(caseLoads.map(run => run.bytes)) / 1e6, 'MB');
    return cpu;
  });
  const [, ours = Number.NaN, theirs = Number.NaN, empty = Number.NaN] = processor;
  figures.add('loading the JSON language service against ours', (theirs - empty) / (ours - empty), '×');
}

interface Load {
  readonly ms: number;
  readonly cpu: number;
  readonly bytes: number;
}

const NOTHING: Load = { ms: Number.NaN, cpu: Number.NaN, bytes: Number.NaN };

/** Loads all cases in each round, so that a temporarily busy machine affects all of them. */
async function measured(cases: readonly (readonly string[])[]): Promise<readonly (readonly Load[])[]> {
  const rounds: Load[][] = [];
  for (let run = 0; run < RUNS; run++) {
    const round: Load[] = [];
    for (const modules of cases) round.push(await load(modules));
    rounds.push(round);
  }
  return rounds;
}

async function load(modules: readonly string[]): Promise<Load> {
  const script = `
    const bytes = process.memoryUsage.rss();
    const before = process.cpuUsage();
    const start = performance.now();
    for (const name of ${JSON.stringify(modules)}) await import(name);
    const ms = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    const cpu = (user + system) / 1000;
    console.log(JSON.stringify({ ms, cpu, bytes: process.memoryUsage.rss() - bytes }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return JSON.parse(stdout) as Load;
}
