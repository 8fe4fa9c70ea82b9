import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGroup } from './processGroup.mjs';
import { run } from './run.mjs';

/**
 * Opens a folder in the desktop VS Code `command`, with `vsix` installed in a separate profile, since a VS Code that is
 * already running would not receive `env`. When the window is closed, resolves to true if it could be opened.
 */
export async function openDesktop(command, { folder, vsix, env }) {
  const profile = await mkdtemp(join(tmpdir(), 'cloud-devices-'));
  const profileArgs = ['--user-data-dir', profile, '--extensions-dir', join(profile, 'extensions')];
  const installed = await run(command, [...profileArgs, '--install-extension', vsix]);
  if (installed.code !== 0) {
    rmSync(profile, { recursive: true, force: true });
    return false;
  }
  const args = [
    ...[...profileArgs, '--wait', '--new-window'],
    ...['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes', folder],
  ];
  console.log('Opening VS Code on examples/. Close its window, or press Ctrl+C, to end.');
  const { child, stop } = startGroup(command, args, {
    env,
    cleanUp: () => {
      endWindow(profile);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  });
  child.stdout.resume();
  child.stderr.pipe(process.stderr);
  const [code] = await once(child, 'exit');
  await stop();
  return code === 0;
}

// The command only requests a window; VS Code writes its process ID to the profile.
function endWindow(profile) {
  const note = join(profile, 'code.lock');
  if (!existsSync(note)) return;
  try {
    process.kill(Number(readFileSync(note, 'utf8')));
  } catch {
    // The process has already exited.
  }
}
