import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { demoActionId, demoCatalog } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { TestReport } from '../../../src/commandLine/test/report.ts';
import { callProgram, type CommandOutcome, hasGit, runGit } from '../../support/commandLine.ts';
import { useFolder } from '../../support/useFolder.ts';

function test(...args: string[]): Promise<CommandOutcome> {
  return callProgram(['test', ...args]);
}

describe('commandLine/testCommand', () => {
  const folder = useFolder('flows');
  const write = (name: string, value: unknown): string => {
    // As some editors write it, with a byte order mark.
    writeFileSync(join(folder, name), `\ufeff${JSON.stringify(value)}`);
    return join(folder, name);
  };

  it('the command that tests flow files runs examples with and without cases, and writes a JUnit report', async () => {
    const junit = join(folder, 'report.xml');
    const files = ['first-steps.flow.json', 'sign-in.flow.json', 'ask-the-agents.flow.test.json'];
    const { code, stdout } = await test('--junit', junit, ...files.map(name => join('examples', name)));
    assert.match(stdout, /✓ examples[/\\]first-steps\.flow\.json: the run succeeds \(/);
    assert.match(stdout, /✓ examples[/\\]sign-in\.flow\.json: types the passcode of the newest mail \(/);
    assert.match(stdout, /\n4 passed, 0 failed, 0 not run\n$/);
    assert.equal(code, 0);
    assert.match(readFileSync(junit, 'utf8'), /<testsuites name="flows" tests="4" failures="0" errors="0"/);
  });

  it('the command that tests flow files exits with 1 if a case fails, and starts each case with a new sandbox', async () => {
    const file = join('examples', 'first-steps.flow.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(join(folder, 'a.flow.json'), text);
    const line = text.slice(0, text.indexOf('"position": 3')).split('\n').length - 2;
    const cases = [
      { name: 'waits for eight seconds', expect: { steps: [{ step: 3, output: { seconds: 8 } }] } },
      { name: 'once more', expect: { steps: [{ step: 5, status: 'success' }] } },
    ];
    write('a.flow.test.json', { cases });
    const { code, stdout } = await test(folder);
    assert.match(stdout, /✗ .*a\.flow\.json: waits for eight seconds/);
    assert.ok(stdout.includes(`a.flow.json:${line}: Step 3 `), stdout);
    assert.match(stdout, /\n1 passed, 1 failed, 0 not run\n$/);
    assert.equal(code, 1);
  });

  it('the command that tests flow files says at which step a run was when its time was over', async () => {
    const [wait, launch] = ['flow.wait', 'device.launchApp'].map(method => demoActionId(method));
    const actions = [
      {
        actionId: launch,
        position: 1,
        overrides: { params: { platform: 'android', app: 'org.sandbox.maps' } },
      },
      { actionId: wait, position: 2, nameOverride: 'Wait long', overrides: { params: { seconds: 60 } } },
    ];
    const flow = {
      name: 'Slow',
      triggerId: demoTriggerId('custom'),
      deviceIds: [demoDeviceId('phone')],
      actions,
    };
    mkdirSync(join(folder, 'slow'));
    const file = join(folder, 'slow', 'a.flow.json');
    writeFileSync(file, JSON.stringify(flow, undefined, 2));
    writeFileSync(
      join(folder, 'slow', 'a.flow.test.json'),
      JSON.stringify({ cases: [{ name: 'ends in time', timeoutSeconds: 1 }] }),
    );
    const { code, stdout } = await test('--time-scale', '1', file);
    const text = readFileSync(file, 'utf8');
    const line = text.slice(0, text.indexOf(wait ?? '')).split('\n').length - 1;
    assert.ok(
      stdout.includes(`:${line}: The run did not end within 1 second. It was at step 2 “Wait long”.\n`),
      stdout,
    );
    assert.equal(code, 1);
  });

  it('the command that tests flow files runs the flows of another service with the actions of the same method', async () => {
    const wait = demoCatalog.find(({ method }) => method === 'flow.wait');
    assert.ok(wait);
    const id = '22222222-2222-4222-8222-222222222222';
    const other = { ...wait, id, params: { seconds: 1 } };
    const catalog = write('catalog.json', [other, { id: '3', name: 'Fly', method: 'rocket.fly' }]);
    const flow = (actionId: string): object => ({
      name: 'F',
      triggerId: id,
      deviceIds: [id],
      actions: [{ actionId, position: 1 }],
    });
    const fits = write('fits.flow.json', flow(id));
    const unfit = write('unfit.flow.json', flow('3'));
    const { code, stdout } = await test('--catalog', catalog, fits, unfit);
    assert.match(stdout, /✓ .*fits\.flow\.json/);
    assert.match(stdout, /✗ .*unfit\.flow\.json/);
    assert.equal(code, 1);
  });

  it('the command that tests flow files calls only the named ports of this computer', async () => {
    let calls = 0;
    const server = createServer((_, response) => {
      calls++;
      response.end('secret');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const params = { url: `http://127.0.0.1:${port}/` };
      const actions = [{ actionId: demoActionId('webhooks.request'), position: 1, overrides: { params } }];
      const flow = write('call.flow.json', { name: 'Call', triggerId: demoTriggerId('custom'), actions });
      const refused = await test('--loopback-port', '9', flow);
      assert.match(refused.stdout, /port \d+ of this computer may not be called/);
      assert.deepEqual([refused.code, calls], [1, 0]);
      const allowed = await test('--loopback-port', String(port), flow);
      assert.deepEqual([allowed.code, calls], [0, 1]);
    } finally {
      server.close();
    }
  });

  it('the command that tests flow files reports what cannot be run among the results, and runs the others', async () => {
    const junit = join(folder, 'unfit.xml');
    const flow: unknown = JSON.parse(readFileSync(join('examples', 'first-steps.flow.json'), 'utf8'));
    const mailboxId = '22222222-2222-4222-8222-222222222222';
    const files = ['b', 'c'].map(name => write(`${name}.flow.json`, flow));
    write('b.flow.test.json', { cases: [{ name: 'a typo', expects: {} }] });
    write('c.flow.test.json', {
      cases: [
        { name: 'mail for nobody', messages: [{ mailboxId }] },
        { name: 'too many devices', deviceIds: Array.from({ length: 257 }, () => mailboxId) },
        { name: 'the run succeeds' },
      ],
    });
    const { code, stdout } = await test('--junit', junit, ...files);
    assert.match(
      stdout,
      /b\.flow\.json: its cases are read\n +.*b\.flow\.test\.json is not a file of tests\./,
    );
    assert.match(stdout, /mail for nobody\n +No mail reaches the mailbox 22222222-.*There is no mailbox/);
    assert.match(stdout, /too many devices\n +It does not fit the interface at body\.deviceIds: /);
    assert.match(stdout, /✓ .*c\.flow\.json: the run succeeds/);
    assert.match(stdout, /\n1 passed, 0 failed, 3 not run\n$/);
    assert.equal(code, 1);
    const xml = readFileSync(junit, 'utf8');
    assert.match(xml, /<testsuites name="flows" tests="4" failures="0" errors="3"/);
    assert.match(xml, /<error message="No mail reaches the mailbox/);
  });

  it('the command that tests flow files names a file below a folder that cannot be read, and runs the rest', async () => {
    const flows = join(folder, 'partly');
    mkdirSync(flows);
    symlinkSync(join(flows, 'gone.json'), join(flows, 'a.flow.json'));
    writeFileSync(join(flows, 'b.flow.json'), JSON.stringify({ name: 'B', actions: [] }));
    const { code, stdout } = await test(flows);
    assert.match(
      stdout,
      /a\.flow\.json: the file is read\n +.*a\.flow\.json cannot be read: it is a link to a file/,
    );
    assert.match(stdout, /b\.flow\.json: the run succeeds/);
    assert.equal(code, 1);
  });

  it('the command that tests flow files writes the reports of what has run if Ctrl+C ends it', async function () {
    // Windows ends a program at once instead of sending it SIGINT.
    if (process.platform === 'win32') this.skip();
    mkdirSync(join(folder, 'ended'));
    for (const [name, seconds] of [
      ['f1', 1],
      ['f2', 300],
      ['f3', 300],
    ] as const) {
      const wait = { actionId: demoActionId('flow.wait'), position: 1, overrides: { params: { seconds } } };
      write(`ended/${name}.flow.json`, { name, triggerId: demoTriggerId('custom'), actions: [wait] });
    }
    const report = join(folder, 'ended.json');
    const options = [
      '--workers',
      '1',
      '--time-scale',
      '1',
      '--reporter',
      'list',
      '--reporter',
      `json=${report}`,
    ];
    const args = [
      '--disable-warning=ExperimentalWarning',
      'src/cli.ts',
      'test',
      ...options,
      join(folder, 'ended'),
    ];
    const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(program, 'exit');
    await once(program.stdout, 'data');
    program.kill('SIGINT');
    assert.deepEqual(await exited, [130, null]);
    const { cases } = TestReport.parse(JSON.parse(readFileSync(report, 'utf8')));
    assert.deepEqual(
      cases.map(({ outcome }) => outcome),
      ['passed', 'skipped', 'skipped'],
    );
  });

  it('the command that tests flow files exits with 2 and one sentence if it cannot run', async () => {
    const { code, stderr } = await test(join(folder, 'nowhere.flow.json'));
    assert.match(stderr, /nowhere\.flow\.json cannot be read: there is no such file\./);
    assert.equal(code, 2);
    assert.equal((await test()).code, 2);
  });

  /** Writes flows that each have one request, with these answers of a server in turn. Resolves to the outcome. */
  async function testRequests(
    statuses: readonly number[],
    flows: readonly string[],
    ...args: string[]
  ): Promise<CommandOutcome & { readonly calls: number }> {
    let calls = 0;
    const server = createServer((_, response) => {
      response.writeHead(statuses[Math.min(calls++, statuses.length - 1)] ?? 200).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const params = { url: `http://127.0.0.1:${port}/` };
    const actions = [{ actionId: demoActionId('webhooks.request'), position: 1, overrides: { params } }];
    const files = flows.map(name => write(name, { name, triggerId: demoTriggerId('custom'), actions }));
    try {
      return { ...(await test('--loopback-port', String(port), ...args, ...files)), calls };
    } finally {
      server.close();
    }
  }

  it('the command that tests flow files runs a failed case again, and calls it flaky if it passes then', async () => {
    const flaky = await testRequests([400, 200], ['flaky.flow.json'], '--retries', '2');
    assert.match(flaky.stdout, /✓ .*flaky\.flow\.json: the run succeeds flaky \(.*, 2 attempts\)/);
    assert.match(flaky.stdout, /\n0 passed, 0 failed, 1 flaky, 0 not run\n$/);
    assert.deepEqual([flaky.code, flaky.calls], [0, 2]);
    const failed = await testRequests([400], ['failed.flow.json'], '--retries', '1');
    assert.match(failed.stdout, /✗ .*2 attempts[^]*\n0 passed, 1 failed, 0 not run\n$/);
    assert.deepEqual([failed.code, failed.calls], [1, 2]);
  });

  it('the command that tests flow files covers the steps of all attempts, and prints a table of them', async () => {
    const report = join(folder, 'attempts.json');
    const { stdout } = await testRequests(
      [400, 200],
      ['attempts.flow.json'],
      ...['--retries', '1', '--coverage', '--reporter', 'list', '--reporter', `json=${report}`],
    );
    assert.match(
      stdout,
      /\n0 passed, 0 failed, 1 flaky, 0 not run\nFlow +Steps +Branches [^]*attempts\.flow\.json +1\/1 100%\n/,
    );
    assert.match(
      readFileSync(report, 'utf8'),
      /"number": "1",\s+"name": "[^"]+",\s+"line": 1,\s+"runs": 2,\s+"decisions": \[\]/,
    );
  });

  it('the command that tests flow files starts no case after too many failures', async () => {
    const flows = ['x1.flow.json', 'x2.flow.json', 'x3.flow.json'];
    const { code, stdout, calls } = await testRequests([400], flows, '--max-failures', '1', '--workers', '1');
    assert.match(stdout, /\n- .*x2\.flow\.json: the run succeeds\n- .*x3\.flow\.json: /);
    assert.match(stdout, /\n0 passed, 1 failed, 0 not run, 2 skipped\n$/);
    assert.deepEqual([code, calls], [1, 1]);
  });

  it('the command that tests flow files lists the cases of a text, and of a part', async () => {
    const args = ['--list', '--grep', 'ASK-the-agents', 'examples'];
    const all = await test(...args);
    assert.equal(all.stdout.split('\n').length, 3);
    const parts = await Promise.all([1, 2].map(part => test(...args, '--shard', `${part}/2`)));
    assert.equal(parts.map(({ stdout }) => stdout).join(''), all.stdout);
    const none = await test('--grep', 'nothing has this name', 'examples');
    assert.equal(none.code, 2);
    assert.match(none.stderr, /^No case of \d+ contains “nothing has this name”; --list prints all\.$/m);
  });

  it('the command that tests flow files lists names without commands to a pipeline', async () => {
    mkdirSync(join(folder, 'odd'));
    write('odd/a.flow.json', {});
    write('odd/a.flow.test.json', { cases: [{ name: 'x\n::stop-commands::t ##[add-mask]a' }] });
    const { stdout } = await callProgram(['test', '--list', 'odd'], folder);
    assert.equal(stdout.replace('\\', '/'), 'odd/a.flow.json: x ::stop-commands::t ## [add-mask]a\n');
  });

  it('the command that tests flow files merges the reports of parts into that of one run, with several workers', async () => {
    const reports = join(folder, 'reports');
    const files = ['ask-the-agents', 'sign-in', 'mistakes'].map(name =>
      join('examples', `${name}.flow.json`),
    );
    const whole = join(folder, 'whole.json');
    const lcov = join(folder, 'whole.lcov');
    const written = ['--reporter', `json=${whole}`, '--reporter', `lcov=${lcov}`];
    const single = await test('--workers', '2', ...written, ...files);
    assert.deepEqual(single, { code: 1, stdout: '', stderr: '' });
    const parts = [1, 2].map(part =>
      test('--shard', `${part}/2`, '--reporter', `json=${join(reports, `${part}.json`)}`, ...files),
    );
    await Promise.all(parts);
    const merged = join(folder, 'merged.json');
    const mergedLcov = join(folder, 'merged.lcov');
    const reporters = [`json=${merged}`, `lcov=${mergedLcov}`, 'dot', 'coverage'];
    const result = await callProgram([
      'merge-reports',
      ...reporters.flatMap(name => ['--reporter', name]),
      reports,
    ]);
    assert.deepEqual([result.code, result.stderr], [1, '']);
    assert.match(result.stdout, /^···F\n[^]*\n3 passed, 0 failed, 1 not run\nFlow +Steps [^]*\nAll flows /);
    const withoutTimes = (file: string): string =>
      readFileSync(file, 'utf8').replaceAll(/"tookMs": [\d.]+/g, '"tookMs": 0');
    assert.equal(withoutTimes(merged), withoutTimes(whole));
    assert.equal(readFileSync(mergedLcov, 'utf8'), readFileSync(lcov, 'utf8'));
    assert.match(readFileSync(lcov, 'utf8'), /\nSF:examples\/ask-the-agents\.flow\.json\n[^]*\nDA:\d+,2\n/);
    const alone = await callProgram(['merge-reports', join(reports, '2.json')]);
    assert.equal(alone.code, 2);
    assert.match(alone.stderr, /^The report of part 1 of 2 is missing\./);
    const twice = await callProgram(['merge-reports', join(reports, '1.json'), join(reports, '1.json')]);
    assert.match(twice.stderr, /1\.json repeats “.*; merge the reports of one run only\./);
    const other = await callProgram(['merge-reports', 'package.json']);
    assert.match(other.stderr, /^package\.json is not a JSON report of the test command\. version: /);
    assert.deepEqual([twice.code, other.code], [2, 2]);
  });

  it('the command that tests flow files tests only the flows that changed since a commit', async function () {
    if (!hasGit()) this.skip();
    const project = join(folder, 'project');
    mkdirSync(join(project, 'flows'), { recursive: true });
    const flow = { name: 'F', triggerId: demoTriggerId('custom'), actions: [] };
    runGit(project, 'init', '--initial-branch', 'main');
    for (const name of ['kept', 'changed', 'pictured', 'tested', 'unpictured'])
      write(`project/flows/${name}.flow.json`, flow);
    mkdirSync(join(project, 'flows', 'unpictured.pictures'));
    write('project/flows/unpictured.pictures/a.pixel.light.png', 'accepted');
    runGit(project, 'add', '.');
    runGit(project, 'commit', '--message', 'A');
    write('project/flows/changed.flow.json', { ...flow, name: 'G' });
    write('project/flows/tested.flow.test.json', { cases: [{ name: 'a new case' }] });
    write('project/flows/ä new.flow.json', flow);
    mkdirSync(join(project, 'flows', 'pictured.pictures'));
    write('project/flows/pictured.pictures/a.pixel.light.png', 'accepted');
    rmSync(join(project, 'flows', 'unpictured.pictures'), { recursive: true });
    const changed = await callProgram(['test', '--list', 'flows', '--only-changed'], project);
    assert.equal(
      changed.stdout.replaceAll('\\', '/'),
      'flows/changed.flow.json: the run succeeds\nflows/pictured.flow.json: the run succeeds\nflows/tested.flow.json: a new case\nflows/unpictured.flow.json: the run succeeds\nflows/ä new.flow.json: the run succeeds\n',
    );
    const before = await callProgram(['test', '--list', '--only-changed', 'flows'], project);
    assert.deepEqual(before, changed);
    const below = await callProgram(['test', '--list', '--only-changed=main', '.'], join(project, 'flows'));
    assert.equal(below.stdout.split('\n').length, 6);
    runGit(project, 'branch', 'flows');
    const ambiguous = await callProgram(['test', '--list', '--only-changed', 'flows'], project);
    assert.equal(
      ambiguous.stderr,
      '“flows” after --only-changed is both a commit and a file or folder. Write --only-changed=flows or --only-changed=HEAD.\n',
    );
    assert.equal(ambiguous.code, 2);
    const unknown = await callProgram(['test', '--only-changed=--help', 'flows'], project);
    assert.match(unknown.stderr, /^Git cannot compare with “--help”: /);
    assert.equal(unknown.code, 2);
  });

  it('the command that tests flow files runs every case on the named devices', async () => {
    const file = join('examples', 'first-steps.flow.json');
    const report = join(folder, 'devices.json');
    const { code } = await test(
      '--devices',
      'android tablet, Pixel phone',
      '--reporter',
      `json=${report}`,
      file,
    );
    assert.equal(code, 0);
    assert.match(readFileSync(report, 'utf8'), /"device": "Android tablet"[^]*"device": "Pixel phone"/);
    const unknown = await test('--devices', 'Nokia', file);
    assert.match(unknown.stderr, /^The sandbox has no device “Nokia”\. It has .*Pixel phone/);
    assert.equal(unknown.code, 2);
  });

  const bad: readonly (readonly [string[], RegExp])[] = [
    [[], /missing required argument 'files'/],
    [
      ['--time-scale', '0', 'a'],
      /'--time-scale <factor>' argument '0' is invalid\. It takes a number greater/,
    ],
    [['--loopback-port', '0', 'a'], /It takes a whole number from 1 to 65535\./],
    [['--loopback-port', '65536', 'a'], /It takes a whole number from 1 to 65535\./],
    [['--junti', 'a', 'b'], /unknown option '--junti'\s+\(Did you mean --junit\?\)/],
  ];
  for (const [args, said] of bad) {
    it(`the command that tests flow files refuses ${args.join(' ') || 'a call without files'} with one sentence`, async () => {
      const { code, stdout, stderr } = await test(...args);
      assert.match(stderr, said);
      assert.deepEqual([code, stdout], [2, '']);
    });
  }
});
