import assert from 'node:assert/strict';
import type { LogLine, PanelState, PanelElement } from '../../../../src/protocol/devicePanel.ts';
import { HostFailure } from '../../../../src/webview/common/host.ts';
import { isOpen, type ViewState, PanelModel } from '../../../../src/webview/devicePanel/panelModel.ts';
import { settle } from '../../../support/memoryEditor.ts';
import { PanelBrowser, READY, withPicture } from '../../../support/panelBrowser.ts';

const OTHER: PanelState = { ...READY, device: { ...READY.device, id: 'two' } };
const HOME = { kind: 'global', button: 'home' } as const;
const SWIPE = {
  kind: 'swipe',
  from: { x: 1, y: 2 },
  to: { x: 3, y: 4 },
  duration: 300,
  stealth: false,
} as const;
const ELEMENT: PanelElement = { left: 0, top: 0, right: 1, bottom: 1, depth: 0, name: 'Button', facts: [] };

function line(number: number, more: Partial<LogLine> = {}): LogLine {
  return {
    number,
    at: number,
    display: 0,
    gesture: HOME,
    element: undefined,
    state: 'done',
    ms: 5,
    error: undefined,
    ...more,
  };
}

describe('webview/devicePanel/panelModel', () => {
  let browser: PanelBrowser;
  let model: PanelModel;
  let changes: number;

  beforeEach(() => {
    browser = new PanelBrowser();
    open();
  });

  function open(): void {
    changes = 0;
    model = new PanelModel(browser, () => changes++);
  }

  function refuse(): void {
    browser.answer = () => {
      throw new HostFailure('The device is busy.');
    };
  }

  it('the model of the device page reads the selector of the pinned element again when the screen changes, and notes that it is gone', async () => {
    const shows = (read: number, list: readonly PanelElement[]): void =>
      browser.show({ ...READY, elements: { list, problem: undefined, read } });
    const asked = (): number => browser.requests.filter(({ kind }) => kind === 'elementSelector').length;
    let matches = 0;
    browser.answer = ({ kind }) =>
      kind === 'elementSelector' ? { label: 'Text “OK”', json: '{}', matches: ++matches } : undefined;
    shows(1, [ELEMENT]);
    const { elements } = model.state ?? {};
    model.pinAt({ x: 0, y: 0 });
    await settle();
    assert.deepEqual([model.page.pinned?.selector?.matches, asked()], [1, 1]);
    shows(1, [ELEMENT]);
    await settle();
    assert.deepEqual([model.state?.elements === elements, asked()], [true, 1]);
    shows(2, [{ ...ELEMENT, name: 'Other', top: 5, bottom: 9 }, ELEMENT]);
    await settle();
    assert.deepEqual([model.page.pinned?.selector?.matches, asked()], [2, 2]);
    shows(3, []);
    await settle();
    assert.deepEqual([model.page.pinned?.isOnScreen, model.page.pinned?.selector, asked()], [false, null, 2]);
  });

  /** Counts the renders that an operation causes. */
  function drawn(work: () => void): number {
    const before = changes;
    work();
    return changes - before;
  }

  describe('start', () => {
    it('the model of the device page starts with only the request for its device', () => {
      assert.deepEqual(browser.requests, [{ kind: 'open' }]);
      const { state, size, page, isSent } = model;
      assert.deepEqual(
        [state, size, page, isSent],
        [undefined, undefined, { spoken: '', isDraft: false }, false],
      );
      assert.deepEqual([model.viewState.zoom, model.viewState.opened], ['fit', {}]);
    });

    it('the model of the device page starts with text and log open and other tools folded, and keeps only the sections that were changed', () => {
      const openOnes = (): readonly string[] =>
        ['Text', 'Log', 'Swipe', 'Location', 'Videos'].filter(section => isOpen(section, model.viewState));
      assert.deepEqual(openOnes(), ['Text', 'Log']);
      model.open('Swipe');
      model.open('Log', false);
      model.open('Location', false);
      assert.deepEqual(openOnes(), ['Text', 'Swipe']);
      assert.deepEqual(model.viewState.opened, { Swipe: true, Log: false });
      const { stored } = browser;
      browser = new PanelBrowser();
      browser.stored = stored;
      open();
      assert.deepEqual(openOnes(), ['Text', 'Swipe']);
    });

    it('the model of the device page starts with the sections that were opened or folded in an earlier panel, unless it had its own', () => {
      const sections = [
        { section: 'Swipe', isOpened: true },
        { section: 'Log', isOpened: false },
      ];
      const openOnes = (): readonly string[] =>
        ['Text', 'Log', 'Swipe', 'Location'].filter(section => isOpen(section, model.viewState));
      browser.show({ ...READY, sections });
      assert.deepEqual(openOnes(), ['Text', 'Swipe']);
      model.open('Location');
      assert.deepEqual(browser.requests.at(-1), {
        kind: 'openSection',
        section: 'Location',
        isOpened: true,
      });
      model.open('Swipe', false);
      const { stored } = browser;
      browser = new PanelBrowser();
      browser.stored = stored;
      open();
      browser.show({ ...READY, sections });
      assert.deepEqual(openOnes(), ['Text', 'Location']);
    });

    it('the model of the device page starts with folded sections that only a pinned element opens, and keeps that to itself', () => {
      browser.show({ ...READY, sections: [{ section: 'Element', isOpened: false }] });
      assert.equal(isOpen('Element', model.viewState), false);
      const asked = browser.requests.length;
      model.reveal('Element');
      assert.deepEqual([isOpen('Element', model.viewState), browser.requests.length], [true, asked]);
    });

    it('the model of the device page starts in the earlier state of the device, and inspects it again', () => {
      model.updateView({ zoom: 2, turn: 90, inspect: true });
      const { stored } = browser;
      browser = new PanelBrowser();
      browser.stored = stored;
      open();
      assert.deepEqual([model.viewState.zoom, model.viewState.turn], [2, 90]);
      assert.deepEqual(browser.requests, [{ kind: 'open' }, { kind: 'inspect', on: true }]);
    });

    it('the model of the device page starts with the data that an older version of the page stored', () => {
      browser.stored = { zoom: 3 } as ViewState;
      open();
      assert.deepEqual([model.viewState.zoom, model.viewState.stealth], [3, false]);
    });

    it('the model of the device page starts with its state, and remembers its device', () => {
      browser.show(READY);
      assert.deepEqual([model.state, model.size], [READY, READY.screen.size]);
      assert.deepEqual(browser.stored?.device, { id: 'one', connectionId: 'c' });
    });
  });

  describe('log', () => {
    it('the model of the device page keeps its log unchanged while nothing differs', () => {
      const log = [line(2), line(1)];
      browser.show({ ...READY, log });
      browser.show({ ...READY, log: [line(2), line(1)] });
      assert.equal(model.state?.log, log);
      const others: readonly (readonly LogLine[])[] = [
        [line(2)],
        [line(3), line(1)],
        [line(2, { at: 9 }), line(1)],
        [line(2, { state: 'failed' }), line(1)],
        [line(2, { ms: 6 }), line(1)],
      ];
      for (const other of others) {
        browser.show({ ...READY, log: other });
        assert.equal(model.state.log, other);
      }
    });
  });

  describe('gestures', () => {
    it('the model of the device page sends gestures and reports whether they succeeded', async () => {
      assert.equal(await model.perform(HOME), true);
      assert.deepEqual(browser.requests.at(-1), { kind: 'perform', gesture: HOME });
      refuse();
      assert.equal(await model.perform(HOME), false);
      assert.equal(model.page.failure, 'The device is busy.');
    });

    it('the model of the device page sends gestures and removes the message of a failure on the next gesture, or when it was dismissed', async () => {
      refuse();
      await model.perform(HOME);
      browser.answer = () => undefined;
      const next = model.perform(HOME);
      assert.equal(model.page.failure, undefined);
      await next;
      refuse();
      await model.perform(HOME);
      assert.equal(
        drawn(() => model.dismiss()),
        1,
      );
      assert.equal(
        drawn(() => model.dismiss()),
        0,
      );
      assert.equal(model.page.failure, undefined);
    });

    it('the model of the device page sends gestures but not on an outdated screenshot, and says why until there is a new one', async () => {
      const tap = { kind: 'tap', at: { x: 1, y: 2 }, stealth: false } as const;
      const situation = { icon: 'warning', title: 'Cannot read the screen', sentence: 'No.', acts: [] };
      const performed = (): number => browser.requests.filter(({ kind }) => kind === 'perform').length;
      browser.show({ ...READY, situation });
      assert.equal(await model.performOnPicture(tap), true, 'there is no picture');
      browser.show(withPicture(1));
      await settle();
      assert.equal(await model.performOnPicture(tap), true);
      browser.show({ ...withPicture(1), situation });
      const before = performed();
      assert.equal(await model.performOnPicture(tap), false);
      assert.equal(await model.performOnPicture(SWIPE), false);
      assert.equal(performed(), before);
      assert.match(model.page.failure ?? '', /^Not sent: this screen image is outdated\./);
      assert.deepEqual([model.page.swipe, model.page.touch?.number], [undefined, 2]);
      assert.equal(await model.performOnPicture(HOME), true);
      assert.equal(await model.performOnPicture(tap), false);
      browser.show(withPicture(2));
      assert.equal(model.page.failure, undefined);
    });

    it('the model of the device page sends gestures and reports a paste only if it succeeded', async () => {
      browser.answer = () => false;
      await model.paste();
      assert.equal(model.page.spoken, '');
      browser.answer = () => undefined;
      await model.paste();
      assert.equal(model.page.spoken, 'Pasted.');
    });

    it('the model of the device page sends gestures and asks for the newest passcode, which it does not get', async () => {
      await model.typePasscode();
      assert.deepEqual(browser.requests.at(-1), { kind: 'typePasscode', stealth: false });
      assert.equal(model.page.spoken, 'Typed the newest passcode.');
    });

    it('the model of the device page sends gestures and keeps the numbers of the last swipe', async () => {
      await model.perform(SWIPE);
      assert.deepEqual([model.page.swipe, model.isSent, model.page.isDraft], [SWIPE, true, false]);
      const draft = { ...SWIPE, duration: 900 };
      assert.equal(
        drawn(() => model.draft(draft)),
        1,
      );
      assert.deepEqual([model.page.swipe, model.isSent, model.page.isDraft], [draft, false, true]);
      await model.perform(HOME);
      assert.deepEqual([model.page.swipe, model.isSent, model.page.isDraft], [draft, false, false]);
      await model.perform(draft);
      assert.equal(model.isSent, true);
    });
  });

  describe('requests', () => {
    it('the model of the device page sends requests to its host and returns the response', async () => {
      browser.answer = () => 'password';
      assert.equal(await model.ask({ kind: 'field' }), 'password');
    });

    it('the model of the device page sends requests to its host and does not hide an error of its own', async () => {
      browser.answer = () => {
        throw new TypeError('A fault.');
      };
      await assert.rejects(model.ask({ kind: 'refresh' }), TypeError);
      assert.equal(model.page.failure, undefined);
    });

    it('the model of the device page sends requests to its host to copy a text, and confirms it', async () => {
      await model.copy('Bounds', '12, 34');
      assert.deepEqual(browser.requests.at(-1), { kind: 'copy', text: '12, 34' });
      assert.equal(model.page.copied, 'Bounds');
      assert.equal(model.page.spoken, 'Copied.');
    });

    it('the model of the device page sends requests to its host to start and stop reading the elements of the screen', () => {
      model.pointAt(ELEMENT);
      model.inspect(true);
      assert.deepEqual(
        [model.page.pointed, model.viewState.inspect, browser.stored?.inspect],
        [undefined, true, true],
      );
      model.inspect(false);
      assert.deepEqual(browser.requests.slice(1), [
        { kind: 'inspect', on: true },
        { kind: 'inspect', on: false },
      ]);
    });
  });

  it('the model of the device page highlights an element, and draws it once', () => {
    assert.equal(
      drawn(() => model.pointAt(ELEMENT)),
      1,
    );
    assert.equal(
      drawn(() => model.pointAt(ELEMENT)),
      0,
    );
    assert.equal(model.page.pointed, ELEMENT);
    assert.equal(
      drawn(() => model.pointAt(undefined)),
      1,
    );
  });

  describe('other devices', () => {
    beforeEach(async () => {
      browser.show(withPicture(1));
      await settle();
      await model.perform(SWIPE);
      model.draft(SWIPE);
      model.pointAt(ELEMENT);
      refuse();
      await model.perform(HOME);
      model.draft(SWIPE);
      browser.answer = () => undefined;
    });

    it('the model of the device page switches to another device and cancels what was started on the previous one', () => {
      browser.show(OTHER);
      const { shown, failure, swipe, isDraft, pointed } = model.page;
      assert.deepEqual(
        [shown, failure, swipe, model.isSent, isDraft, pointed],
        [undefined, undefined, undefined, false, false, undefined],
      );
      assert.equal(browser.pictures.size, 0);
      assert.deepEqual(browser.stored?.device, { id: 'two', connectionId: 'c' });
      assert.notDeepEqual(browser.requests.at(-1), { kind: 'inspect', on: true });
    });

    it('the model of the device page switches to another device whose screenshots are numbered from the start', async () => {
      browser.show(withPicture(1, OTHER));
      await settle();
      assert.equal(model.page.shown?.url, 'blob:2:1');
    });

    it('the model of the device page switches to another device and inspects it too', () => {
      model.updateView({ inspect: true });
      browser.show(OTHER);
      assert.deepEqual(browser.requests.at(-1), { kind: 'inspect', on: true });
    });
  });
});
