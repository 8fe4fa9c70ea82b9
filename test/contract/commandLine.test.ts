import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { portOf } from '../../src/util/loopback.ts';
import { callProgram, type CommandOutcome, startProgram } from '../support/commandLine.ts';
import { runTask } from '../support/recordedTasks.ts';
import { FlowRunner, step } from '../support/flowRunner.ts';
import { forwardedHeaders } from '../support/forwardedHeaders.ts';
import { type TestSandbox, testSandbox } from '../support/sandbox.ts';

const KEY = 'sandbox_canary_key_4711';

describe('commandLine', () => {
  let sandbox: TestSandbox;
  let folder: string;
  let gateway: Server;
  /** The number of created flows whose answer is lost. */
  let lost = 0;

  before(async () => {
    sandbox = await testSandbox({ key: KEY, timeScale: 0 });
    const target = new URL(sandbox.baseUrl);
    gateway = createServer((incoming, answer) => {
      void text(incoming).then(body => {
        const { method = 'GET', url = '/', headers } = incoming;
        const to = { hostname: target.hostname, port: target.port, method, path: url };
        const onward = request({ ...to, headers: { ...headers, host: target.host } }, reply => {
          if (method === 'POST' && url === '/v1/flows' && lost > 0) {
            lost--;
            answer.destroy();
            return;
          }
          answer.writeHead(reply.statusCode ?? 502, forwardedHeaders(reply.headers));
          reply.pipe(answer);
        });
        onward.end(body);
      });
    });
    await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve));
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'project-'));
    mkdirSync(join(folder, 'flows'));
    writeFileSync(join(folder, 'staging.json'), JSON.stringify({ name: 'Staging', baseUrl: staging() }));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  after(async () => {
    gateway.closeAllConnections();
    gateway.close();
    await sandbox.stop();
  });

  async function call(...args: readonly string[]): Promise<CommandOutcome> {
    return callWith(callProgram, args);
  }

  async function callWith(run: typeof callProgram, args: readonly string[]): Promise<CommandOutcome> {
    const host = `127.0.0.1:${portOf(gateway)}`;
    const environment = {
      CLOUD_DEVICES_API_KEY: KEY,
      CLOUD_DEVICES_ALLOWED_HOSTS: `api.example.com, ${host}`,
    };
    const outcome = await run(args, folder, environment);
    assert.equal(`${outcome.stdout}${outcome.stderr}`.includes(KEY), false);
    return outcome;
  }

  function deploy(...args: readonly string[]): Promise<CommandOutcome> {
    return call('deploy', '--connection', 'staging.json', ...args, 'flows');
  }

  function staging(): string {
    return `http://127.0.0.1:${portOf(gateway)}/v1`;
  }

  function write(file: string, name: string, seconds = 1): void {
    const actions = [step('flow.wait', 1, { seconds })];
    const flow = { name, triggerId: demoTriggerId('custom'), actions };
    writeFileSync(join(folder, 'flows', `${file}.flow.json`), JSON.stringify(flow));
  }

  async function flowsNamed(name: string): Promise<number> {
    const { items } = (await sandbox.client.listFlows({ query: { pageSize: 100 } })).value;
    return (items ?? []).filter(flow => flow.name === name).length;
  }

  it('the command line with a connection plans without changes, and deploys and compares afterward', async () => {
    write('a', 'Planned');
    writeFileSync(join(folder, 'flows', 'broken.flow.json'), '{');
    const planned = await deploy();
    assert.match(planned.stdout, /^Plan for Staging: 1 to create, 1 with errors\.\n/);
    assert.match(planned.stdout, /: create\n {2}[\d,]+ of 2,000 flows can still be created after this\.\n/);
    assert.match(planned.stdout, /\nNothing was changed\. .*--yes/);
    assert.deepEqual([planned.code, await flowsNamed('Planned')], [1, 0]);
    rmSync(join(folder, 'flows', 'broken.flow.json'));
    const checked = await deploy('--check', '--format', 'markdown');
    assert.match(
      checked.stdout,
      /^## Plan for Staging: 1 to create\\?\.\n\n### `flows.a\.flow\.json`: create\n\n[\d,]+ of 2,000 flows can /,
    );
    assert.equal(checked.code, 1);
    const done = await deploy('--yes');
    assert.match(done.stdout, /^Flow files on Staging\nflows.a\.flow\.json: created\nAll done\.\n$/);
    assert.deepEqual([done.code, await flowsNamed('Planned')], [0, 1]);
    assert.equal((await deploy('--check')).code, 0);
    write('a', 'Planned', 2);
    const changed = await deploy('--check', '--format', 'json');
    assert.equal(changed.code, 1);
    const [line] = JSON.parse(changed.stdout) as [
      { readonly action: string; readonly differences: readonly string[] },
    ];
    assert.equal(line.action, 'update');
    assert.deepEqual(line.differences, ['Step 1 “Wait”: params.seconds is 2, was 1.']);
    assert.equal((await deploy('--yes')).code, 0);
    assert.deepEqual([(await deploy('--check')).code, await flowsNamed('Planned')], [0, 1]);
    assert.equal(readFileSync(join(folder, '.cloud-devices/links.json'), 'utf8').includes(KEY), false);
  });

  it('the command line with a connection continues after an interruption without creating a flow twice', async () => {
    write('one', 'Interrupted one');
    write('two', 'Interrupted two');
    lost = 1;
    const cut = await deploy('--yes');
    assert.equal(cut.code, 1);
    assert.match(cut.stdout, /one\.flow\.json: not done\n/);
    assert.match(cut.stdout, /two\.flow\.json: created\n/);
    assert.match(cut.stdout, /\n1 of 2 not done\. .*\n$/);
    const again = await deploy('--yes');
    assert.deepEqual([again.code, await flowsNamed('Interrupted one')], [0, 1]);
    assert.equal(await flowsNamed('Interrupted two'), 1);
  });

  it('the command line with a connection deletes a flow only if that is allowed', async () => {
    write('a', 'Recreated');
    assert.equal((await deploy('--yes')).code, 0);
    const file = join(folder, 'flows', 'a.flow.json');
    const flow = JSON.parse(readFileSync(file, 'utf8')) as { actions: object[] };
    const [first] = flow.actions;
    writeFileSync(file, JSON.stringify({ ...flow, actions: [{ ...first, nameOverride: 'Changed' }] }));
    const fault = { kind: 'status', status: 405 } as const;
    await sandbox.sandboxClient.addFault({ body: { operation: 'replaceFlowActions', fault } });
    try {
      const refused = await deploy('--yes');
      assert.match(
        refused.stdout,
        /This deletes a flow\. This service cannot replace .* Add --allow-delete to agree\./,
      );
      assert.equal(refused.code, 1);
      assert.equal((await deploy('--yes', '--allow-delete')).code, 0);
    } finally {
      await sandbox.sandboxClient.clearFaults({});
    }
    assert.deepEqual([(await deploy('--check')).code, await flowsNamed('Recreated')], [0, 1]);
  });

  it('the command line with a connection verifies flows, activates those that pass, and says why one does not', async () => {
    write('a', 'Passing');
    const file = join(folder, 'flows', 'a.flow.json');
    const flow = JSON.parse(readFileSync(file, 'utf8')) as { actions: object[] };
    const wait = step('flow.wait', 1, { seconds: 0 });
    writeFileSync(file, JSON.stringify({ ...flow, deviceIds: [], actions: [wait] }));
    const verified = await deploy('--verify');
    assert.match(verified.stdout, /a\.flow\.json: created, verified in [^,]+\n/);
    assert.equal(verified.code, 0);
    const active = await deploy('--activate');
    assert.match(active.stdout, /a\.flow\.json: unchanged, verified in [^,]+, active\n/);
    assert.equal(active.code, 0);
    assert.match((await deploy('--activate')).stdout, /a\.flow\.json: unchanged, active already\n/);
    const target = { by: 'text', text: 'Nowhere on the screen' };
    const failing = step('device.tap', 1, { target }, { nameOverride: 'Tap nothing' });
    const deviceIds = ['phone', 'tablet'].map(demoDeviceId);
    writeFileSync(file, JSON.stringify({ ...flow, name: 'Failing', deviceIds, actions: [failing] }));
    const several = await deploy('--verify');
    assert.match(several.stdout, /The flow has several devices\. Name one with --device to verify it\./);
    assert.equal(several.code, 1);
    const failed = await deploy('--verify', '--device', deviceIds[0] ?? '', '--format', 'json');
    const [line] = JSON.parse(failed.stdout) as { state: string; problem: string; executionId: string }[];
    assert.match(line?.problem ?? '', /^The verification failed\. Step 1 “Tap nothing”: /);
    assert.match(line?.executionId ?? '', /^[\da-f-]{36}$/);
    assert.equal(failed.code, 1);
    const fault = { kind: 'status', status: 405 } as const;
    await sandbox.sandboxClient.addFault({ body: { operation: 'verifyFlow', fault } });
    try {
      const lacking = await deploy('--verify', '--device', deviceIds[0] ?? '');
      assert.match(lacking.stdout, /no verification.* --execution/);
      assert.equal(lacking.code, 1);
    } finally {
      await sandbox.sandboxClient.clearFaults({});
    }
    writeFileSync(join(folder, 'list.json'), '[]');
    const payload = await deploy('--verify', '--payload', 'list.json');
    assert.deepEqual([payload.code, payload.stderr], [2, 'The payload list.json is not a JSON object.\n']);
    for (const option of ['--device', '--payload']) {
      const { code, stderr } = await deploy('--yes', option, 'list.json');
      const sentence = `${option} is for a verification. Add --verify or --activate.\n`;
      assert.deepEqual([code, stderr], [2, sentence]);
    }
  });

  it('the command line with a connection says in one sentence what is missing', async () => {
    write('a', 'Never');
    const sentences: readonly (readonly [readonly string[], Readonly<Record<string, string>>, RegExp])[] = [
      [[], { CLOUD_DEVICES_BASE_URL: '' }, /^No service is named\. Name a file with --connection, or set/],
      [['--connection', 'staging.json'], { CLOUD_DEVICES_API_KEY: '' }, /^The API key is missing\. Set /],
      [['--connection', 'key.json'], {}, /^key\.json must not contain “apiKey”\. Remove it, and pass/],
      [[], { CLOUD_DEVICES_BASE_URL: 'http://a.example/v1' }, /Use https:\/\//],
      [
        ['--connection', 'staging.json', '--key-file', 'none'],
        {},
        /^The key file none cannot be read: there/,
      ],
      [
        ['--connection', 'staging.json', '--root', 'other', '--allow-host', new URL(staging()).host],
        {},
        /is not a \*\.flow\.json file in the folder other/,
      ],
    ];
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'key.json'), JSON.stringify({ baseUrl: sandbox.baseUrl, apiKey: KEY }));
    for (const [args, environment, sentence] of sentences) {
      const variables = { CLOUD_DEVICES_API_KEY: KEY, ...environment };
      const { code, stdout, stderr } = await callProgram(['deploy', ...args, 'flows'], folder, variables);
      assert.match(stderr, sentence);
      assert.deepEqual([code, stdout, stderr.includes(KEY)], [2, '', false]);
    }
  });

  it('the command line with a connection creates one flow if four deployments of a new file run at the same time', async () => {
    const args = ['deploy', '--connection', 'staging.json', '--yes', 'flows'];
    for (let round = 0; round < 2; round++) {
      write('a', `Parallel ${round}`);
      rmSync(join(folder, '.cloud-devices'), { recursive: true, force: true });
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => callWith(startProgram, args)));
      assert.equal(await flowsNamed(`Parallel ${round}`), 1);
      for (const { code, stdout, stderr } of outcomes) {
        if (code !== 0)
          assert.match(stdout, /The link of flows\/a\.flow\.json was changed in another window/);
        assert.equal(stderr, '');
      }
      assert.ok(outcomes.some(({ code }) => code === 0));
      assert.deepEqual([(await deploy('--check')).code, await flowsNamed(`Parallel ${round}`)], [0, 1]);
      assert.deepEqual(readdirSync(join(folder, '.cloud-devices')), ['links.json']);
    }
  });

  it('the command line with a connection deploys nothing of a file that is not UTF-8', async () => {
    write('a', 'Grüße');
    const file = join(folder, 'flows', 'a.flow.json');
    const text = readFileSync(file, 'utf8');
    for (const [bytes, problem] of [
      [
        Buffer.from(text, 'latin1'),
        /not UTF-8 text: the byte FC in line 1, column 12 is invalid; save it as/,
      ],
      [Buffer.from(`\ufeff${text}`, 'utf16le'), /it is UTF-16 LE text; save it as UTF-8\.\n$/],
    ] as const) {
      writeFileSync(file, bytes);
      const { code, stdout, stderr } = await deploy('--yes');
      assert.match(stderr, /^flows\/a\.flow\.json cannot be read: it is/);
      assert.match(stderr, problem);
      assert.deepEqual([code, stdout], [2, '']);
    }
    assert.equal(await flowsNamed('Grüße'), 0);
    writeFileSync(file, `\ufeff${text}`);
    assert.equal((await deploy('--yes')).code, 0);
    assert.equal(await flowsNamed('Grüße'), 1);
  });

  it('the command line with a connection sends the key to no address of a file whose host is not allowed', async () => {
    write('a', 'Never');
    const received: (string | undefined)[] = [];
    const other = createServer((incoming, answer) => {
      received.push(incoming.headers.authorization);
      answer.end('{}');
    });
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${portOf(other)}`;
    writeFileSync(join(folder, 'other.json'), JSON.stringify({ baseUrl: `http://${host}/v1` }));
    writeFileSync(join(folder, 'key'), KEY);
    const withKey = { CLOUD_DEVICES_API_KEY: KEY };
    for (const [args, environment] of [
      [['--connection', 'other.json'], withKey],
      [['--connection', 'other.json', '--key-file', 'key'], {}],
      [[], { ...withKey, CLOUD_DEVICES_CONNECTION: 'other.json' }],
      [['--connection', 'other.json'], { ...withKey, CLOUD_DEVICES_BASE_URL: staging() }],
      [['--connection', 'other.json', '--allow-host', '127.0.0.1'], withKey],
      [['--connection', 'other.json'], { ...withKey, CLOUD_DEVICES_ALLOWED_HOSTS: '127.0.0.1:1,localhost' }],
    ] as const)
      for (const command of [
        ['deploy', 'flows'],
        ['trace', '3f2b7d0e-52a4-4c58-9d3b-1f9f8f7f6a10'],
      ]) {
        const outcome = await callProgram([...command, ...args], folder, environment);
        assert.equal(
          outcome.stderr,
          `other.json names the host ${host}, which may not get the API key. If it is right, allow it with --allow-host ${host} or in CLOUD_DEVICES_ALLOWED_HOSTS.\n`,
        );
        assert.deepEqual([outcome.code, outcome.stdout], [2, '']);
      }
    assert.deepEqual(received, []);
    const allowed = ['deploy', '--connection', 'other.json', '--allow-host', host, 'flows'];
    await callProgram(allowed, folder, withKey);
    assert.ok(received.length > 0);
    const named = { ...withKey, CLOUD_DEVICES_BASE_URL: staging() };
    const same = await callProgram(['deploy', '--connection', 'staging.json', 'flows'], folder, named);
    assert.equal(same.code, 0, same.stderr);
    other.close();
    other.closeAllConnections();
  });

  it('the command line with a connection reads the key from a file, and says if the service refuses it', async () => {
    write('a', 'Refused');
    writeFileSync(join(folder, 'key'), 'sandbox_another_key\n');
    const { code, stderr } = await deploy('--key-file', 'key');
    assert.match(stderr, /API key/);
    assert.deepEqual([code, stderr.includes('another')], [2, false]);
    writeFileSync(join(folder, 'key'), `${KEY}\n`);
    assert.equal((await deploy('--key-file', 'key', '--check')).code, 1);
  });

  it('the command line with a connection saves a finished task as a flow, without its secrets', async () => {
    const task = 'In the form, tap "No such line", type "Canary-4711" into "Password".';
    const id = await runTask(sandbox, task);
    const save = (...args: readonly string[]): Promise<CommandOutcome> =>
      call('save-task', '--connection', 'staging.json', ...args);
    const printed = await save(id);
    assert.equal(printed.code, 0, printed.stderr);
    assert.match(printed.stderr, /^Secrets are not written\. Pass “password”/m);
    assert.match(printed.stderr, /^Left out because it failed: /m);
    assert.match(printed.stdout, /"text": "\{\{event\.payload\.password\}\}"/);
    assert.doesNotMatch(`${printed.stdout}${printed.stderr}`, /Canary/);
    assert.equal((await save(id, '--output', 'new/task.flow.json')).stdout, '');
    const written: unknown = JSON.parse(readFileSync(join(folder, 'new/task.flow.json'), 'utf8'));
    assert.deepEqual(written, JSON.parse(printed.stdout));
    const again = await save(id, '--output', 'new/task.flow.json');
    assert.deepEqual([again.code, again.stderr.includes('already exists')], [2, true]);
    const unknown = await save('no-such-task');
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
  });

  it('the command line imports a Maestro flow for the sandbox, with the files of its folder only', async () => {
    mkdirSync(join(folder, 'maestro/shared'), { recursive: true });
    writeFileSync(
      join(folder, 'maestro/login.yaml'),
      'appId: org.sandbox.form\n---\n- launchApp\n- runFlow: shared/name.yaml\n- runFlow: ../staging.yaml\n- runFlow: out/staging.yaml\n- runScript: a.js\n',
    );
    writeFileSync(join(folder, 'staging.yaml'), 'appId: a.b\n---\n- back\n');
    writeFileSync(join(folder, 'maestro/shared/name.yaml'), 'appId: a.b\n---\n- inputText: ${USER}\n');
    symlinkSync(folder, join(folder, 'maestro/out'), 'junction');
    const args = ['import', '--root', 'maestro', '--env', 'USER=Ada', 'maestro/login.yaml'];
    const printed = await callProgram(args, folder);
    assert.equal(printed.code, 0, printed.stderr);
    assert.deepEqual(printed.stderr.trimEnd().split('\n'), [
      '6 commands: 2 translated, 1 approximated, 3 not translated.',
      'Approximated login.yaml:3 launchApp: An app that runs already is not stopped first.',
      'Not translated login.yaml:5 runFlow: The file ../staging.yaml is outside of the folder of the import.',
      'Not translated login.yaml:6 runFlow: The file out/staging.yaml cannot be read.',
      'Not translated login.yaml:7 runScript: Scripts are not run and have no steps.',
    ]);
    const flow = JSON.parse(printed.stdout) as {
      readonly name: string;
      readonly actions: readonly unknown[];
    };
    assert.deepEqual([flow.name, flow.actions.length], ['login', 5]);
    const output = ['--output', 'flows/login.flow.json', '--report', 'login.md'];
    const written = await callProgram([...args, ...output], folder);
    assert.deepEqual([written.code, written.stdout], [0, ''], written.stderr);
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'flows/login.flow.json'), 'utf8')), flow);
    const report = readFileSync(join(folder, 'login.md'), 'utf8');
    assert.match(report, /## Approximated\n\n- login\\?\.yaml:3 launchApp/);
    const checked = await callProgram(['validate', 'flows'], folder);
    assert.equal(checked.code, 0, checked.stdout);
    const again = await callProgram([...args, ...output], folder);
    assert.deepEqual([again.code, again.stderr.includes('already exists')], [2, true]);
    const other = await callProgram(['import', 'login.md'], folder);
    assert.deepEqual([other.code, other.stderr.includes('no format that can be imported')], [2, true]);
  });

  it('the command line exports a flow as Maestro YAML, which it imports again', async () => {
    const file = join(folder, 'maestro-export.flow.json');
    const stepOf = (method: string, params: object = {}): object => ({
      actionId: demoActionId(method),
      overrides: { params },
    });
    const actions = [
      stepOf('device.launchApp', { platform: 'android', app: 'org.sandbox.form' }),
      stepOf('device.typeText', { text: '{{event.payload.user}}' }),
      stepOf('flow.wait', { seconds: 2 }),
      stepOf('device.reboot'),
    ];
    writeFileSync(file, JSON.stringify({ name: 'Form', actions }, null, 2));
    const printed = await callProgram(['export', file], folder);
    assert.equal(printed.code, 0, printed.stderr);
    assert.match(
      printed.stdout,
      /^appId: org\.sandbox\.form\nname: Form\n---\n- launchApp:\n {4}stopApp: false\n- inputText: \$\{user\}\n- waitForAnimationToEnd:\n {4}timeout: 2000\n/,
    );
    assert.match(printed.stderr, /^4 steps: 2 translated, 1 approximated, 1 not translated\.$/m);
    assert.match(printed.stderr, /^Not translated \S+:\d+ Reboot device: Maestro has no command/m);
    assert.match(printed.stderr, /^Pass “user” to Maestro with --env\.$/m);
    const output = ['--output', 'export/form.yaml', '--report', 'export.md'];
    const written = await callProgram(['export', file, ...output], folder);
    assert.deepEqual([written.code, written.stdout], [0, ''], written.stderr);
    assert.equal(readFileSync(join(folder, 'export/form.yaml'), 'utf8'), printed.stdout);
    assert.match(readFileSync(join(folder, 'export.md'), 'utf8'), /## Approximated\n\n- .*Wait/);
    const again = await callProgram(['export', file, ...output], folder);
    assert.deepEqual([again.code, again.stderr.includes('already exists')], [2, true]);
    const imported = await callProgram(['import', 'export/form.yaml'], folder);
    assert.deepEqual(
      [imported.code, imported.stdout.includes('"text": "{{event.payload.user}}"')],
      [0, true],
    );
    const other = await callProgram(['export', 'export.md'], folder);
    assert.deepEqual([other.code, other.stderr.includes('is no JSON')], [2, true]);
  });

  it('the command line with a connection prints the whole flow of a task, also a long one', async () => {
    const id = await runTask(sandbox, `Open maps, ${'tap "Zoom in", '.repeat(48)}and go home.`);
    const save = (...args: readonly string[]): Promise<CommandOutcome> =>
      call('save-task', '--connection', 'staging.json', ...args, id);
    const { code, stdout, stderr } = await save();
    assert.deepEqual([code, stdout.length > 10_000], [0, true], stderr);
    assert.equal((await save('--output', 'long.flow.json')).code, 0);
    const written: unknown = JSON.parse(readFileSync(join(folder, 'long.flow.json'), 'utf8'));
    assert.deepEqual(JSON.parse(stdout), written);
    assert.match(stdout, /[^\n]\n$/);
  });

  it('the command line with a connection prints why an execution failed, without its secrets', async () => {
    const runs = new FlowRunner(sandbox);
    const actions = [
      step('device.openUrl', 1, { url: 'form:' }),
      step('device.tap', 2, { target: { by: 'description', description: 'Password' } }),
      step('device.typeText', 3, { text: 'Canary-password-4711' }),
      step('device.tap', 4, { target: { by: 'text', text: 'Creat account' } }),
    ];
    const flow = await runs.createFlow(actions, { deviceIds: [demoDeviceId('phone')] });
    await runs.fire();
    const run = await runs.ended(flow);
    const trace = (...args: readonly string[]): Promise<CommandOutcome> =>
      call('trace', '--connection', 'staging.json', ...args);
    const plain = await trace(run.id);
    assert.match(plain.stdout, /: failed\n {2}Device: /);
    assert.match(plain.stdout, /\n.*“Creat account”.*“Create account”\.\n/);
    assert.match(plain.stdout, /\n {2}Suggestion: Use “Create account”\.\n✓ 1 Open address/);
    assert.match(plain.stdout, /\n✗ 4 Tap /);
    const markdown = await trace('--format', 'markdown', run.id);
    assert.match(markdown.stdout, /\n### Steps\n\n- ✓ 1 Open address/);
    const json = await trace('--format', 'json', run.id);
    const { failedStep, steps } = JSON.parse(json.stdout) as {
      readonly failedStep: string;
      readonly steps: readonly { readonly state: string; readonly error?: string }[];
    };
    assert.deepEqual([failedStep, steps.map(({ state }) => state).at(-1)], ['4', 'failed']);
    for (const { stdout, code } of [plain, markdown, json])
      assert.deepEqual([code, stdout.includes('Canary')], [0, false]);
    const unknown = await trace('00000000-0000-4000-8000-000000000000');
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
    writeFileSync(join(folder, 'a.flow-trace'), 'no zip');
    const broken = await trace('a.flow-trace');
    assert.match(broken.stderr, /^a\.flow-trace: .*not a zip file/);
    assert.equal(broken.code, 2);
  });
});
