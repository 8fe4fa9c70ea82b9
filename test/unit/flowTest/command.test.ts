import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFlowsOptions } from '../../../src/flowCommand/options.ts';
import { demoActionId, demoCatalog } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function flows(...args: string[]): Promise<Outcome> {
  const command = ['--disable-warning=ExperimentalWarning', 'src/cli.ts', 'flows', ...args];
  return new Promise(resolve => {
    const child = execFile(process.execPath, command, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

describe('the command that tests flow files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flows-'));
  after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, value: unknown): string => {
    // As some editors write it, with a byte order mark.
    writeFileSync(join(folder, name), `\ufeff${JSON.stringify(value)}`);
    return join(folder, name);
  };

  it('runs examples with and without cases, and writes a JUnit report', async () => {
    const junit = join(folder, 'report.xml');
    const files = ['first-steps.flow.json', 'sign-in.flow.json', 'ask-the-agents.flow.test.json'];
    const { code, stdout } = await flows(
      'test',
      '--junit',
      junit,
      ...files.map(name => join('examples', name)),
    );
    assert.match(stdout, /✓ examples[/\\]first-steps\.flow\.json: the run succeeds \(/);
    assert.match(stdout, /✓ examples[/\\]sign-in\.flow\.json: types the passcode of the newest mail \(/);
    assert.match(stdout, /\n4 passed, 0 failed, 0 not run\n$/);
    assert.equal(code, 0);
    assert.match(readFileSync(junit, 'utf8'), /<testsuites name="flows" tests="4" failures="0" errors="0"/);
  });

  it('exits with 1 if a case fails, and starts each case with a new sandbox', async () => {
    const file = join('examples', 'first-steps.flow.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(join(folder, 'a.flow.json'), text);
    const line = text.slice(0, text.indexOf('"position": 3')).split('\n').length - 2;
    const cases = [
      { name: 'waits for eight seconds', expect: { steps: [{ step: 3, output: { seconds: 8 } }] } },
      { name: 'once more', expect: { steps: [{ step: 5, status: 'success' }] } },
    ];
    write('a.flow.test.json', { cases });
    const { code, stdout } = await flows('test', folder);
    assert.match(stdout, /✗ .*a\.flow\.json: waits for eight seconds/);
    assert.ok(stdout.includes(`a.flow.json:${line}: Step 3 `), stdout);
    assert.match(stdout, /\n1 passed, 1 failed, 0 not run\n$/);
    assert.equal(code, 1);
  });

  it('runs the flows of another service with the actions of the same method', async () => {
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
    const { code, stdout } = await flows('test', '--catalog', catalog, fits, unfit);
    assert.match(stdout, /✓ .*fits\.flow\.json/);
    assert.match(stdout, /✗ .*unfit\.flow\.json/);
    assert.equal(code, 1);
  });

  it('calls only the named ports of this computer', async () => {
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
      const refused = await flows('test', '--loopback-port', '9', flow);
      assert.match(refused.stdout, /port \d+ of this computer may not be called/);
      assert.deepEqual([refused.code, calls], [1, 0]);
      const allowed = await flows('test', '--loopback-port', String(port), flow);
      assert.deepEqual([allowed.code, calls], [0, 1]);
    } finally {
      server.close();
    }
  });

  it('reports what cannot be run among the results, and runs the others', async () => {
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
    const { code, stdout } = await flows('test', '--junit', junit, ...files);
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

  it('exits with 2 and one sentence if it cannot run', async () => {
    const { code, stderr } = await flows('test', join(folder, 'nowhere.flow.json'));
    assert.match(stderr, /nowhere\.flow\.json cannot be read: there is no such file\./);
    assert.equal(code, 2);
    assert.equal((await flows()).code, 2);
  });
});

describe('the options of the command that tests flow files', () => {
  it('are read', () => {
    assert.equal(readFlowsOptions(['--help']), 'help');
    assert.deepEqual(
      readFlowsOptions(['test', 'a', '--junit', 'j', '--time-scale', '0.5', '--loopback-port', '80']),
      {
        files: ['a'],
        catalogFile: undefined,
        junitFile: 'j',
        timeScale: 0.5,
        loopbackPorts: [80],
      },
    );
  });

  it('are refused with one sentence', () => {
    const calls: [string[], RegExp][] = [
      [[], /Say what to do with flows/],
      [['run', 'a'], /Say what to do with flows/],
      [['test'], /Name at least one/],
      [['test', '--time-scale', '0', 'a'], /--time-scale takes a number above 0/],
      [['test', '--loopback-port', '0', 'a'], /--loopback-port takes a whole number from 1/],
      [['test', '--loopback-port', '65536', 'a'], /--loopback-port takes/],
      [['test', '--junti', 'a', 'b'], /junti/],
    ];
    for (const [args, said] of calls) assert.match(JSON.stringify(readFlowsOptions(args)), said);
  });
});
