import { run } from './host/run.mjs';
import { addTally, emptyTally, readTally, tallyLine } from './host/tally.mjs';

// Runs every check and every suite, each as a process of its own, and prints the sum of their outcomes last.
// A check that counts nothing itself counts as one test.

const LIMIT_MS = 25 * 60_000;
const CHECKS = [
  ['types', 'typecheck'],
  ['lint', 'lint'],
  ['format', 'format:check'],
];
const SUITES = [
  ['unit', 'test:unit'],
  ['contract', 'test:contract'],
  ['host', 'test:host'],
  ['ui', 'test:ui'],
  ['package', 'test:vsix'],
];

const total = emptyTally();
for (const [name, script] of CHECKS) {
  const { code, output } = await npmRun(script);
  report(
    name,
    code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 },
    output,
  );
}
for (const [name, script] of SUITES) {
  const { code, output } = await npmRun(script);
  const tally = readTally(output) ?? emptyTally();
  // A suite that ends badly, or ran nothing, has failed whatever it counted.
  if ((code !== 0 && tally.failed === 0) || tally.passed + tally.failed === 0) tally.failed++;
  report(name, tally, output);
}
console.log(tallyLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;

function npmRun(script) {
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', '--silent', script], {
    limitMs: LIMIT_MS,
  });
}

function report(name, tally, output) {
  addTally(total, tally);
  if (tally.failed > 0) console.log(`---- ${name}\n${output.trimEnd()}\n----`);
  console.log(`${name.padEnd(9)} ${tallyLine(tally)}`);
}
