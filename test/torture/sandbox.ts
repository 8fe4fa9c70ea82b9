import assert from 'node:assert/strict';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveAside } from '../../src/files/moveAside.ts';
import type { Random } from '../../src/util/random.ts';
import { AcknowledgedWrites } from '../support/acknowledgedWrites.ts';
import { launchOrRefuse, type SandboxProcess } from '../support/sandboxProcess.ts';
import { below, oneOf, type Section } from './section.ts';

const KILLS = 200;
const DAMAGED_BYTES = 64;
const PAGE_BYTES = 4096;
const MAX_WRITES = 40;
/** Maximum duration of a start, in milliseconds. */
const LIMIT_MS = 5000;

/** A sandbox that is killed while it responds, with a damaged file every second time. */
export const sandbox: Section = {
  name: 'sandbox',
  run: async ({ scale, random, isMeasured }) => {
    const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-torture-'));
    const file = join(folder, 'state.db');
    const found = { kills: 0, answered: 0, damages: 0, refused: 0 };
    let longest = 0;
    const start = async (): Promise<SandboxProcess | string> => {
      const before = performance.now();
      const started = await launchOrRefuse('--data', file, '--seed', 'empty');
      const took = performance.now() - before;
      longest = Math.max(longest, took);
      assert.ok(!isMeasured || took < LIMIT_MS, `a start took ${took.toFixed(0)} ms`);
      return started;
    };
    const startWhole = async (): Promise<SandboxProcess> => {
      const started = await start();
      return typeof started === 'string' ? assert.fail(`a whole file is refused: ${started}`) : started;
    };
    let running: SandboxProcess | undefined;
    try {
      running = await startWhole();
      const writes = new AcknowledgedWrites();
      const most = Math.max(2, Math.round(KILLS * scale));
      for (; found.kills < most; found.kills++) {
        const before = writes.count;
        await writes.writeAndKill(running, 1 + below(MAX_WRITES, random));
        found.answered += writes.count - before;
        if (found.kills % 2 === 0) running = await startWhole();
        else {
          writes.clear();
          await damage(file, random);
          found.damages++;
          const started = await start();
          if (typeof started === 'string') {
            assert.match(started, /state\.db is damaged: /);
            found.refused++;
            await moveAside(file, new Date());
            running = await startWhole();
          } else running = started;
        }
        await writes.check(running);
        assert.equal((await running.request('GET', '/flows')).status, 200);
      }
      return { ...found, 'longest start, ms': longest.toFixed(0) };
    } finally {
      await running?.kill();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Writes random bytes into a random page of the database or its write-ahead log. */
async function damage(file: string, random: Random): Promise<void> {
  const path = oneOf([file, file, file, `${file}-wal`], random);
  const handle = await open(path, 'r+');
  try {
    const { size } = await handle.stat();
    const page = below(Math.ceil(size / PAGE_BYTES), random) * PAGE_BYTES;
    const bytes = Uint8Array.from({ length: DAMAGED_BYTES }, () => below(256, random));
    await handle.write(bytes, 0, bytes.length, page + below(PAGE_BYTES - DAMAGED_BYTES, random));
  } finally {
    await handle.close();
  }
}
