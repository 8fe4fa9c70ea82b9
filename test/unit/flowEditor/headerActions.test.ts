import assert from 'node:assert/strict';
import { ApiError } from '../../../src/client/failure.ts';
import type { FileDrift } from '../../../src/deploy/readDrift.ts';
import { Command, ContextKey } from '../../../src/manifest.ts';
import type { HeaderAction } from '../../../src/protocol/flowEditor.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import { NotConnectedError } from '../../../src/stores/session.ts';
import { FLOW_ID, MemoryEditor, settle, TAP_ACTION } from '../../support/memoryEditor.ts';
import type { MemoryFile, MemoryWindow } from '../../support/memoryFlow.ts';
import { CONNECTION, type MemorySources } from '../../support/memorySources.ts';

const EXECUTION = { id: '0d1e0000-0000-4000-8000-00000000000e', status: 'failed' };

describe('flowEditor/headerActions', () => {
  let editor: MemoryEditor;
  let file: MemoryFile;
  let window: MemoryWindow;
  let sources: MemorySources;

  beforeEach(() => {
    editor = new MemoryEditor();
    ({ file, window, sources } = editor);
  });

  afterEach(() => editor.close());

  describe('buttons', () => {
    const FOCUS_PROBLEMS = 'workbench.panel.markers.view.focus';

    async function press(act: HeaderAction): Promise<readonly unknown[]> {
      window.ran.length = 0;
      assert.equal(await window.ask({ kind: 'act', act }), null);
      await settle();
      assert.ok(window.ran.length <= 1);
      return window.ran[0] ?? [];
    }

    it('requests from the page of a visual editor perform the actions of its buttons with commands of the window', async () => {
      await editor.openSteps('a');
      await editor.link();
      await window.show([0]);
      const line = { kind: 'flow', record: { id: FLOW_ID } };
      const action = sources.catalog.catalog.action(TAP_ACTION);
      assert.ok(action);
      sources.runs.show(file.uri, EXECUTION);
      const run = { kind: 'execution', record: EXECUTION };
      const wanted: readonly (readonly [HeaderAction, ...unknown[]])[] = [
        ['problems', FOCUS_PROBLEMS],
        ['connection', Command.switchConnection],
        ['create', Command.deployFlows, file.uri],
        ['runFlow', Command.runFlow, file.uri],
        ['runFromStep', Command.runFromStep, file.uri, [0]],
        ['debugFlow', Command.debugFlow, file.uri],
        ['runTests', Command.runTests, file.uri],
        ['runs', Command.showRuns, file.uri],
        ['verify', Command.verifyFlow, line],
        ['activate', Command.activateFlow, line],
        ['openText', Command.openFlowAsText, file.uri],
        ['record', Command.recordDevice, file.uri],
        ['fill', Command.fillFlow, file.uri],
        ['schema', Command.showActionSchema, { kind: 'action', record: action }],
        ['trust', 'workbench.trust.manage'],
        ['abortRun', Command.abortExecution, run],
        ['runAgain', Command.runAgain, run],
      ];
      for (const [act, ...command] of wanted) assert.deepEqual(await press(act), command, act);
    });

    it('requests from the page of a visual editor do as much as possible for a flow that does not exist yet', async () => {
      await editor.open('{"actions": []}');
      await window.show();
      assert.deepEqual(await press('verify'), [Command.verifyFlow, undefined]);
      assert.deepEqual(await press('runAgain'), [Command.runAgain, undefined]);
      assert.deepEqual(await press('schema'), []);
    });

    it('requests from the page of a visual editor sign in if that is missing', async () => {
      sources.session.use(CONNECTION);
      await editor.open('{}');
      sources.session.signOut();
      assert.deepEqual(await press('connection'), [Command.signIn]);
      assert.equal((await window.show()).notices[0]?.act?.label, 'Sign In');
    });

    it('requests from the page of a visual editor deliver mail to the mailbox in which a step of the run waits for a passcode', async () => {
      const mailboxId = '0d1e0000-0000-4000-8000-00000000000a';
      const actionId = demoActionId('mailbox.waitForPasscode');
      await sources.connect(SANDBOX);
      const step = { actionId, position: 0, overrides: { params: { mailboxId } } };
      await editor.open(JSON.stringify({ actions: [step] }));
      await window.show();
      const stepOf = (status: string): object => ({ index: 0, actionId, status });
      const run = (status: string, state: string): object => ({
        ...EXECUTION,
        ...{ kind: 'trial', status, result: { steps: [stepOf(state)] } },
      });
      sources.runs.show(file.uri, run('running', 'running') as typeof EXECUTION);
      assert.equal(window.flow.run?.waitsForMail, true);
      const row = { kind: 'mailbox', record: { id: mailboxId } };
      assert.deepEqual(await press('deliverMail'), [Command.deliverMail, row]);
      sources.runs.show(file.uri, run('success', 'success') as typeof EXECUTION);
      assert.equal(window.flow.run.waitsForMail, false);
    });

    it('requests from the page of a visual editor offer Verify only while no verification run of the flow is unfinished', async () => {
      await editor.openSteps('a');
      await editor.link();
      await window.show();
      const drift = { differences: [], activation: 'none' };
      sources.drift.find(file.uri, { kind: 'known', drift } as unknown as FileDrift);
      for (const [status, kind, enabled] of [
        ['running', 'dry_run', false],
        ['running', 'flow', true],
        ['failed', 'dry_run', true],
      ] as const) {
        sources.runs.show(file.uri, { ...EXECUTION, status, kind });
        assert.equal(editor.button('verify').enabled, enabled, `${kind} ${status}`);
      }
    });

    it('requests from the page of a visual editor show the request that creates the flow, for a service and for the sandbox', async () => {
      sources.session.use(CONNECTION);
      await editor.open('{"$schema": "x", "name": "Preview me", "actions": []}');
      await press('preview');
      sources.session.use(SANDBOX);
      await press('preview');
      file.write('[]');
      await press('preview');
      const [service = [], sandbox = [], broken = []] = sources.opened;
      assert.deepEqual(service.slice(0, 2), ['requests', 'flows/test.flow.json request.md']);
      assert.match(service[2] ?? '', /POST https:\/\/service\.example\.test\/v1\/flows/);
      assert.match(service[2] ?? '', /"name": "Preview me"/);
      assert.doesNotMatch(service[2] ?? '', /\$schema/);
      assert.match(sandbox[2] ?? '', /POST http:\/\/127\.0\.0\.1:8080\/v1\/flows/);
      assert.doesNotMatch(sandbox[2] ?? '', /canary-key/);
      assert.match(broken[2] ?? '', /"enabled": false/);
    });

    it('requests from the page of a visual editor reload the catalog', async () => {
      await editor.openSteps();
      sources.reads.length = 0;
      await press('refreshCatalog');
      assert.ok(sources.reads.includes('actions'));
    });

    it('requests from the page of a visual editor report why something failed, and do not block others in the meantime', async () => {
      await editor.openSteps();
      const problem = new Error('The command is gone.');
      window.problem = problem;
      await press('trust');
      assert.deepEqual(window.reported, [problem]);
      sources.session.use(undefined);
      await press('preview');
      assert.ok(window.reported[1] instanceof NotConnectedError);
      window.problem = undefined;
      window.run = () => new Promise(() => undefined);
      assert.equal(await window.ask({ kind: 'act', act: 'trust' }), null);
      assert.equal((await editor.rename('B')).kind, 'done');
    });

    it('requests from the page of a visual editor describe the error of a request', async () => {
      await editor.openSteps();
      window.problem = new ApiError(
        { kind: 'connectionLost', code: undefined },
        { operation: 'listFlows', traceId: undefined, retryAfterMs: undefined, retryable: true },
      );
      await assert.rejects(window.ask({ kind: 'focus', steps: true }), {
        message: 'The connection was lost.',
      });
    });

    it('requests from the page of a visual editor set the context key for focus in the steps', async () => {
      await editor.openSteps();
      for (const steps of [true, false]) await window.ask({ kind: 'focus', steps });
      assert.deepEqual(window.ran, [
        ['setContext', ContextKey.flowStepsFocus, true],
        ['setContext', ContextKey.flowStepsFocus, false],
      ]);
    });
  });
});
