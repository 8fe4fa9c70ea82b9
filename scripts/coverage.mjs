import { readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { mustRun } from './host/run.mjs';
import { writeRows } from './pageTable.mjs';

// Runs the unit and contract tests with V8 coverage of `src`, prints the totals per module and writes them to
// docs/development.md. Code that tests run as a bundle, in a browser or VS Code, is not counted.

const root = resolve(import.meta.dirname, '..');
const RESULTS = join(root, 'out/coverage');
const RAW = join(RESULTS, 'raw');
const PARTS = ['lines', 'branches', 'functions'];

rmSync(RESULTS, { recursive: true, force: true });
// Coverage of functions from the compile cache is less precise.
const env = { NODE_V8_COVERAGE: RAW, NODE_DISABLE_COMPILE_CACHE: '1' };
await mustRun(npm(), ['run', '--silent', 'build', '--', '--production', '--meta'], { cwd: root });
const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
for (const suite of ['unit', 'drivers', 'contract']) {
  await mustRun(process.execPath, [mocha, `test/${suite}/**/*.test.ts`], { cwd: root, env });
}
const c8 = join(root, 'node_modules/c8/bin/c8.js');
const sources = ['--all', '--src=src', '--include=src/**/*.ts', '--exclude=**/*.d.ts'];
const places = [`--temp-directory=${RAW}`, `--reports-dir=${RESULTS}`];
await mustRun(process.execPath, [c8, 'report', ...sources, ...places, '--reporter=json-summary'], {
  cwd: root,
});

const summary = Object.entries(JSON.parse(readFileSync(join(RESULTS, 'coverage-summary.json'), 'utf8')));
const files = summary.filter(([file]) => file !== 'total');
const modules = Map.groupBy(files, ([file]) => moduleOf(file));
const sums = [...modules].sort(([a], [b]) => (a < b ? -1 : 1));
const rows = [
  ...sums.map(([module, members]) => [`\`${module}\``, ...percentages(members)]),
  ['all', ...percentages(files)],
];
for (const cells of rows)
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(18) : cell.padStart(7))).join(''));
await writeRows('coverage', rows);

function npm() {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm';
}

function moduleOf(file) {
  const [, folder, below] = relative(root, file).replaceAll('\\', '/').split('/');
  return below === undefined ? 'composition' : folder;
}

function percentages(members) {
  return PARTS.map(part => {
    const [covered, all] = ['covered', 'total'].map(count =>
      members.reduce((sum, [, figures]) => sum + figures[part][count], 0),
    );
    return all === 0 ? '' : ((covered / all) * 100).toFixed(1);
  });
}
