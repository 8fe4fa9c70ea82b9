import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import type { UiNode, UiState } from '../../../src/contract/records/uiState.ts';
import { ElementReader } from '../../../src/devicePanel/elementReader.ts';

function node(resourceId: string, text: string, top: number): UiNode {
  return { resourceId, text, boundsInScreen: { left: 0, top, right: 100, bottom: top + 50 } };
}

/** Returns a screen with a clock, and a button at a height. */
function screenAt(time: string, top: number): UiState {
  const children = [node('clock', time, 0), node('send', 'Send', top)];
  return {
    a11y_tree: { boundsInScreen: { left: 0, top: 0, right: 100, bottom: 900 }, children },
  };
}

describe('devicePanel/elementReader', () => {
  const BUTTON = 2;

  async function readAll(...screens: UiState[]): Promise<ElementReader> {
    const states = [...screens];
    const client = { getUiState: () => Promise.resolve({ value: states.shift() }) };
    const reader = new ElementReader(() => Promise.resolve(client as unknown as Client), 'device');
    reader.use('pick', true);
    while (states.length > 0) await reader.read(0);
    return reader;
  }

  it('the elements of a screen that was read again are found by their index in the screen before if only others have changed', async () => {
    const reader = await readAll(screenAt('05:56', 100), screenAt('05:57', 100));
    assert.equal(reader.elementAt(1, BUTTON)?.node.resourceId, 'send');
    assert.equal(reader.elementAt(2, BUTTON)?.node.resourceId, 'send');
    assert.ok(reader.has(1, BUTTON));
  });

  it('the elements of a screen that was read again are found in a screen before that, which a slow page may still show, but not in all of them', async () => {
    const times = ['05:56', '05:57', '05:58', '05:59', '06:00', '06:01', '06:02'];
    const reader = await readAll(...times.map(time => screenAt(time, 100)));
    assert.equal(reader.elementAt(2, BUTTON)?.node.resourceId, 'send');
    assert.equal(reader.elementAt(1, BUTTON), undefined);
  });

  it('the elements of a screen that was read again keep the number of their read while nothing changes, however long a page takes', async () => {
    const screens = Array.from({ length: 9 }, () => screenAt('05:56', 100));
    const reader = await readAll(...screens);
    assert.equal(reader.shown?.read, 1);
    assert.equal(reader.elementAt(1, BUTTON)?.node, screens.at(-1)?.a11y_tree?.children?.[1]);
  });

  it('the elements of a screen that was read again are gone if they have moved or were of an older screen', async () => {
    const reader = await readAll(screenAt('05:56', 100), screenAt('05:56', 300));
    assert.equal(reader.elementAt(1, BUTTON), undefined);
    assert.equal(reader.elementAt(0, BUTTON), undefined);
    assert.equal(reader.has(1, BUTTON), false);
  });
});
