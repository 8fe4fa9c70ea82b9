import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { UiNode } from '../../../../../src/contract/records/uiState.ts';
import { readDumpedTree, toUiState } from '../../../../../src/sandbox/drivers/adb/dumpedTree.ts';
import { createPhone } from '../../../../../src/sandbox/phone/state.ts';
import { focusField } from '../../../../../src/sandbox/phone/typing.ts';
import { openApp } from '../../../../../src/sandbox/phone/applyEffect.ts';
import { uiStateOf } from '../../../../../src/sandbox/phone/uiState.ts';
import { uiautomatorXml } from '../../../../support/fakePhone/dumps.ts';
import { testWorld } from '../../phone/testWorld.ts';

const START = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";
const display = { id: 0, width: 1080, height: 2400, density: 2.625 };

function elementsIn(nodes: readonly UiNode[]): number {
  return nodes.reduce((sum, node) => sum + 1 + elementsIn(node.children ?? []), 0);
}

describe('sandbox/drivers/adb/dumpedTree', () => {
  const state = focusField(openApp(createPhone('android-phone'), 'form'), 'form.name');
  const screen = uiStateOf(state, testWorld);

  it('the elements of all windows are read from back to front, without other displays', () => {
    assert.ok(screen);
    const tree = readDumpedTree(uiautomatorXml([screen], { windows: true, rotation: 0 }));
    assert.ok(tree);
    assert.deepEqual(
      [tree.apps, tree.keyboard, tree.hasWindows],
      [[screen.a11y_tree], [screen.ime_tree], true],
    );
  });

  it('the elements of each display are read from its own part, also if it has none', () => {
    assert.ok(screen);
    const foldable = createPhone('android-phone', true);
    const second = uiStateOf(foldable, testWorld, { displayId: 1 });
    assert.ok(second);
    const xml = uiautomatorXml([screen, second], { windows: true, rotation: 0 });
    assert.deepEqual(readDumpedTree(xml, 0)?.apps, [screen.a11y_tree]);
    assert.deepEqual(readDumpedTree(xml, 1), { apps: [second.a11y_tree], keyboard: [], hasWindows: true });
    assert.deepEqual(readDumpedTree(xml, 2), { apps: [], keyboard: [], hasWindows: true });
    const windowless = uiautomatorXml([screen, second], { windows: false, rotation: 0 });
    assert.deepEqual(readDumpedTree(windowless, 1), { apps: [], keyboard: [], hasWindows: false });
    const empty = uiautomatorXml([], { windows: true, rotation: 0 });
    for (const displayId of [0, 1]) assert.equal(readDumpedTree(empty, displayId), undefined);
  });

  it('the elements of the window in front are read from older versions', () => {
    assert.ok(screen);
    const tree = readDumpedTree(uiautomatorXml([screen], { windows: false, rotation: 1 }));
    assert.deepEqual([tree?.apps, tree?.keyboard, tree?.hasWindows], [[screen.a11y_tree], [], false]);
  });

  it('the state names the activity, the display, and the focused element', () => {
    assert.ok(screen);
    const tree = readDumpedTree(uiautomatorXml([screen], { windows: true, rotation: 0 }));
    assert.ok(tree);
    const activity = { packageName: 'org.sandbox.form', activityName: 'org.sandbox.form.MainActivity' };
    const read = toUiState(tree, display, activity, true);
    assert.deepEqual(read.phone_state, { ...screen.phone_state, currentApp: 'org.sandbox.form' });
    assert.deepEqual(read.device_context, screen.device_context);
    assert.deepEqual(read.a11y_tree?.children, [screen.a11y_tree]);
    assert.equal(read.a11y_tree.packageName, 'org.sandbox.form');
  });

  it('a password has no text', () => {
    const xml = `${START}<hierarchy><node class="android.widget.EditText" password="true" text="hunter2" bounds="[0,0][9,9]"/></hierarchy>`;
    assert.equal(readDumpedTree(xml)?.apps[0]?.text, '');
  });

  it('what is cut off or broken is left out', () => {
    const node = '<node text="a" bounds="[0,0][9,9]">';
    for (const rest of [
      '',
      '<node text="b"',
      '<',
      '</wrong>',
      '</node></hierarchy>UI hierchary dumped to: /x\r\n',
    ])
      assert.equal(
        readDumpedTree(`${START}<hierarchy rotation="0">${node}${rest}`)?.apps[0]?.text,
        'a',
        rest,
      );
  });

  it('a dump without elements is none', () => {
    for (const xml of [
      '',
      START,
      `${START}<hierarchy rotation="0"/>`,
      'ERROR: null root node',
      '\0\u0001<a>',
    ])
      assert.equal(readDumpedTree(xml), undefined);
  });

  it('bounds that are no numbers are empty', () => {
    const read = (bounds: string): unknown =>
      readDumpedTree(`${START}<hierarchy><node bounds="${bounds}"/></hierarchy>`)?.apps[0]?.boundsInScreen;
    assert.deepEqual(read('[-5,0][1080,2400]'), { left: -5, top: 0, right: 1080, bottom: 2400 });
    for (const bounds of ['', '[0,0]', '[a,b][c,d]', '[1e9,0][99999999,1]'])
      assert.deepEqual(read(bounds), { left: 0, top: 0, right: 0, bottom: 0 });
  });

  it('entities of a document type are not expanded', () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "xxxxxxxxxx"><!ENTITY c "&b;&b;&b;&b;">]>`;
    const xml = `<?xml version="1.0"?>${bomb}<hierarchy><node text="&c;"/></hierarchy>`;
    assert.ok((readDumpedTree(xml)?.apps[0]?.text ?? '').length < 10);
  });

  it('elements beyond the budget are left out', () => {
    const many = `${START}<hierarchy>${'<node text="x"/>'.repeat(30_000)}</hierarchy>`;
    assert.equal(readDumpedTree(many)?.apps.length, 20_000);
    const deep = `${START}<hierarchy>${'<node text="x">'.repeat(5000)}`;
    assert.equal(elementsIn(readDumpedTree(deep)?.apps ?? []), 199);
    const long = `${START}<hierarchy><node text="${'x'.repeat(1_000_000)}"/></hierarchy>`;
    assert.equal(readDumpedTree(long)?.apps[0]?.text?.length, 20_000);
  });

  it('many faults end the reading', () => {
    const started = performance.now();
    for (const text of ['<', '\0', '&x;', '"']) readDumpedTree(`${START}${text.repeat(1_000_000)}`);
    assert.ok(performance.now() - started < 10_000);
  });

  it('any text is read without an error', () => {
    const part = fc.constantFrom(
      '<',
      '>',
      'node',
      ' text="',
      '"',
      '&',
      '</node>',
      '<window layer="1">',
      START,
      '\0',
    );
    const text = fc.array(fc.oneof(part, fc.string({ unit: 'binary' })), { maxLength: 30 });
    fc.assert(fc.property(text, parts => void readDumpedTree(parts.join(''))));
  });
});
