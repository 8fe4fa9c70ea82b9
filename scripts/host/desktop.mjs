import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startGroup } from './processGroup.mjs';

const root = resolve(import.meta.dirname, '../..');

/**
 * Opens a folder in the desktop VS Code `command` with the extension under development and a profile of its
 * own: a VS Code that runs already would not get `env`. Answers, when the window is closed, whether it could
 * be opened.
 */
export async function openDesktop(command, folder, env) {
  const profile = await mkdtemp(join(tmpdir(), 'cloud-devices-'));
  const args = [
    ...['--wait', '--new-window', '--user-data-dir', profile, `--extensionDevelopmentPath=${root}`],
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

// The command only asks for the window; VS Code's own process notes its id in the profile.
function endWindow(profile) {
  const note = join(profile, 'code.lock');
  if (!existsSync(note)) return;
  try {
    process.kill(Number(readFileSync(note, 'utf8')));
  } catch {
    // It has ended already.
  }
}
