import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { git } from '../git.ts';
import { changeTextInside } from './changeInside.ts';

const ATTRIBUTES = '*.flow.json diff=cloud-flow';

/**
 * Lets the Git of this clone compare flow files by their meaning, with the program that is running. Without it, Git shows
 * the plain text. Returns a sentence for each thing that was done. Throws InputError.
 */
export async function prepareGit(folder: string, program: URL): Promise<readonly string[]> {
  try {
    await git('-C', folder, 'rev-parse', '--git-dir');
  } catch {
    return ['The folder is in no Git repository, so Git was not set up.'];
  }
  for (const [name, value] of Object.entries(settingsFor(program)))
    await git('-C', folder, 'config', '--local', name, value);
  const settings = 'Set up Git to compare flow files by their meaning.';
  const isAdded = await changeTextInside(folder, '.gitattributes', text => {
    if (text.split(/\r?\n/).includes(ATTRIBUTES)) return undefined;
    const separator = text === '' || text.endsWith('\n') ? '' : '\n';
    return `${text}${separator}${ATTRIBUTES}\n`;
  });
  return isAdded ? [settings, `Added a line to ${join(folder, '.gitattributes')}.`] : [settings];
}

function settingsFor(program: URL): Readonly<Record<string, string>> {
  const diff = `${shellText(process.execPath)} ${shellText(fileURLToPath(program))} diff`;
  return {
    // Git shows no difference at all if this command fails, such as after an update of Node.js.
    'diff.cloud-flow.textconv': `f() { ${diff} --textconv "$1" 2>/dev/null || cat "$1"; }; f`,
    'difftool.cloud-flow.cmd': `${diff} "$LOCAL" "$REMOTE"`,
  };
}

/** Quotes a text for the shell in which Git runs its commands. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
