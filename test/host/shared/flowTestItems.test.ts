import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FlowTestItems } from '../../../src/testExplorer/flowTestItems.ts';
import { until } from '../../support/extension.ts';
import { memoryFiles } from '../../support/memoryFiles.ts';

const SCHEME = 'slow-files';
const FLOW = vscode.Uri.parse(`${SCHEME}:/a.flow.json`);
const OTHER_FLOW = vscode.Uri.parse(`${SCHEME}:/b.flow.json`);

/** An operation on a file that waits until it is released. */
interface Gate {
  readonly operation: 'stat' | 'readFile';
  readonly path: string;
  release?: () => void;
}

describe('shared/flowTestItems', () => {
  let controller: vscode.TestController;
  let items: FlowTestItems;
  let files: vscode.Disposable;
  let gate: Gate | undefined;
  let isThere = true;
  let caseName = '';

  /** Waits if the operation is the first one that the gate stops. */
  async function pass(operation: Gate['operation'], path: string): Promise<void> {
    const closed = gate;
    if (closed?.operation !== operation || closed.path !== path || closed.release) return;
    await new Promise<void>(resolve => (closed.release = resolve));
  }

  before(() => {
    files = memoryFiles(SCHEME, new Uint8Array(), true, {
      stat: async ({ path }) => {
        const isFound = isThere || path !== FLOW.path;
        await pass('stat', path);
        if (!isFound) throw vscode.FileSystemError.FileNotFound();
        return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 100 };
      },
      readFile: async ({ path }) => {
        const content = JSON.stringify({ cases: [{ name: caseName }] });
        await pass('readFile', path);
        return new TextEncoder().encode(content);
      },
    });
    controller = vscode.tests.createTestController('cloudDevices.slowFlows', 'Slow flows');
    items = new FlowTestItems(controller);
  });
  after(() => {
    items.dispose();
    controller.dispose();
    files.dispose();
  });

  /** Updates the item twice; the gate stops the first update until the second one has had time to end. */
  async function updateTwice(closed: Gate, change: () => void): Promise<void> {
    gate = closed;
    const older = items.update(FLOW);
    await until('an operation that waits', () => closed.release !== undefined);
    change();
    const newer = items.update(FLOW);
    await items.update(OTHER_FLOW);
    closed.release?.();
    await Promise.all([older, newer]);
  }

  function caseNames(): readonly string[] | undefined {
    const item = controller.items.get(FLOW.toString());
    if (!item) return undefined;
    const names: string[] = [];
    item.children.forEach(({ label }) => names.push(label));
    return names;
  }

  it('the items of flow tests in slow files show the newest text if an older one arrives later', async () => {
    caseName = 'older';
    await updateTwice({ operation: 'readFile', path: '/a.flow.test.json' }, () => (caseName = 'newer'));
    assert.deepEqual(caseNames(), ['newer']);
  });

  it('the items of flow tests in slow files stay if a file was missing only for a moment', async () => {
    caseName = 'only';
    isThere = false;
    await updateTwice({ operation: 'stat', path: FLOW.path }, () => (isThere = true));
    assert.deepEqual(caseNames(), ['only']);
    isThere = false;
    await items.update(FLOW);
    assert.equal(caseNames(), undefined);
    isThere = true;
  });
});
