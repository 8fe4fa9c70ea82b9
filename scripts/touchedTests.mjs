import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** Returns the paths, relative to the root, of files that differ from the main branch or are untracked. */
export function changedFiles() {
  const base = git('merge-base', 'HEAD', 'main') || 'HEAD';
  const lines = `${git('diff', '--name-only', base)}\n${git('ls-files', '--others', '--exclude-standard')}`;
  return lines.split('\n').filter(file => file !== '' && existsSync(join(root, file)));
}

/** Returns the test files that are among the given files or directly import one of them. */
export function touchedTests(files) {
  const changed = new Set(files);
  const tests = globSync('test/*/**/*.test.ts', { cwd: root }).toSorted();
  return tests.filter(test => changed.has(test) || importsOf(test).some(file => changed.has(file)));
}

function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, path]) => join(dirname(file), path));
}

function git(...args) {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}
