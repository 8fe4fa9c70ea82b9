import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatPlannedItems } from '../../../src/commandLine/deploy/formatDeploy.ts';
import { planItem } from '../../../src/flow/deploy/planItem.ts';
import { DEPLOY_FORMATS } from '../../../src/commandLine/sharedOptions.ts';
import { DIFF_FORMATS } from '../../../src/commandLine/diff/formatDiff.ts';
import { REPORTERS } from '../../../src/commandLine/test/reporters.ts';
import { formatTrace, TRACE_FORMATS } from '../../../src/commandLine/trace/formatTrace.ts';
import { TraceReading } from '../../../src/traceReading/traceReading.ts';
import { REPORT_FORMATS } from '../../../src/validate/command.ts';
import { callProgram } from '../../support/commandLine.ts';
import { useFolder } from '../../support/useFolder.ts';

/** Text with commands to systems that run pipelines, and to a terminal. */
const ODD =
  '::error::a\n::error::b ##[add-mask]c https://##vso[task.complete]d \u001B]52;c;eA==\u0007\u009B2J';
const FILE = '##[a].flow.json';
const FIRST = readFileSync('examples/first-steps.flow.json', 'utf8');

function assertHarmless(output: string): void {
  assert.notEqual(output.trim(), '');
  assert.doesNotMatch(output, /##\w*\[/);
  assert.doesNotMatch(output, /^\s*::/m);
  assert.doesNotMatch(output, /[^\P{Cc}\n]/u);
}

describe('commandLine/outputFormats', () => {
  const folder = useFolder('formats');
  const write = (name: string, value: unknown): void =>
    writeFileSync(join(folder, name), JSON.stringify(value));

  before(() => {
    const flow = JSON.parse(FIRST) as Record<string, unknown>;
    write(FILE, { ...flow, name: ODD });
    write('changed.flow.json', { ...flow, name: `${ODD} changed`, [ODD]: 1 });
    const expect = { steps: [{ step: 3, output: { [ODD]: ODD } }] };
    write(FILE.replace('.json', '.test.json'), { cases: [{ name: ODD, expect }] });
  });

  it('each output format of findings contains no commands to a pipeline or a terminal', async () => {
    for (const format of REPORT_FORMATS) {
      const { stdout } = await callProgram(['validate', '--format', format, 'changed.flow.json'], folder);
      assertHarmless(stdout);
      assert.match(stdout, /vso/);
    }
  });

  it('each output format of flow tests contains no commands to a pipeline or a terminal', async () => {
    // The page of an HTML report is built. The annotations of GitHub Actions are commands.
    const others = REPORTERS.filter(name => name !== 'html' && name !== 'github');
    const args = others.flatMap(name => ['--reporter', name]);
    const { stdout: reports } = await callProgram(['test', ...args, FILE], folder);
    assertHarmless(reports);
    for (const name of [
      '✗ ## [a]',
      ' file="#&#35;[a]',
      '"#\\u0023[a]',
      '### `## [a]',
      '\n## [a]',
      'SF:#\ufffd[a]',
    ])
      assert.ok(reports.includes(name), name);
    const { stdout } = await callProgram(['test', '--reporter', 'github', FILE], folder);
    assert.doesNotMatch(stdout, /##\w*\[|[^\P{Cc}\n]/u);
    assert.match(stdout, /^::error [^\n]*\n::notice title=Flow tests::[^\n]*\n$/);
  });

  it('each output format of changes contains no commands to a pipeline or a terminal', async () => {
    for (const format of DIFF_FORMATS) {
      const { stdout } = await callProgram(['diff', '--format', format, FILE, 'changed.flow.json'], folder);
      assertHarmless(stdout);
      assert.match(stdout, /vso/);
    }
  });

  it('each output format of deployments contains no commands to a pipeline or a terminal', () => {
    for (const format of DEPLOY_FORMATS)
      assertHarmless(
        formatPlannedItems(format, ODD, [{ action: 'refused', key: 'a', path: FILE, refusal: ODD }]),
      );
  });

  it('each output format of traces contains no commands to a pipeline or a terminal', () => {
    const failed = { id: '0', index: 0, childIndex: null, status: 'failed', values: [] };
    const steps = [{ ...failed, method: 'device.tap', name: ODD, error: ODD }];
    const run = { executionId: ODD, status: 'failed' };
    const document = { run, steps, screens: [], missing: [ODD], tasks: [] };
    for (const format of TRACE_FORMATS)
      assertHarmless(formatTrace(format, new TraceReading({ document, pictures: new Map() })));
  });

  it('each output format of deployments says that a former flow has yet to be deleted', () => {
    const meaning = { settings: { name: 'A' }, steps: [] };
    const source = { key: 'a', path: 'a.flow.json', name: 'A', body: {}, meaning };
    const leftovers = [{ flowId: 'old', remote: undefined, enabled: undefined }];
    const remote = { kind: 'found', flowId: 'f', enabled: false, canSwitchRecording: true, meaning } as const;
    const known = { stored: undefined, link: { flowId: 'f' }, leftovers };
    const text = formatPlannedItems('text', 'Staging', [planItem(source, known, remote, one => one)]);
    assert.match(
      text,
      /a\.flow\.json: unchanged\n {2}The former flow old is to be deleted\.\nNothing was changed\. Add --yes/,
    );
  });
});
