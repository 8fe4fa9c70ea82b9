import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flowOf } from '../support/agentFlows.ts';
import { type TestAgents, testAgents } from '../support/agents.ts';

const FLOW = 'sub/log.flow.json';
const TESTS = 'sub/log.flow.test.json';
const PASSWORD = 'canary-password-7d21';

describe('agentTests', () => {
  let agents: TestAgents;
  before(async () => {
    agents = await testAgents();
  });
  after(() => agents.stop());
  beforeEach(async () => {
    const edits = [{ kind: 'set', location: { in: 'settings', path: ['name'] }, value: 'Log' }];
    await agents.call('edit_flow', { path: FLOW, edits });
  });

  const names = (list: unknown): readonly string[] => (list as { text: string }[]).map(({ text }) => text);
  const stored = (): string => readFileSync(join(agents.folder, TESTS), 'utf8');

  it('the tool write_tests creates the test file of a flow, and read_flow shows it', async () => {
    const cases = [{ name: 'logs', expect: { steps: [{ step: 1, status: 'success' }] } }, { name: 'fails' }];
    const { path, created, cases: written } = await agents.call('write_tests', { path: FLOW, cases });
    assert.deepEqual([path, created, names(written)], [TESTS, true, ['logs', 'fails']]);
    assert.deepEqual(JSON.parse(stored()), { cases });
    const { tests } = await agents.call('read_flow', { path: FLOW });
    assert.equal((tests as { text: string }).text.trim(), stored().trim());
  });

  it('the tool write_tests replaces and removes cases by name, and leaves everything else as it is', async () => {
    const kept = `{ "name": "kept",  "payload": {"n": 1.0} }`;
    writeFileSync(
      join(agents.folder, TESTS),
      `{"cases": [\n  {"name": "old"},\n  ${kept},\n  {"name": "gone"}\n]}`,
    );
    const cases = [{ name: 'new' }, { name: 'old', expect: { status: 'failed' } }];
    const result = await agents.call('write_tests', { path: FLOW, cases, remove: ['gone'] });
    assert.deepEqual([result['created'], names(result['cases'])], [false, ['old', 'kept', 'new']]);
    assert.ok(stored().includes(kept), stored());
    assert.match(stored(), /"status": ?"failed"/);
  });

  it('the tool write_tests changes nothing if a case is invalid, unknown, or has a hidden value', async () => {
    await agents.call('write_tests', { path: FLOW, cases: [{ name: 'a' }], remove: [] });
    const before = stored();
    for (const [input, reason] of [
      [{ cases: [{ name: 'b', expects: {} }] }, /would not be valid\. .*cases\.\d: Unrecognized key/],
      [{ cases: [{ name: 'b', payload: { password: '••••••' } }] }, /stands for a hidden value/],
      [{ remove: ['b'] }, /There is no case named “b”/],
      [{}, /Give cases to write/],
      [{ path: 'none.flow.json', cases: [{ name: 'b' }] }, /There is no file none\.flow\.json/],
    ] as const)
      await assert.rejects(agents.call('write_tests', { path: FLOW, ...input }), reason);
    assert.equal(stored(), before);
  });

  it('the tool write_tests shows no password of a test or of its flow', async () => {
    const { client } = agents.sandbox;
    const request = {
      url: 'http://127.0.0.1:1/',
      authentication: { type: 'basic', user: 'a', password: PASSWORD },
    };
    const flow = await flowOf(client, 'Secret', [['webhooks.request', request]]);
    writeFileSync(join(agents.folder, 'secret.flow.json'), JSON.stringify(flow));
    const cases = [{ name: 'a', payload: { password: 'other-canary' }, expect: { error: PASSWORD } }];
    writeFileSync(join(agents.folder, 'secret.flow.test.json'), JSON.stringify({ cases }));
    const read = JSON.stringify(await agents.call('read_flow', { path: 'secret.flow.json' }));
    assert.match(read, /"tests":.*••••••/);
    assert.doesNotMatch(read, /canary/);
  });

  it('the tool write_tests says of an invalid file where the error is, and shows no secret in names', async () => {
    const file = join(agents.folder, TESTS);
    for (const text of ['{"cases": [{"name": "a", "payload": {"password": "canary"x}}]}', '{"cases": 1}']) {
      writeFileSync(file, text);
      const written = agents.call('write_tests', { path: FLOW, cases: [{ name: 'b' }] });
      await assert.rejects(written, ({ message }: Error) => {
        assert.match(
          message,
          /test file of this flow is invalid.*(line 1, column \d\d|cases: Invalid input)/,
        );
        assert.doesNotMatch(message, /canary/);
        return true;
      });
    }
    const cases = [{ name: 'signs in with other-canary', payload: { password: 'other-canary' } }];
    writeFileSync(file, JSON.stringify({ cases }));
    const result = await agents.call('write_tests', { path: FLOW, cases: [{ name: 'b' }] });
    assert.deepEqual(names(result['cases']), ['signs in with ••••••', 'b']);
  });

  it('the tool write_tests takes a blank file as none, and says that there is nothing to remove', async () => {
    const file = join(agents.folder, TESTS);
    writeFileSync(file, ' \n');
    const input = { path: FLOW, cases: [{ name: 'b' }] };
    await assert.rejects(agents.call('write_tests', { ...input, remove: ['a'] }), /This flow has no tests/);
    await agents.call('write_tests', input);
    assert.deepEqual(JSON.parse(stored()), { cases: input.cases });
  });

  it('the tool write_tests changes no file that is too large, or that would take too long', async () => {
    const file = join(agents.folder, TESTS);
    const write = (length: number): void => {
      const named = Array.from({ length: 20 }, (_, index) => ({ name: `c${index}` }));
      const cases = [{ name: 'large', payload: { text: 'x'.repeat(length) } }, ...named];
      writeFileSync(file, JSON.stringify({ cases }));
    };
    write(2_000_001);
    await assert.rejects(agents.call('write_tests', { path: FLOW, remove: ['c0'] }), /is too large/);
    write(1_000_000);
    const remove = Array.from({ length: 20 }, (_, index) => `c${index}`);
    await assert.rejects(agents.call('write_tests', { path: FLOW, remove }), /too many changes/);
    await agents.call('write_tests', { path: FLOW, remove: ['large'] });
    assert.deepEqual(JSON.parse(stored()), { cases: remove.map(name => ({ name })) });
  });

  it('the tool write_tests follows no link to a file of another kind', async () => {
    await agents.call('edit_flow', {
      path: 'target.flow.json',
      edits: [{ kind: 'set', location: { in: 'settings', path: ['name'] }, value: 'Target' }],
    });
    writeFileSync(join(agents.folder, 'linked.flow.json'), '{}');
    symlinkSync('target.flow.json', join(agents.folder, 'linked.flow.test.json'));
    const input = { path: 'linked.flow.json', cases: [{ name: 'a' }] };
    await assert.rejects(agents.call('write_tests', input), /is not a flow file inside the folder/);
  });
});
