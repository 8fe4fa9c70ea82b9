import { globSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { OLDEST_TESTS } from './host/oldestTests.mjs';

const root = resolve(import.meta.dirname, '..');
const MOCHA = resolve(root, 'node_modules/mocha/bin/mocha.js');
const TSC = resolve(root, 'node_modules/typescript-native/bin/tsc');
const OXLINT = resolve(root, 'node_modules/oxlint/bin/oxlint');
const OXFMT = resolve(root, 'node_modules/oxfmt/bin/oxfmt');

// A handle left open by a failed test, such as a window, would keep the process alive.
const EXIT = ['--exit'];

// Each has a server, a browser, and a window, which its files use one after the other.
const UI_PROGRAMS = 4;

/** Names of the checks and suites in their planned order. */
export const SUITES = [
  'types',
  'lint',
  'format',
  'host',
  'ui',
  'contract',
  'drivers',
  'unit',
  'package',
  'bench',
];

export function suiteOf(file) {
  return file.replaceAll('\\', '/').split('/')[1];
}

/**
 * Returns the jobs of a suite: programs that may run in parallel once the jobs in `needs` are done. `files` restricts a
 * suite to those of its test files; `order` arranges a list of files for this run. Host tests run in the given `versions`
 * of VS Code; with `isSelection`, only a selection of them in the oldest one.
 */
export function jobsOf(suite, { files, grep, seed, versions, isSelection, order, lintFiles = [] }) {
  const named = files.filter(file => suiteOf(file) === suite);
  const chosen = order(named.length > 0 ? named : testFiles(suite));
  const titles = grep === undefined ? [] : ['--grep', grep];
  const check = (name, ...program) => ({ kind: 'check', suite, name, needs: [], program });
  const mocha = (name, list, needs) => ({
    kind: 'suite',
    suite,
    name,
    needs,
    program: [MOCHA, ...titles, ...list],
  });
  switch (suite) {
    case 'types':
      // Other programs use the other cores.
      return [
        check('types', TSC, '--singleThreaded', '-p', '.'),
        check('types of pages', TSC, '--singleThreaded', '-p', 'src/webview'),
      ];
    case 'lint':
      // The changed files may all be excluded.
      return [check(suite, OXLINT, '--no-error-on-unmatched-pattern', ...lintFiles)];
    case 'format':
      return [check(suite, OXFMT, '--check', '.')];
    case 'host':
      return versions.map(version => {
        const hasAll = named.length > 0 || !isSelection || version === 'newest';
        const hostFiles = hasAll ? named : OLDEST_TESTS;
        return {
          kind: 'suite',
          suite,
          name: `host, ${version} version`,
          needs: ['VS Code', 'build', 'host tests'],
          program: ['scripts/test-host.mjs', `--${version}`, ...hostOptions(hostFiles, seed), ...titles],
        };
      });
    case 'ui':
      return balanced(chosen, UI_PROGRAMS).map((list, index) =>
        mocha(
          `ui ${list.length === 1 ? basename(list[0], '.test.ts') : index + 1}`,
          [...list, ...EXIT],
          ['VS Code', 'build'],
        ),
      );
    case 'package':
      return [mocha('installed package', [...chosen, ...EXIT], ['VS Code', 'package', 'npm package'])];
    case 'bench':
      return [{ ...check(suite, 'bench/run.ts', '--smallest'), needs: ['VS Code', 'package'] }];
    case 'contract':
      // The page that agents show is read from dist.
      return [mocha(suite, chosen, ['build'])];
    default:
      return [mocha(suite, chosen)];
  }
}

/** Returns the jobs, preceded by the builds they need. A package includes a build, so both are never made. */
export function withBuilds(jobs) {
  const isPackaged = jobs.some(({ needs = [] }) => needs.includes('package'));
  const named = jobs.map(job => ({
    ...job,
    needs: (job.needs ?? []).map(name => (isPackaged && name === 'build' ? 'package' : name)),
  }));
  const builds = [
    { name: 'VS Code', program: ['scripts/host/prepare.mjs'] },
    { name: 'package', program: ['scripts/package.mjs'] },
    { name: 'npm package', program: ['scripts/package-cli.mjs'] },
    { name: 'build', program: ['esbuild.mjs'] },
    { name: 'host tests', program: ['esbuild.mjs', '--tests'] },
  ];
  const needed = builds.filter(({ name }) => named.some(({ needs }) => needs.includes(name)));
  return [...needed.map(build => ({ kind: 'build', suite: 'build', needs: [], ...build })), ...named];
}

function testFiles(suite) {
  return globSync(`test/${suite}/**/*.test.ts`, { cwd: root }).toSorted();
}

// Distributes files to lists of about the same total size, since large files probably take longest.
function balanced(files, count) {
  const sizeOf = file => statSync(resolve(root, file)).size;
  const lists = Array.from({ length: Math.min(count, files.length) }, () => ({ files: [], size: 0 }));
  for (const file of files.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    const smallest = lists.reduce((least, list) => (list.size < least.size ? list : least));
    smallest.files.push(file);
    smallest.size += sizeOf(file);
  }
  return lists.map(list => list.files.toSorted((a, b) => files.indexOf(a) - files.indexOf(b)));
}

function hostOptions(files, seed) {
  return [
    ...files.flatMap(file => ['--file', basename(file)]),
    ...(seed === undefined ? [] : ['--seed', String(seed)]),
  ];
}
