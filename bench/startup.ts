import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Figures, median, timed } from './figures.ts';
import { sized } from './sized.ts';

const STARTS = sized(11, 1);

/**
 * Measures the time from starting the sandbox process to its first response, with an empty Node.js script for
 * comparison.
 */
export async function measureStart(figures: Figures): Promise<void> {
  const starts: number[] = [];
  const empty: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    starts.push(await timed(firstAnswer));
    empty.push(await timed(nothing));
  }
  figures.add('sandbox, from start to first response', median(starts), 'ms');
  figures.add('empty Node script, from start to exit', median(empty), 'ms');
}

async function firstAnswer(): Promise<void> {
  const child = spawn(process.execPath, ['dist/cli.js', 'sandbox', '--parent'], { stdio: 'pipe' });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { baseUrl, apiKey } = JSON.parse(line) as { baseUrl: string; apiKey: string };
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${baseUrl}/flows`, { headers });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`);
  await answer.arrayBuffer();
  // The shutdown is not measured.
  child.kill('SIGKILL');
}

async function nothing(): Promise<void> {
  await once(spawn(process.execPath, ['-e', '']), 'exit');
}
