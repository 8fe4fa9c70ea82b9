import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Figures, timed } from './figures.ts';
import { sized } from './sized.ts';

const FLOWS = sized(200, 4);
const WORKERS: readonly number[] = sized([2, 4], [2]);
const SHARDS = sized(4, 2);
const PROGRAM = resolve('dist/cli.js');
const EXAMPLE = 'examples/first-steps.flow.json';

/**
 * Measures the test command on 200 flows: with 1, 2, and 4 workers, and in 4 parts with 1 worker each. The parts run one
 * after the other, as if each had a machine of its own, so the longest one counts.
 */
export async function measureTestRuns(figures: Figures): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-flows-'));
  try {
    const flow = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as object;
    for (let index = 0; index < FLOWS; index++) {
      const name = `Flow ${String(index).padStart(3, '0')}`;
      writeFileSync(join(folder, `${name}.flow.json`), JSON.stringify({ ...flow, name }));
    }
    const alone = await timed(() => run('test', '--workers', '1', ...reportTo(folder, 'whole.json'), folder));
    figures.add(`${FLOWS} flows, 1 worker`, alone / 1000, 's');
    for (const workers of WORKERS) {
      const took = await timed(() => run('test', '--workers', String(workers), '--reporter', 'dot', folder));
      figures.add(`${FLOWS} flows, ${workers} workers`, took / 1000, 's');
      figures.add(`${workers} workers against 1`, alone / took, '×');
    }
    const parts: number[] = [];
    for (let part = 1; part <= SHARDS; part++) {
      const options = ['--workers', '1', '--shard', `${part}/${SHARDS}`, ...reportTo(folder, `${part}.json`)];
      parts.push(await timed(() => run('test', ...options, folder)));
    }
    const reports = parts.map((_, index) => join(folder, `${index + 1}.json`));
    const merging = await timed(() => run('merge-reports', ...reportTo(folder, 'merged.json'), ...reports));
    const longest = Math.max(...parts) + merging;
    figures.add(`${FLOWS} flows, ${SHARDS} shards and the merged report`, longest / 1000, 's');
    figures.add(`${SHARDS} shards against 1 run`, alone / longest, '×');
    assert.equal(withoutTimes(join(folder, 'merged.json')), withoutTimes(join(folder, 'whole.json')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function reportTo(folder: string, name: string): readonly string[] {
  return ['--reporter', `json=${join(folder, name)}`];
}

async function run(...args: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [PROGRAM, ...args]);
}

function withoutTimes(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/"tookMs": [\d.]+/g, '"tookMs": 0');
}
