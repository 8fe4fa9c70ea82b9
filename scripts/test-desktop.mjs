import { globSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { OLDEST } from './host/versions.mjs';

// Runs the tests of test/host in desktop builds of VS Code, which are downloaded: the newest stable one and
// the oldest supported one. Each folder of test/host is one start with the same profile.

const root = resolve(import.meta.dirname, '..');
for (const version of ['stable', OLDEST.vscode]) {
  const profile = await mkdtemp(join(tmpdir(), 'cloud-devices-profile-'));
  for (const tests of globSync('out/host/*.cjs', { cwd: root }).toSorted()) {
    await runTests({
      version,
      extensionDevelopmentPath: root,
      extensionTestsPath: resolve(root, tests),
      launchArgs: ['--user-data-dir', profile, '--disable-extensions', '--disable-workspace-trust'],
    });
  }
}
