import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../host/run.mjs';
import { readTally } from '../host/tally.mjs';
import { type Mutant, programOf } from './mutants.ts';

/** The outcome of a mutant: a test failed, all passed, the time limit was exceeded, or its syntax is invalid. */
type Outcome = 'killed' | 'survived' | 'timeout' | 'invalid';

const HOOK = pathToFileURL(join(import.meta.dirname, 'loadMutant.mjs')).href;
/** The time limit for a mutant is this multiple of the unchanged program's time, plus `MORE_MS` for a busy machine. */
const TIMES_AS_LONG = 4;
const MORE_MS = 5_000;
const MAX_MS = 300_000;

interface Baseline {
  readonly passed: number;
  readonly limitMs: number;
}

/** Runs test files against mutants, each in its own process, without writing to the repository. */
export class Trials {
  readonly #root: string;
  readonly #seed: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  readonly #baselines = new Map<string, Promise<Baseline>>();
  #count = 0;

  constructor(root: string, seed: number) {
    this.#root = root;
    this.#seed = seed;
  }

  /** Tries one mutant with test files that pass with the unchanged program. */
  async try(mutant: Mutant, tests: readonly string[]): Promise<Outcome> {
    const program = programOf(mutant);
    if (program === undefined) return 'invalid';
    if (tests.length === 0) return 'survived';
    const baseline = await this.#baseline(tests);
    const path = join(this.#folder, `${String(this.#count++)}.mjs`);
    writeFileSync(path, program);
    const { code, passed } = await this.#run(tests, baseline.limitMs, {
      MUTANT_URL: pathToFileURL(join(this.#root, mutant.file)).href,
      MUTANT_PROGRAM: path,
    });
    rmSync(path);
    if (code === undefined) return 'timeout';
    return code === 0 && passed === baseline.passed ? 'survived' : 'killed';
  }

  /** Removes the temporary files. */
  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #baseline(tests: readonly string[]): Promise<Baseline> {
    const key = tests.join('\n');
    const known = this.#baselines.get(key) ?? this.#measure(tests);
    this.#baselines.set(key, known);
    return known;
  }

  async #measure(tests: readonly string[]): Promise<Baseline> {
    const start = performance.now();
    const { code, passed, output } = await this.#run(tests, MAX_MS, {});
    if (code !== 0) throw new Error(`Tests fail without a mutant:\n${output}`);
    return { passed, limitMs: (performance.now() - start) * TIMES_AS_LONG + MORE_MS };
  }

  /** Runs the tests; `code` is undefined if the time limit was exceeded. */
  async #run(
    tests: readonly string[],
    limitMs: number,
    mutant: Readonly<Record<string, string>>,
  ): Promise<{ code: number | undefined; passed: number; output: string }> {
    const mocha = join(this.#root, 'node_modules/mocha/bin/mocha.js');
    const start = performance.now();
    const { code, output } = await run(process.execPath, [mocha, '--bail', ...tests], {
      cwd: this.#root,
      env: {
        ...mutant,
        MUTANT_SEED: String(this.#seed),
        NODE_OPTIONS: `--import=${HOOK}`,
        NODE_COMPILE_CACHE: join(this.#folder, 'cache'),
      },
      limitMs,
      signal: 'SIGKILL',
    });
    const isLate = performance.now() - start >= limitMs;
    return { code: isLate ? undefined : code, passed: readTally(output)?.passed ?? 0, output };
  }
}
