import assert from 'node:assert/strict';
import type { SandboxClient } from '../../../src/client/sandboxClient.ts';
import { DebugSession } from '../../support/debugSession.ts';
import { FakeDebugRun } from '../../support/fakeDebugRun.ts';

const A = 'aaaaaaaa-0000-4000-8000-000000000001';

const TEXT = `{
  "name": "Test",
  "actions": [
    { "actionId": "${A}", "nameOverride": "First", "position": 10 },
    {
      "actionId": "${A}",
      "nameOverride": "Second",
      "position": 20,
      "children": [
        { "actionId": "${A}", "nameOverride": "Inside", "position": 10 }
      ]
    }
  ]
}
`;

describe('debugger/start', () => {
  let run: FakeDebugRun;
  let session: DebugSession;

  beforeEach(() => {
    run = new FakeDebugRun();
    session = new DebugSession(run.client, TEXT);
  });

  afterEach(async () => {
    await session.close();
    run.problem = new Error('over');
  });

  it('the start of debugging runs the flow of a test in its sandbox, with the text that the test has', async () => {
    const started: string[] = [];
    const flowId = 'bbbbbbbb-0000-4000-8000-000000000001';
    const sandboxClient = run.client as SandboxClient;
    const test = { sandboxClient, flowId, payload: { city: 'Paris' }, text: TEXT };
    session.tests.set('one', { ...test, onStart: id => started.push(id) });
    session.text = 'not the flow';
    await session.launch({ test: 'one', payload: undefined, devices: undefined }, [{ line: 10 }]);
    const [{ flow, mode, payload, deviceIds, breakpoints, ...body } = {}] = run.started;
    assert.deepEqual(
      [flow, mode, payload, deviceIds],
      [undefined, 'verification', { city: 'Paris' }, undefined],
    );
    assert.equal(body.flowId, flowId);
    assert.deepEqual(
      breakpoints?.map(({ step }) => step),
      [{ index: 1, childIndex: 0 }],
    );
    assert.equal(started.length, 1);
    run.emit({ kind: 'stopped', threadId: 1, stop: { reason: 'breakpoint', index: 1 } });
    await session.stop(1);
    assert.deepEqual(session.devices, []);
    await assert.rejects(
      new DebugSession(run.client, TEXT).launch({ test: 'two' }),
      /This test has ended\. Debug it again in the Test Explorer\./,
    );
  });
});
