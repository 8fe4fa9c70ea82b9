import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../src/util/random.ts';
import { AcknowledgedWrites } from '../support/acknowledgedWrites.ts';
import { launchSandbox, type SandboxProcess } from '../support/sandboxProcess.ts';

const KILLS = 2;

describe('killed', () => {
  let folder: string;
  let sandbox: SandboxProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloud-devices-killed-'));
  });

  afterEach(async () => {
    await sandbox?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  it('a sandbox killed while it responds has every write that it acknowledged, and no partial write', async () => {
    const { next } = seededRandom(11);
    const args = ['--data', join(folder, 'state.db'), '--seed', 'empty'];
    const writes = new AcknowledgedWrites();
    sandbox = await launchSandbox(...args);
    for (let kill = 0; kill < KILLS; kill++) {
      await writes.writeAndKill(sandbox, 20 + Math.floor(next() * 60));
      sandbox = await launchSandbox(...args);
      await writes.check(sandbox);
    }
  });
});
