import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTrace, writeTrace } from '../../src/flow/trace/traceFile.ts';
import { readSandboxTrace } from '../../src/deploy/readSandboxTrace.ts';
import { flowOf } from '../support/agentFlows.ts';
import { type TestAgents, testAgents } from '../support/agents.ts';
import { secretFlow, type SecretFlow } from '../support/secretFlow.ts';

const FILE = 'canaries.flow.json';
const DEPLOYED = 'deployed.flow.json';

describe('agentFlowSecrets', () => {
  let agents: TestAgents;
  let flow: SecretFlow;
  /** Everything that agents and records of calls have shown. */
  const shown: string[] = [];

  before(async () => {
    agents = await testAgents();
    const { actions, ...settings } = (await flowOf(agents.sandbox.client, 'Canaries', [
      ['webhooks.request', {}],
    ])) as { readonly actions: readonly { readonly actionId: string }[] };
    flow = secretFlow(actions[0]?.actionId ?? '', settings);
    writeFileSync(join(agents.folder, FILE), flow.text);
    writeFileSync(
      join(agents.folder, DEPLOYED),
      flow.plain.replace(/"url": "[^@]*@[^"]*"/, '"url": "http://localhost:9/in"'),
    );
  });
  after(() => agents.stop());

  async function call(tool: string, input: object): Promise<string> {
    const text = JSON.stringify(await agents.run(tool, input));
    shown.push(text);
    return text;
  }

  function assertNoCanary(what: string, text: string): void {
    assert.deepEqual(
      flow.canaries.filter(canary => text.includes(canary)),
      [],
      what,
    );
  }

  it('the secrets of a flow file and agents are in no result of a tool that reads, checks, plans, deploys, edits, or runs it', async () => {
    const read = await call('read_flow', { path: FILE });
    for (const harmless of flow.harmless)
      assert.ok(read.includes(JSON.stringify(harmless).slice(1, -1)), harmless);
    const location = { in: 'settings', path: ['name'] };
    for (const path of [FILE, DEPLOYED]) {
      await call('read_flow', { path });
      await call('check_flow', { path });
      await call('plan_deploy', { paths: [path] });
      await call('deploy_flow', { path });
      await call('run_flow', { path });
      await call('edit_flow', { path, edits: [{ kind: 'set', location, value: 'Other' }] });
      await call('edit_flow', { path, edits: [{ kind: 'renameStep', step: [99], name: 'x' }] });
      await call('plan_deploy', { paths: [path] });
    }
    for (const kind of ['flows', 'executions', 'flowFiles', 'webhooks']) await call('list_records', { kind });
    assert.ok(shown.some(text => text.includes('"result":"created"')));
    assert.ok(shown.some(text => text.includes('"executionId"')));
    assertNoCanary('the results', [...shown, JSON.stringify(agents.calls)].join('\n'));
    assert.ok(flow.canaries.length > 25);
  });

  it('the secrets of a flow file and agents are in no trace of its run, also when it is saved', async () => {
    const { sandboxClient } = agents.sandbox;
    const plan = await agents.run('deploy_flow', { path: DEPLOYED });
    assert.ok('output' in plan);
    const run = await agents.run('run_flow', { path: DEPLOYED, verify: true });
    assert.ok('output' in run, JSON.stringify(run));
    const trace = await readSandboxTrace(sandboxClient, String(run.output['executionId']));
    assert.ok(trace);
    const saved = await readTrace(await writeTrace(trace));
    const text = JSON.stringify(saved.document);
    assert.match(text, /X-Auth-Token/);
    assertNoCanary('the trace', text);
  });

  it('the secrets of a flow file and agents stay in the file if an edit contains the dots that stand for them', async () => {
    const before = readFileSync(join(agents.folder, DEPLOYED), 'utf8');
    const location = { in: 'params', step: [0], path: ['headers'] };
    const edits = [{ kind: 'set', location, value: { 'X-Auth-Token': '••••••', Accept: 'text/plain' } }];
    const result = await call('edit_flow', { path: DEPLOYED, edits });
    assert.match(result, /Edit 1 contains ••••••, which stands for a hidden value, and nothing was changed/);
    const inner = { in: 'params', step: [0], path: ['headers', 'Accept'] };
    await call('edit_flow', {
      path: DEPLOYED,
      edits: [{ kind: 'set', location: inner, value: 'text/plain' }],
    });
    const after = readFileSync(join(agents.folder, DEPLOYED), 'utf8');
    assert.ok(after.includes('text/plain') && !before.includes('text/plain'));
    assert.ok(after.includes(flow.canaries[0] ?? '-'));
  });

  it('the secrets of a flow file and agents do not become visible by an edit', async () => {
    const params = { in: 'params', step: [0] };
    for (const edit of [
      { kind: 'renameKey', location: { ...params, path: ['headers', 'X-Auth-Token'] }, name: 'X-Word' },
      { kind: 'set', location: { ...params, path: ['body', 'fields', 0, 'name'] }, value: 'word' },
      { kind: 'remove', location: { ...params, path: ['body', 'fields', 0, 'name'] } },
    ]) {
      const result = await call('edit_flow', { path: DEPLOYED, edits: [edit] });
      assert.match(result, /would show a hidden value, and nothing was changed/);
    }
    await call('read_flow', { path: DEPLOYED });
    assertNoCanary('the results', shown.join('\n'));
    // A value that the agent itself has written is no secret for it.
    const own = { kind: 'set', location: { ...params, path: ['body', 'note'] }, value: 'password' };
    assert.doesNotMatch(await call('edit_flow', { path: DEPLOYED, edits: [own] }), /"error"/);
  });
});
