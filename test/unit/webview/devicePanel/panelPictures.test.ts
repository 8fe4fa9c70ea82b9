import assert from 'node:assert/strict';
import { PanelModel } from '../../../../src/webview/devicePanel/panelModel.ts';
import { settle } from '../../../support/memoryEditor.ts';
import { PanelBrowser, READY, withPicture } from '../../../support/panelBrowser.ts';

describe('webview/devicePanel/panelPictures', () => {
  let browser: PanelBrowser;
  let model: PanelModel;

  beforeEach(() => {
    browser = new PanelBrowser();
    model = new PanelModel(browser, () => undefined);
  });

  const shown = (): PanelModel['page']['shown'] => model.page.shown;

  it('the device page shows screenshots when they are loaded, and releases the previous one', async () => {
    browser.show(withPicture(1));
    assert.equal(model.page.shown, undefined);
    await settle();
    assert.deepEqual(model.page.shown, { number: 1, display: 0, takenAt: 1, url: 'blob:1:1' });
    browser.show(withPicture(2));
    assert.equal(shown()?.number, 1);
    await settle();
    assert.equal(shown()?.url, 'blob:2:2');
    assert.deepEqual([...browser.pictures], ['blob:2:2']);
  });

  it('the device page shows screenshots each of them once', async () => {
    browser.show(withPicture(1));
    browser.show(withPicture(1));
    await settle();
    browser.show(withPicture(1));
    await settle();
    assert.equal(browser.requests.filter(({ kind }) => kind === 'picture').length, 1);
  });

  it('the device page shows screenshots each that is decoded, also if newer ones arrive meanwhile, of which only the last is loaded', async () => {
    const seen = new Set<number | undefined>();
    model = new PanelModel(browser, () => seen.add(model.page.shown?.number));
    const decode = browser.holdPictures();
    browser.show(withPicture(1));
    await settle();
    browser.show(withPicture(2));
    browser.show(withPicture(3));
    await settle();
    decode();
    await settle();
    const loaded = browser.requests.flatMap(one => (one.kind === 'picture' ? [one.number] : []));
    assert.deepEqual([loaded, seen.has(1), shown()?.number], [[1, 3], true, 3]);
    assert.equal(browser.pictures.size, 1);
  });

  it('the device page shows screenshots that come with a state without a request, and confirms each', async () => {
    browser.show({ ...withPicture(1), pictureBytes: Uint8Array.of(9) });
    // A state in between has no bytes.
    browser.show(withPicture(1));
    await settle();
    assert.deepEqual(shown(), { number: 1, display: 0, takenAt: 1, url: 'blob:1:9' });
    assert.ok(model.state && !('pictureBytes' in model.state));
    assert.deepEqual(browser.requests, [{ kind: 'open' }, { kind: 'confirmPicture', number: 1 }]);
  });

  it('the device page shows screenshots that come while one is decoded, confirming the next only then', async () => {
    const decode = browser.holdPictures();
    const took = (): readonly number[] =>
      browser.requests.flatMap(one => (one.kind === 'confirmPicture' ? [one.number] : []));
    browser.show({ ...withPicture(1), pictureBytes: Uint8Array.of(1) });
    browser.show({ ...withPicture(2), pictureBytes: Uint8Array.of(2) });
    await settle();
    assert.deepEqual(took(), [1]);
    decode();
    await settle();
    assert.deepEqual([took(), shown()?.url], [[1, 2], 'blob:2:2']);
  });

  it('the device page shows screenshots that are requested, if other bytes came', async () => {
    const decode = browser.holdPictures();
    browser.show(withPicture(1));
    browser.show({ ...withPicture(2), pictureBytes: Uint8Array.of(9) });
    browser.show(withPicture(3));
    await settle();
    decode();
    await settle();
    assert.equal(shown()?.url, 'blob:2:3');
  });

  it('the device page shows screenshots with their new time if they are the same', async () => {
    browser.show(withPicture(1));
    await settle();
    const picture = { number: 1, display: 0, takenAt: 5000 };
    browser.show({ ...READY, screen: { ...READY.screen, picture } });
    assert.equal(shown()?.takenAt, 5000);
    assert.equal(browser.opened, 1);
  });

  it('the device page shows screenshots that arrive as a buffer, and none that the host no longer has', async () => {
    browser.answer = ({ kind }) => (kind === 'picture' ? Uint8Array.of(7).buffer : undefined);
    browser.show(withPicture(1));
    await settle();
    assert.equal(shown()?.url, 'blob:1:7');
    browser.answer = () => null;
    browser.show(withPicture(2));
    await settle();
    assert.equal(shown()?.number, 1);
  });

  it('the device page shows screenshots of the visible display only', async () => {
    browser.show(withPicture(1));
    await settle();
    browser.show({ ...READY, screen: { ...READY.screen, display: 1 } });
    assert.deepEqual([model.page.shown, browser.pictures.size], [undefined, 0]);
    browser.show(withPicture(2, READY, 1));
    await settle();
    assert.equal(model.page.shown?.display, 1);
  });
});
