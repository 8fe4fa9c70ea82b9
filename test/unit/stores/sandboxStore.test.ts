import assert from 'node:assert/strict';
import type { SandboxClient } from '../../../src/client/sandboxClient.ts';
import { SandboxStore } from '../../../src/stores/sandboxStore.ts';
import { Emitter } from '../../../src/util/emitter.ts';
import { testSandbox, type TestSandbox } from '../../support/sandbox.ts';

describe('stores/sandboxStore', () => {
  let sandbox: TestSandbox;
  let running: Emitter<boolean>;
  let store: SandboxStore;
  let opened: number;
  let open: () => Promise<SandboxClient>;
  let changes: number;

  beforeEach(async () => {
    sandbox = await testSandbox({ control: true });
    running = new Emitter();
    opened = 0;
    changes = 0;
    open = () => Promise.resolve(sandbox.sandboxClient);
    store = new SandboxStore(() => {
      opened++;
      return open();
    }, running.event);
    store.onDidChange(() => changes++);
  });

  afterEach(async () => {
    store.dispose();
    await sandbox.stop();
  });

  it('the sandbox state in a window is empty before the sandbox runs, without opening a connection', async () => {
    await store.ensure();
    assert.equal(opened, 0);
    assert.deepEqual(store.state.faults, []);
    assert.equal(store.clockMoved, false);
  });

  it('the sandbox state in a window is read once for concurrent callers, and again on request', async () => {
    running.fire(true);
    await sandbox.sandboxClient.addFault({
      body: { name: 'Mine', fault: { kind: 'reset' }, path: '/v1/apps' },
    });
    await store.ensure();
    await store.ensure();
    assert.equal(opened, 1);
    assert.deepEqual(
      store.state.faults.map(({ name }) => name),
      ['Mine'],
    );
    await sandbox.sandboxClient.takeSnapshot({ body: { name: 'Kept' } });
    await sandbox.sandboxClient.clearFaults({});
    await store.refresh();
    assert.deepEqual(store.state.faults, []);
    assert.deepEqual(
      store.state.snapshots.map(({ name }) => name),
      ['Kept'],
    );
  });

  it('the sandbox state in a window reports only actual changes', async () => {
    running.fire(true);
    await store.ensure();
    const before = changes;
    await store.refresh();
    assert.equal(changes, before);
    await sandbox.sandboxClient.advanceClock({ body: { milliseconds: 60_000 } });
    await store.refresh();
    assert.equal(changes, before + 1);
    assert.equal(store.clockMoved, true);
  });

  it('the sandbox state in a window is kept with a failure, and cleared when the sandbox ends', async () => {
    running.fire(true);
    await sandbox.sandboxClient.takeSnapshot({ body: { name: 'Kept' } });
    await store.ensure();
    open = () => Promise.reject(new Error('Nobody is there.'));
    await store.refresh();
    assert.equal(store.state.problem?.message, 'Nobody is there.');
    assert.equal(store.state.snapshots.length, 1);
    running.fire(false);
    assert.deepEqual(store.state, { faults: [], clock: undefined, snapshots: [], problem: undefined });
  });

  it('the sandbox state in a window ignores late responses of an earlier sandbox', async () => {
    running.fire(true);
    await sandbox.sandboxClient.takeSnapshot({ body: { name: 'Of the first' } });
    let answer: (() => void) | undefined;
    open = () => new Promise(resolve => (answer = () => resolve(sandbox.sandboxClient)));
    const reading = store.refresh();
    await Promise.resolve();
    running.fire(false);
    running.fire(true);
    assert.ok(answer);
    answer();
    await reading;
    assert.deepEqual(store.state.snapshots, []);
  });
});
