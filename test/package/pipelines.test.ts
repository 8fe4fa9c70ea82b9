import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { NPM_PACKAGE } from '../../scripts/host/vsix.mjs';
import { isObject } from '../../src/util/isObject.ts';
import { runProgram } from '../support/commandLine.ts';
import { useFolder } from '../support/useFolder.ts';

/** Returns the shell commands in a value of a pipeline: `run` of steps and `script` of jobs. */
function commandsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(commandsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'run' && typeof member === 'string') return [member];
    if (name === 'script' && Array.isArray(member)) return member.map(String);
    return commandsIn(member);
  });
}

const blocks = [...readFileSync('docs/pipelines.md', 'utf8').matchAll(/```(yaml|sh)\n(.*?)```/gs)];
const examples: readonly (readonly [name: string, commands: readonly string[]])[] = [
  ['action.yml', commandsIn(parse(readFileSync('action.yml', 'utf8')))],
  ['the reusable workflow', commandsIn(parse(readFileSync('.github/workflows/flow-tests.yml', 'utf8')))],
  ...blocks.map(
    ([, language, text = ''], index) =>
      [
        `example ${index + 1} of docs/pipelines.md`,
        language === 'sh' ? text.trim().split('\n') : commandsIn(parse(text)),
      ] as const,
  ),
];

describe('pipelines', () => {
  const folder = useFolder('pipelines');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  const environment = {
    ...{ npm_config_offline: 'true', VERSION: version, FILES: 'flows', ARGUMENTS: '--workers 1' },
    COVERAGE: '--coverage',
    ...{ PART: '1/1', REPORT: 'reports/1.json', CI_NODE_INDEX: '1', CI_NODE_TOTAL: '1' },
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  };

  before(async () => {
    writeFileSync(join(folder, 'package.json'), '{}');
    const args = ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', NPM_PACKAGE];
    const { code, stderr } = await runProgram('npm', args, folder);
    assert.equal(code, 0, stderr);
    const prepared = await runProgram('npx', ['cloud-device-automation', 'init'], folder, environment);
    assert.equal(prepared.code, 0, prepared.stderr);
  });

  it('the examples of pipelines with the npm package in a folder are all read', () => {
    const counts = examples.map(([, commands]) => commands.length);
    assert.deepEqual(counts, [5, 5, 0, 0, 2, 2, 2, 3]);
  });

  for (const [name, commands] of examples.filter(([, { length }]) => length > 0)) {
    it(`the example “${name}” of a pipeline runs`, async () => {
      rmSync(join(folder, 'reports'), { recursive: true, force: true });
      // Comments need the service that runs the pipeline.
      for (const command of commands.filter(text => !text.includes('gh api'))) {
        const { code, stdout, stderr } = await runProgram('bash', ['-ec', command], folder, environment);
        assert.equal(code, 0, `${command}\n${stdout}${stderr}`);
      }
    });
  }

  it('the examples of pipelines with the npm package in a folder write the reports, the comment, and the summary', () => {
    for (const file of ['junit.xml', 'report.html', 'comment.md'])
      assert.ok(statSync(join(folder, 'flow-tests', file)).size > 0, file);
    assert.match(readFileSync(join(folder, 'summary.md'), 'utf8'), /^## Flow tests passed\n\n1 passed/);
    assert.ok(statSync(join(folder, 'report', 'report.html')).size > 0);
    for (const comment of ['flow-tests/comment.md', 'report/comment.md'])
      assert.match(readFileSync(join(folder, comment), 'utf8'), /\n### Coverage\n\n\| Flow \|/);
  });
});
