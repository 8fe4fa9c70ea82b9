import assert from 'node:assert/strict';
import type { UiNode } from '../../src/contract/records/uiState.ts';
import type { LayoutChange, LayoutFault } from '../../src/contract/sandbox/fault.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

/** The differences of a layout, and the device that has it. */
type Layout = Pick<LayoutFault, 'language' | 'seed' | 'deviceId'> & { readonly changes: LayoutChange[] };

describe('otherLayouts', () => {
  let sandbox: TestSandbox;

  before(async () => {
    sandbox = await testSandbox({ control: true });
  });
  after(() => sandbox.stop());
  afterEach(() => sandbox.sandboxClient.clearFaults({}));

  async function nodesOf(device = 'phone'): Promise<readonly UiNode[]> {
    const { value } = await sandbox.client.getUiState({ params: { deviceId: demoDeviceId(device) } });
    const all = (node: UiNode): UiNode[] => [node, ...(node.children ?? []).flatMap(all)];
    return value.a11y_tree ? all(value.a11y_tree) : [];
  }

  async function set(fault: Layout): Promise<void> {
    await sandbox.sandboxClient.addFault({ body: { fault: { kind: 'layout', ...fault } } });
  }

  it('another layout is the same for the same seed', async () => {
    for (const changes of [['moved'], ['renamed'], ['regrouped'], ['resized']] as const) {
      await set({ changes: [...changes], seed: 4 });
      const once = await nodesOf();
      await sandbox.sandboxClient.clearFaults({});
      assert.notDeepEqual(await nodesOf(), once);
      await set({ changes: [...changes], seed: 4 });
      assert.deepEqual(await nodesOf(), once);
      await sandbox.sandboxClient.clearFaults({});
    }
  });

  it('another layout applies to one device, until it is removed', async () => {
    const before = [await nodesOf('phone'), await nodesOf('tablet')];
    await set({ changes: ['moved'], deviceId: demoDeviceId('tablet') });
    assert.deepEqual(await nodesOf('phone'), before[0]);
    assert.notDeepEqual(await nodesOf('tablet'), before[1]);
    await sandbox.sandboxClient.clearFaults({});
    assert.deepEqual(await nodesOf('tablet'), before[1]);
  });

  it('another layout has the same texts in other groups, no IDs, or other texts', async () => {
    const texts = (nodes: readonly UiNode[]): string[] => nodes.map(({ text }) => text ?? '').filter(Boolean);
    const usual = texts(await nodesOf());
    await set({ changes: ['regrouped'] });
    assert.deepEqual(texts(await nodesOf()), usual);
    await set({ changes: ['translated'], language: 'de' });
    assert.ok(texts(await nodesOf()).includes('Einstellungen'));
    await set({ changes: ['withoutIds'] });
    const ids = (await nodesOf()).filter(
      ({ packageName, resourceId }) => resourceId && packageName !== 'org.sandbox.systemui',
    );
    assert.deepEqual(ids, []);
  });

  it('another layout cannot be limited to calls', async () => {
    const body = { operation: 'listFlows', fault: { kind: 'layout' as const, changes: ['moved' as const] } };
    await assert.rejects(sandbox.sandboxClient.addFault({ body }), /only its “deviceId”/);
  });
});
