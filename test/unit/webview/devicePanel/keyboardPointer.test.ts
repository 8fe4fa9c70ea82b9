import assert from 'node:assert/strict';
import type { PanelState } from '../../../../src/protocol/devicePanel.ts';
import { KeyboardPointer } from '../../../../src/webview/devicePanel/keyboardPointer.ts';
import { PanelModel } from '../../../../src/webview/devicePanel/panelModel.ts';
import { PanelBrowser, READY } from '../../../support/panelBrowser.ts';

const OTHER: PanelState = { ...READY, device: { ...READY.device, id: 'two' } };

describe('webview/devicePanel/keyboardPointer', () => {
  let browser: PanelBrowser;
  let keys: KeyboardPointer;

  beforeEach(() => {
    browser = new PanelBrowser();
    keys = new KeyboardPointer(new PanelModel(browser, () => undefined), () => undefined);
    browser.show(READY);
  });

  function type(text: string): void {
    const held = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, isComposing: false };
    for (const key of text) assert.ok(keys.press({ key, ...held }));
  }

  function sent(): readonly string[] {
    return browser.requests.flatMap(request =>
      request.kind === 'perform' && request.gesture.kind === 'text' ? [request.gesture.text] : [],
    );
  }

  it('text typed on the screen of a device is sent as one text', () => {
    type('ab');
    assert.deepEqual(sent(), []);
    keys.flush();
    assert.deepEqual(sent(), ['ab']);
  });

  it('text typed on the screen of a device is never sent to another device that the view shows by then', () => {
    type('ab');
    browser.show(OTHER);
    keys.flush();
    assert.deepEqual(sent(), []);
    browser.show(READY);
    type('c');
    browser.show(OTHER);
    type('d');
    keys.flush();
    assert.deepEqual(sent(), ['d']);
  });
});
