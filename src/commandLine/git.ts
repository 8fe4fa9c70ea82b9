import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { toError } from '../util/errors.ts';
import { InputError } from '../validate/inputFile.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** A file that differs between a commit and the working tree. */
export interface ChangedFile {
  /** The absolute path in the working tree; undefined if the file is gone. */
  readonly path: string | undefined;
  /** The path in the commit, from the root of the repository; undefined if the file is new. */
  readonly before: string | undefined;
}

/** The files of a Git repository that changed since a commit, including files that Git does not track yet. */
export class GitChanges {
  readonly #base: string;
  readonly #root: string;
  readonly files: readonly ChangedFile[];

  private constructor(root: string, base: string, files: readonly ChangedFile[]) {
    this.#root = root;
    this.#base = base;
    this.files = files;
  }

  /** Compares the working tree with the common ancestor of HEAD and a commit. Throws InputError. */
  static async since(commit: string): Promise<GitChanges> {
    try {
      const root = (await git('rev-parse', '--show-toplevel')).trimEnd();
      const base = (await git('merge-base', '--end-of-options', commit, 'HEAD')).trimEnd();
      const changed = await git('-C', root, 'diff', '--name-status', '--find-renames', '-z', base, '--');
      const untracked = await git('-C', root, 'ls-files', '--others', '--exclude-standard', '-z');
      const added = untracked.split('\0').filter(Boolean);
      const files = [...readStatus(changed), ...added.map(path => ({ path, before: undefined }))];
      const absolute = files.map(file => ({ ...file, path: file.path && resolve(root, file.path) }));
      return new GitChanges(root, base, absolute);
    } catch (error) {
      const [reason = ''] = toError(error).message.split('\n').slice(-2);
      const isShallow = await git('rev-parse', '--is-shallow-repository').catch(() => '');
      throw new InputError(
        isShallow.trim() === 'true'
          ? `Git cannot compare with “${commit}”, because this clone is shallow and lacks the earlier commits. Run “git fetch --unshallow origin”, or set fetch-depth: 0 for actions/checkout.`
          : `Git cannot compare with “${commit}”: ${reason}`,
      );
    }
  }

  /** True for a path, relative to the current folder, of a file that was added or changed. */
  hasChanged(file: string): boolean {
    const path = resolve(realpathSync.native('.'), file);
    return this.files.some(changed => changed.path === path);
  }

  /** True for a path, relative to the current folder, of a folder in which a file was added, changed, or deleted. */
  hasChangedBelow(folder: string): boolean {
    const start = resolve(realpathSync.native('.'), folder) + sep;
    return this.files.some(({ path, before }) =>
      [path, before && resolve(this.#root, before)].some(changed => changed?.startsWith(start)),
    );
  }

  /** Returns the text of a file in the commit. */
  readBefore(path: string): Promise<string> {
    return git('-C', this.#root, 'show', `${this.#base}:${path}`);
  }

  /** Returns a path in the repository relative to the current folder. */
  toRelativePath(path: string): string {
    return relative(realpathSync.native('.'), resolve(this.#root, path));
  }
}

/** Runs Git and returns what it prints. Rejects with its message. */
export async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { maxBuffer: MAX_BYTES });
  return stdout;
}

/** Reads the output of `git diff --name-status -z`: a status, and one path or, for a rename, two. */
function readStatus(output: string): readonly ChangedFile[] {
  const fields = output.split('\0').filter(Boolean);
  const files: ChangedFile[] = [];
  for (let index = 0; index < fields.length;) {
    const status = fields[index++] ?? '';
    const path = fields[index++] ?? '';
    if (status.startsWith('R')) files.push({ path: fields[index++] ?? '', before: path });
    else if (status.startsWith('C')) files.push({ path: fields[index++] ?? '', before: undefined });
    else if (status === 'A') files.push({ path, before: undefined });
    else files.push({ path: status === 'D' ? undefined : path, before: path });
  }
  return files;
}
