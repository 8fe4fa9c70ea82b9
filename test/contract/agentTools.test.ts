import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskFiles } from '../../src/agent/diskFiles.ts';
import { createEndpoint } from '../support/createEndpoint.ts';
import { AGENT_FLOW, buildAndActivate } from '../support/scriptedAgent.ts';
import { flowOf, type MethodStep } from '../support/agentFlows.ts';
import { SERVICE_NAME, type TestAgents, testAgents } from '../support/agents.ts';
import { callErrorText } from '../../src/agent/toolRunner.ts';
import { runTask } from '../support/recordedTasks.ts';
import { until } from '../support/until.ts';
import { assertHidden } from '../support/assertHidden.ts';

const PASSWORD = 'canary-password-41c9';

describe('agentTools', () => {
  let agents: TestAgents;
  let deviceId: string;
  let mailboxId: string;
  let otherMailboxId: string;
  /** Every result and record of a call in this file. */
  const shown: string[] = [];

  before(async () => {
    agents = await testAgents();
    const { client } = agents.sandbox;
    const devices = (await client.listDevices({ query: { pageSize: 100 } })).value.items ?? [];
    deviceId = devices.find(({ state, type }) => state === 'ready' && type?.startsWith('android'))?.id ?? '';
    const mailboxes = (await client.listMailboxes({})).value.items ?? [];
    const active = mailboxes.filter(({ status }) => status === 'active');
    mailboxId = active[0]?.id ?? '';
    otherMailboxId = active[1]?.id ?? '';
  });
  after(() => agents.stop());

  async function call(tool: string, input: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const result = await agents.run(tool, input);
    shown.push(JSON.stringify(result));
    if ('error' in result) throw new Error(callErrorText(result));
    return result.output;
  }

  /** Writes a flow file with steps given by methods and parameters. */
  async function write(path: string, steps: readonly MethodStep[]): Promise<void> {
    const flow = await flowOf(agents.sandbox.client, path, steps);
    writeFileSync(join(agents.folder, path), JSON.stringify(flow, undefined, 2));
  }

  const openForm = [
    'device.launchApp',
    { platform: 'android', app: 'org.sandbox.form', clearData: true },
  ] as const;

  it('the tools for agents neither see nor touch a real phone in the profile of the sandbox', async () => {
    const { store } = agents.sandbox.service;
    const device = store.devices.get(deviceId);
    assert.ok(device);
    const id = '5a0b6c1e-6f0c-4d8e-9f53-6d8a1a0f0c11';
    for (const [providerId, phone] of [
      ['adb', { driver: 'adb', serial: 'R5CT' }],
      ['service', { driver: 'service', serviceId: 'far', serviceName: 'Far', deviceId: id }],
    ] as const) {
      store.devices.put({ ...device, id, providerId, sandbox: { ...device.sandbox, phone } });
      for (const [tool, input] of [
        ['act_on_device', { deviceId: id, do: 'press', button: 'home' }],
        ['look_at_device', { deviceId: id }],
      ] as const)
        await assert.rejects(call(tool, input), /only simulated phones, and this device is a real one/);
    }
    store.devices.delete(id);
  });

  it('the tools for agents build, repair, verify and activate a flow from an empty folder', async () => {
    const flowId = await buildAndActivate(call);
    const { data } = (await agents.sandbox.client.getFlow({ params: { flowId } })).value;
    assert.equal(data.enabled, true);
    assert.deepEqual(agents.questions, []);
  });

  it('the tools for agents change nothing if one of several edits is not possible', async () => {
    const before = readFileSync(join(agents.folder, AGENT_FLOW), 'utf8');
    const good = { kind: 'set', location: { in: 'settings', path: ['name'] }, value: 'Other' };
    for (const [bad, reason] of [
      [
        { kind: 'deleteSteps', steps: [[99]] },
        /^Edit 2 \(deleteSteps\) is not possible, and nothing was changed/,
      ],
      [
        { kind: 'set', value: 1 },
        /^Edit 2 does not have the members of its kind, .* The members of set are \{location, value\}; location is/,
      ],
    ] as const)
      await assert.rejects(call('edit_flow', { path: AGENT_FLOW, edits: [good, bad] }), {
        message: reason,
      });
    assert.equal(readFileSync(join(agents.folder, AGENT_FLOW), 'utf8'), before);
  });

  it('the tools for agents are refused if they double a flow again and again, before it takes long', async () => {
    const before = readFileSync(join(agents.folder, AGENT_FLOW), 'utf8');
    const { length } = (JSON.parse(before) as { actions: unknown[] }).actions;
    const edits = Array.from({ length: 15 }, (_, round) => ({
      kind: 'duplicateSteps',
      steps: Array.from({ length: length * 2 ** round }, (__, index) => [index]),
    }));
    await assert.rejects(call('edit_flow', { path: AGENT_FLOW, edits }), {
      message:
        /^With edit 1\d, the flow would become too large, and nothing was changed\. Split it into several\.$/,
    });
    assert.equal(readFileSync(join(agents.folder, AGENT_FLOW), 'utf8'), before);
  });

  it('the tools for agents of a large flow are refused if there are many', async () => {
    const set = (name: string, value: string): object => ({
      kind: 'set',
      location: { in: 'settings', path: [name] },
      value,
    });
    const large = set('description', 'x'.repeat(1_000_000));
    const many = Array.from({ length: 30 }, (_, index) => set('name', `Name ${index}`));
    await assert.rejects(call('edit_flow', { path: 'large.flow.json', edits: [large, ...many] }), {
      message: /^These are too many edits of a large file, and nothing was changed\. Make fewer at once\.$/,
    });
  });

  it('the tools for agents read and write nothing outside the folder, not even by a link', async () => {
    symlinkSync(tmpdir(), join(agents.folder, 'away'));
    for (const path of ['away/x.flow.json', '../x.flow.json', '/x.flow.json', 'a/../../x.flow.json']) {
      await assert.rejects(call('read_flow', { path }), /not a flow file inside|relative path/);
      const edits = [{ kind: 'set', location: { in: 'settings', path: ['name'] }, value: 'x' }];
      await assert.rejects(call('edit_flow', { path, edits }), /not a flow file inside|relative path/);
    }
  });

  it('the tools for agents write no file in a hidden folder or of packages, and none that is no flow file, not even by a link', async () => {
    const flow = join(agents.folder, '.git/a.flow.json');
    for (const name of ['.git', '.vscode', 'node_modules']) mkdirSync(join(agents.folder, name));
    writeFileSync(join(agents.folder, 'settings.json'), '{}');
    symlinkSync('settings.json', join(agents.folder, 'settings.flow.json'));
    symlinkSync('.git', join(agents.folder, 'visible'));
    const edits = [{ kind: 'set', location: { in: 'settings', path: ['name'] }, value: 'x' }];
    for (const path of [
      ...['.git/a.flow.json', '.GIT/a.flow.json', 'flows/.git/hooks/a.flow.json', '.vscode/a.flow.json'],
      ...[
        'node_modules/a.flow.json',
        'Node_Modules/a.flow.json',
        'visible/a.flow.json',
        'settings.flow.json',
      ],
    ]) {
      await assert.rejects(call('edit_flow', { path, edits }), /is not a flow file inside the folder, or/);
      await assert.rejects(call('read_flow', { path }), /is not a flow file inside the folder, or/);
    }
    assert.equal(existsSync(flow), false);
    assert.equal(readFileSync(join(agents.folder, 'settings.json'), 'utf8'), '{}');
  });

  it('the tools for agents lose no edit of parallel calls, and none by another program meanwhile', async () => {
    const path = 'flows/parallel.flow.json';
    const mark = (name: string): object => {
      const location = { in: 'settings', path: [name] };
      return { kind: 'set', location, value: name };
    };
    const names = Array.from({ length: 24 }, (_, index) => `mark-${index}`);
    // The last ones come from another program with the same folder.
    const other = diskFiles(agents.folder);
    const results = await Promise.all(
      names.map(name =>
        name < 'mark-3'
          ? call('edit_flow', { path, edits: [mark(name)] })
          : other.change(
              path,
              before => JSON.stringify({ ...(JSON.parse(before ?? '{}') as object), [name]: name }),
              AbortSignal.timeout(60_000),
            ),
      ),
    );
    const flow = JSON.parse(readFileSync(join(agents.folder, path), 'utf8')) as Readonly<
      Record<string, string>
    >;
    assert.deepEqual(
      names.filter(name => flow[name] !== name),
      [],
    );
    const made = results.filter(result => typeof result === 'object' && result['created'] === true);
    assert.ok(made.length <= 1, 'one call at most creates the file');
  });

  it('the tools for agents refuse a file that is not UTF-8, and leave it as it is', async () => {
    const file = join(agents.folder, 'latin.flow.json');
    const bytes = Buffer.from('{\n  "name": "Grüße"\n}', 'latin1');
    writeFileSync(file, bytes);
    const edits = [{ kind: 'set', location: { in: 'settings', path: ['name'] }, value: 'x' }];
    const path = 'latin.flow.json';
    for (const [tool, input] of [
      ['edit_flow', { path, edits }],
      ['check_flow', { path }],
      ['deploy_flow', { path }],
    ] as const)
      await assert.rejects(call(tool, input), {
        message:
          'latin.flow.json cannot be used: it is not UTF-8 text: the byte FC in line 2, column 14 is invalid; save it as UTF-8.',
      });
    assert.deepEqual(readFileSync(file), bytes);
  });

  it('the tools for agents send no request to another computer', async () => {
    const log = ['webhooks.log', { message: 'example.com' }] as const;
    const reason = /A step of this flow sends a request to another computer, or to an address/;
    for (const url of ['https://example.com/', '{{event.payload.url}}', 'https://127.0.0.1.example.com/']) {
      await write('outside.flow.json', [log, ['webhooks.request', { url }]]);
      await assert.rejects(call('run_flow', { path: 'outside.flow.json' }), reason);
    }
    await call('deploy_flow', { path: 'outside.flow.json' });
    await assert.rejects(call('run_flow', { path: 'outside.flow.json', verify: true }), reason);
    await write('inside.flow.json', [log]);
    await call('deploy_flow', { path: 'inside.flow.json' });
    await call('run_flow', { path: 'inside.flow.json', verify: true });
    await call('activate_flow', { path: 'inside.flow.json' });
    await write('inside.flow.json', [log, ['webhooks.request', { url: 'https://example.com/' }]]);
    await assert.rejects(call('deploy_flow', { path: 'inside.flow.json' }), reason);
    await write('inside.flow.json', [['webhooks.request', { url: 'http://localhost:1/' }]]);
    const { steps } = await call('run_flow', { path: 'inside.flow.json' });
    assert.match(JSON.stringify(steps), /port 1 of this computer may not be called/);
  });

  it('the tools for agents read a screen with a picture, and tap the only element that matches', async () => {
    await write('form.flow.json', [openForm]);
    await call('run_flow', { path: 'form.flow.json', deviceId });
    const result = await agents.run('look_at_device', { deviceId, picture: true });
    assert.ok('output' in result && result.picture);
    assert.deepEqual([...result.picture.slice(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    const { elements } = result.output as {
      elements: { description?: { text: string }; center: number[] }[];
    };
    const field = elements.find(({ description }) => description?.text === 'Name');
    assert.ok(field);
    const { point } = await call('act_on_device', { deviceId, do: 'tap', element: { description: 'Name' } });
    assert.deepEqual(point, { x: field.center[0], y: field.center[1] });
    await call('act_on_device', {
      deviceId,
      do: 'type',
      element: { description: 'Password' },
      text: PASSWORD,
    });
    const filled = await call('look_at_device', { deviceId });
    const [secret] = (filled['elements'] as { password?: boolean; description?: object }[]).filter(
      ({ password }) => password,
    );
    assert.deepEqual(secret?.description, { origin: 'device', text: 'Password' });
    await assert.rejects(
      call('act_on_device', { deviceId, do: 'tap', element: { text: 'Nowhere' } }),
      /No element on the screen matches the element “Nowhere”\. Look at the device again/,
    );
    await assert.rejects(
      call('act_on_device', { deviceId, do: 'tap', element: { role: 'field' } }),
      /elements match the field\. Add index, within or near/,
    );
  });

  it('the tools for agents write a finished task into a new file, with notes', async () => {
    const id = await runTask(agents.sandbox, 'In the settings, tap "No such line" and tap "Bluetooth".');
    const saved = await call('save_task', { taskId: id, path: 'saved.flow.json' });
    assert.match(JSON.stringify(saved['notes']), /Left out because it failed/);
    const read = await call('read_flow', { path: 'saved.flow.json' });
    assert.match(JSON.stringify(read['steps']), /Tap “Bluetooth”/);
    await assert.rejects(call('save_task', { taskId: id, path: 'saved.flow.json' }), /exists already/);
    await assert.rejects(call('save_task', { taskId: 'none', path: 'other.flow.json' }));
  });

  it('the tools for agents import a Maestro flow of the folder into a new file, and nothing from outside', async () => {
    const { folder } = agents;
    writeFileSync(
      join(folder, 'login.yaml'),
      'appId: org.sandbox.form\n---\n- launchApp\n- runScript: a.js\n- inputText: ${USER}\n',
    );
    const saved = await call('save_task', { file: 'login.yaml', path: 'imported.flow.json' });
    assert.equal(saved['steps'], 3);
    assert.match(
      JSON.stringify(saved['notes']),
      /1 translated, 1 approximated, 1 not translated.*runScript: Scripts are not run.*Pass “USER”/,
    );
    const read = await call('read_flow', { path: 'imported.flow.json' });
    assert.match(JSON.stringify(read['text']), /event\.payload\.USER/);
    for (const file of ['../login.yaml', '/etc/hosts.yaml', 'missing.yaml', ''])
      await assert.rejects(call('save_task', { file, path: 'other.flow.json' }), /cannot be read/);
    await assert.rejects(
      call('save_task', { file: 'imported.flow.json', path: 'other.flow.json' }),
      /cannot be imported/,
    );
    await assert.rejects(call('save_task', { path: 'other.flow.json' }), /either taskId or file/);
  });

  it('the tools for agents give a handle for a passcode, type it, and never show it', async () => {
    const waiting = call('wait_for_passcode', {
      mailboxId,
      since: new Date(Date.now() - 60_000).toISOString(),
    });
    const subject = 'Your code is {code}';
    const { data } = (
      await agents.sandbox.sandboxClient.deliverMessage({
        params: { mailboxId },
        body: { subject, passcode: true },
      })
    ).value;
    const { found, handle } = await waiting;
    assert.equal(found, true);
    assert.ok(data.code);
    await call('act_on_device', { deviceId, do: 'typePasscode', handle, element: { description: 'Name' } });
    const state = (await agents.sandbox.client.getUiState({ params: { deviceId } })).value;
    assert.ok(JSON.stringify(state).includes(data.code));
    const seen = await call('look_at_device', { deviceId, picture: true });
    assert.equal(seen['picture'], 'withheld');
    await call('list_records', { kind: 'messages', mailboxId });
    await assert.rejects(
      call('act_on_device', { deviceId, do: 'typePasscode', handle: 'passcode-other' }),
      /unknown, outdated or of another connection/,
    );
    assert.ok(!shown.join('\n').includes(data.code));
    assert.ok(shown.some(text => text.includes('••••••')));
  });

  it('the tools for agents show no passcode that another text of its mail names', async () => {
    const body = { subject: 'Your verification code', text: '617482' };
    await agents.sandbox.sandboxClient.deliverMessage({ params: { mailboxId: otherMailboxId }, body });
    const { records } = await call('list_records', {
      kind: 'messages',
      mailboxId: otherMailboxId,
      limit: 1,
    });
    assert.match(JSON.stringify(records), /Your verification code.*••••••/);
    assert.doesNotMatch(JSON.stringify(records), /617482/);
  });

  it('the tools for agents show no passcode that the screen of a failed run names, not even in a reason', async () => {
    const field = (description: string): object => ({ target: { by: 'description', description } });
    await write('shown.flow.json', [
      openForm,
      ['device.tap', field('Name')],
      ['device.typeText', { text: 'Your verification code' }],
      ['device.tap', field('E-mail')],
      ['device.typeText', { text: '{{event.payload.number}}' }],
      ['device.tap', { target: { by: 'text', text: '48261936' } }],
    ]);
    const payload = { number: '48261935' };
    const run = await call('run_flow', { path: 'shown.flow.json', deviceId, payload });
    assert.match(JSON.stringify(run), /No element says “48261936”\. The closest text is “••••••”\./);
    assert.doesNotMatch(JSON.stringify(run), /48261935/);
  });

  it('the tools for agents keep numbers that equal a passcode', async () => {
    const { width } = await call('look_at_device', { deviceId });
    const since = new Date(Date.now() - 60_000).toISOString();
    const body = { subject: `Your code is ${String(width)}` };
    await agents.sandbox.sandboxClient.deliverMessage({ params: { mailboxId: otherMailboxId }, body });
    assert.equal((await call('wait_for_passcode', { mailboxId: otherMailboxId, since }))['found'], true);
    assert.equal((await call('look_at_device', { deviceId }))['width'], width);
    await write('code.flow.json', [openForm, ['mailbox.waitForPasscode', { mailboxId: otherMailboxId }]]);
    const mails = [{ mailboxId: otherMailboxId, ...body }];
    const { status } = await call('run_flow', { path: 'code.flow.json', deviceId, mails });
    assert.equal(status, 'success');
  });

  it('the tools for agents show no password of a file, no passcode of a run, no signing secret and no key', async () => {
    const { client, key } = agents.sandbox;
    const authentication = { type: 'basic', user: 'ada', password: PASSWORD };
    const request = { url: 'http://127.0.0.1:1/', authentication };
    await write('secret.flow.json', [
      ['mailbox.waitForPasscode', { mailboxId, timeoutSeconds: 30 }],
      ['webhooks.request', request],
    ]);
    const { secret } = await createEndpoint(client, { url: 'https://example.com/hook-canary' });
    await call('read_flow', { path: 'secret.flow.json' });
    await call('check_flow', { path: 'secret.flow.json' });
    const mails = [{ mailboxId, subject: 'Your passcode is 73916482' }];
    await call('run_flow', { path: 'secret.flow.json', mails, timeoutSeconds: 60 });
    await call('plan_deploy', { paths: ['secret.flow.json'] });
    await call('deploy_flow', { path: 'secret.flow.json' });
    const location = { in: 'params', step: [1], path: ['method'] };
    await call('edit_flow', { path: 'secret.flow.json', edits: [{ kind: 'set', location, value: 'PUT' }] });
    await call('plan_deploy', { paths: ['secret.flow.json'] });
    for (const kind of [
      'webhooks',
      'flows',
      'devices',
      'mailboxes',
      'executions',
      'triggers',
      'apps',
      'flowFiles',
    ])
      await call('list_records', { kind });
    const all = [...shown, JSON.stringify(agents.calls), JSON.stringify(agents.runner.runs)].join('\n');
    assert.ok(secret.length > 8);
    assertHidden(all, [PASSWORD, '73916482', secret, 'hook-canary', key]);
    assert.ok(all.includes('••••••'));
  });

  it('the tools for agents ask the user before a service is changed, with its name and the effect, and obey a refusal', async () => {
    const { client } = agents.service;
    const count = async (): Promise<number> => (await client.listFlows({})).value.pagination.total;
    const flows = await count();
    const input = { path: 'form.flow.json', connection: SERVICE_NAME };
    await assert.rejects(call('deploy_flow', input), /Agents may use only the sandbox/);
    agents.settings = { ...agents.settings, profile: 'all' };
    await assert.rejects(call('deploy_flow', input), /may not use the connection “Example service”/);
    assert.equal(agents.questions.length, 0);
    agents.settings = { ...agents.settings, connections: [SERVICE_NAME] };
    agents.agrees = false;
    await assert.rejects(call('deploy_flow', input), /The user declined this call/);
    assert.equal(agents.calls.at(-1)?.outcome, 'declined');
    assert.equal(await count(), flows);
    agents.agrees = true;
    const { result } = await call('deploy_flow', input);
    assert.deepEqual([result, await count()], ['created', flows + 1]);
    const asked = (): string => JSON.stringify(agents.questions.at(-1));
    assert.match(
      asked(),
      /"Create the flow “form\.flow\.json” on Example service\?".*From form\.flow\.json\./,
    );
    await assert.rejects(call('activate_flow', input), /Pass the executionId of a successful execution/);
    assert.match(asked(), /"Activate “form\.flow\.json” on Example service\?".*Devices \(1\): “/);
    agents.settings = { ...agents.settings, profile: 'sandbox' };
  });

  it('the tools for agents do nothing but read in an untrusted workspace', async () => {
    agents.hasTrust = false;
    await call('read_flow', { path: AGENT_FLOW });
    await assert.rejects(call('run_flow', { path: AGENT_FLOW }), /The workspace is not trusted/);
    await assert.rejects(call('deploy_flow', { path: AGENT_FLOW }), /The workspace is not trusted/);
    agents.hasTrust = true;
  });

  it('the tools for agents end when the user stops agents, and refuse calls until they are allowed again', async () => {
    const waiting = call('wait_for_passcode', { mailboxId, timeoutSeconds: 300 });
    const refused = assert.rejects(waiting, /The user stopped agents/);
    const before = agents.calls.length;
    agents.runner.stop();
    await refused;
    assert.equal(agents.calls[before]?.outcome, 'stopped');
    await assert.rejects(call('list_records', { kind: 'devices' }), /The user stopped agents/);
    agents.runner.resume();
    await call('list_records', { kind: 'devices' });
  });

  it('the tools for agents end when the caller cancels', async () => {
    const control = new AbortController();
    const running = agents.run('wait_for_passcode', { mailboxId, timeoutSeconds: 300 }, control.signal);
    control.abort();
    assert.deepEqual(await running, { error: 'The call was canceled.' });
  });

  it('the tools for agents refuse more calls than the settings allow', async () => {
    const { callsPerMinute } = agents.settings;
    await call('list_records', { kind: 'devices' });
    agents.settings = { ...agents.settings, callsPerMinute: 1 };
    await assert.rejects(
      call('list_records', { kind: 'devices' }),
      /1 call per minute\. Wait \d+ seconds?\./,
    );
    agents.settings = { ...agents.settings, callsPerMinute };
  });

  it('the tools for agents were recorded, each with who asked, the target and the outcome', async () => {
    await until('a call is recorded', () => agents.calls.length > 0, true);
    for (const { who, tool, connection, outcome, reason } of agents.calls) {
      assert.equal(who, 'Test agent');
      assert.match(tool, /^[a-z_]+$/);
      assert.equal(reason === '', outcome === 'done');
      assert.ok(['', 'Sandbox', 'Example service'].includes(connection), connection);
    }
  });
});
