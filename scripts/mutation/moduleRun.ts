import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonToAccept } from './accepted.ts';
import { MODULE_TESTS } from './modules.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { sampleEvenly } from './sample.ts';
import { TestFiles } from './testFiles.ts';
import { Trials } from './trials.ts';

/** Options of a mutation run. */
interface MutationOptions {
  readonly root: string;
  /** Number of mutants to try per module. */
  readonly sample: number;
  readonly seed: number;
  /** Number of mutants to try concurrently. */
  readonly workers: number;
  /** Substring of the paths of the files to mutate. */
  readonly only: string;
  readonly report: (line: string) => void;
}

/** The results of the mutants of a module. */
export interface ModuleResult {
  readonly module: string;
  readonly killed: number;
  readonly timeouts: number;
  readonly accepted: number;
  readonly survived: number;
}

/** Tries a sample of the mutants of a module and reports each survivor. */
export async function tryModule(module: string, options: MutationOptions): Promise<ModuleResult> {
  const { root, sample, seed, workers, only, report } = options;
  const files = filesBelow(root, `src/${module}`, '.ts').filter(file => file.includes(only));
  const mutants = new Map(files.map(file => [file, mutantsOf(file, readFileSync(join(root, file), 'utf8'))]));
  const waiting = [...sampleEvenly(mutants, sample, seed)];
  const tests = (MODULE_TESTS[module] ?? []).flatMap(path => filesBelow(root, path, '.test.ts'));
  const testFiles = new TestFiles(root);
  const trials = new Trials(root, seed);
  const result = { module, killed: 0, timeouts: 0, accepted: 0, survived: 0 };
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const outcome = await trials.try(mutant, testFiles.loading(mutant.file, tests));
      const reason = reasonToAccept(mutant);
      if (outcome === 'killed') result.killed++;
      else if (outcome === 'timeout') result.timeouts++;
      else if (outcome === 'survived' && reason !== undefined) result.accepted++;
      else if (outcome === 'survived') result.survived++;
      if (outcome === 'survived') report(survivorText(mutant, reason));
      if (outcome !== 'survived' && reason !== undefined)
        report(`No longer survives: ${survivorText(mutant, reason)}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: workers }, work));
  } finally {
    trials.close();
  }
  return result;
}

/** Returns the percentage of mutants that tests detected, excluding accepted survivors. */
export function scoreOf({ killed, timeouts, survived }: ModuleResult): number {
  const counted = killed + timeouts + survived;
  return counted === 0 ? 0 : ((killed + timeouts) / counted) * 100;
}

function survivorText({ file, line, code, change }: Mutant, reason: string | undefined): string {
  const accepted = reason === undefined ? '' : `\n    accepted: ${reason}`;
  return `${file}:${line}  ${change}\n    ${code}${accepted}`;
}

function filesBelow(root: string, path: string, extension: string): readonly string[] {
  if (path.endsWith('.ts')) return [path];
  return globSync(`${path}/**/*${extension}`, { cwd: root })
    .map(file => file.replaceAll('\\', '/'))
    .sort();
}
