import assert from 'node:assert/strict';
import type { PanelRequest, PanelState, PanelElement } from '../../../../src/protocol/devicePanel.ts';
import { ElementPick } from '../../../../src/webview/devicePanel/elementPick.ts';
import { settle } from '../../../support/memoryEditor.ts';
import { READY } from '../../../support/panelBrowser.ts';

const AT = { x: 50, y: 50 };
const FIELD: PanelElement = {
  left: 0,
  top: 0,
  right: 100,
  bottom: 100,
  depth: 1,
  name: 'Field “a”',
  facts: [],
};
const CHOICES = [{ label: 'Text is', detail: '“a”', isUnique: true }];

describe('webview/devicePanel/elementPick', () => {
  let state: PanelState;
  let asked: PanelRequest[];
  let said: string[];
  let pick: ElementPick;

  beforeEach(() => {
    [asked, said] = [[], []];
    state = READY;
    pick = new ElementPick({
      get state() {
        return state;
      },
      ask: request => {
        asked.push(request);
        return Promise.resolve(CHOICES);
      },
      say: sentence => said.push(sentence),
      show: () => undefined,
    });
    show([]);
  });

  function show(list: readonly PanelElement[], read = 1): void {
    state = {
      ...READY,
      elements: { list, problem: undefined, read },
      pick: { step: 'Check', takesPoints: false, mode: 'check' },
    };
    pick.follow();
  }

  it('a pick that is clicked before the elements are read takes the element at that point when they are', async () => {
    pick.holdAt(AT);
    pick.pointAt({ x: 500, y: 500 });
    assert.equal(pick.element, undefined);
    show([FIELD]);
    await settle();
    assert.equal(pick.element, FIELD);
    assert.ok(pick.isHeld);
    assert.deepEqual(pick.choices, CHOICES);
    assert.equal(said.at(-1), 'Field “a”. Text is: “a”.');
  });

  it('a pick outlines the element under a resting pointer when the elements are read', () => {
    pick.pointAt(AT);
    show([FIELD]);
    assert.equal(pick.element, FIELD);
    assert.ok(!pick.isHeld);
  });

  it('a pick keeps an element whose text changes, and reads its choices again', async () => {
    show([FIELD]);
    pick.holdAt(AT);
    await settle();
    const changed = { ...FIELD, name: 'Field “ab”' };
    show([changed], 2);
    await settle();
    assert.equal(pick.element, changed);
    assert.ok(pick.isHeld);
    assert.deepEqual(
      asked.map(request => request.kind === 'pickChoices' && request.target.read),
      [1, 2],
    );
  });

  it('a pick lets go of an element that is gone', () => {
    show([FIELD]);
    pick.holdAt(AT);
    show([{ ...FIELD, left: 200, right: 300 }], 2);
    assert.equal(pick.element, undefined);
    assert.ok(!pick.isHeld);
  });
});
