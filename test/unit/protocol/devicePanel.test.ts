import assert from 'node:assert/strict';
import {
  deviceGesture,
  panelRequest,
  panelState,
  type PanelState,
} from '../../../src/protocol/devicePanel.ts';

const state: PanelState = {
  device: {
    id: 'one',
    name: 'Phone',
    state: 'ready',
    kind: 'android_cloud_phone',
    connection: 'Sandbox',
    connectionId: 'sandbox',
  },
  lacks: ['geo'],
  takesGestures: true,
  situation: { icon: 'warning', title: 'A', sentence: 'B.', acts: [{ act: 'retry', label: 'Try Again' }] },
  screen: {
    ...{ display: 0, absent: [2], size: { width: 1, height: 2 }, everyMs: 0 },
    picture: { number: 1, display: 0, takenAt: 5 },
  },
  elements: {
    list: [{ left: 0, top: 0, right: 1, bottom: 1, depth: 0, name: 'A', facts: [{ name: 'B', value: 'C' }] }],
    problem: undefined,
    read: 1,
  },
  pick: { step: 'Tap', takesPoints: true, mode: undefined },
  outline: { step: 'Tap', label: 'A', boxes: [{ left: 0, top: 0, right: 1, bottom: 1 }], problem: 'B.' },
  place: { device: undefined, problem: undefined, saved: [], track: undefined, asked: 0 },
  replay: undefined,
  recording: undefined,
  mirrors: [],
  log: [
    {
      ...{ number: 1, at: 2, display: 0, state: 'failed', ms: undefined, error: 'Refused.' },
      element: undefined,
      gesture: { kind: 'text', text: '', stealth: false, secret: true },
    },
  ],
};

it('the messages of the device page accept every gesture, and nothing similar', () => {
  const point = { x: 1, y: 2 };
  for (const gesture of [
    { kind: 'tap', at: point, stealth: true },
    { kind: 'swipe', from: point, to: point, duration: 10, stealth: false },
    { kind: 'text', text: 'A', stealth: false },
    { kind: 'clear' },
    { kind: 'key', key: 66 },
    { kind: 'global', button: 'recents' },
    { kind: 'locate', latitude: 1, longitude: 2 },
    { kind: 'resetLocation' },
  ]) {
    assert.ok(deviceGesture(gesture), gesture.kind);
    assert.ok(panelRequest({ kind: 'perform', gesture }), gesture.kind);
  }
  for (const wrong of [
    { kind: 'tap', at: { x: 1 }, stealth: true },
    { kind: 'tap', at: { x: Number.NaN, y: 1 }, stealth: true },
    { kind: 'swipe', from: point, to: point, duration: '10', stealth: false },
    { kind: 'global', button: 'power' },
    { kind: 'wipe' },
    null,
  ]) {
    assert.ok(!deviceGesture(wrong), JSON.stringify(wrong));
  }
});

it('the messages of the device page accept the requests of a page, and nothing else', () => {
  for (const request of [
    { kind: 'open' },
    { kind: 'picture', number: 3 },
    { kind: 'confirmPicture', number: 3 },
    { kind: 'display', display: 1 },
    { kind: 'rate', everyMs: 0 },
    { kind: 'dropFiles', uris: ['file:///a.apk'] },
    { kind: 'dropFile', name: 'a.apk', size: 3 },
    { kind: 'dropPart', file: 1, bytes: Uint8Array.of(1) },
    { kind: 'dropEnd', file: 1 },
    { kind: 'act', act: 'resume' },
  ]) {
    assert.ok(panelRequest(request), request.kind);
  }
  for (const wrong of [
    { kind: 'act', act: 'reset' },
    { kind: 'picture' },
    { kind: 'run', command: 'x' },
    'open',
  ]) {
    assert.ok(!panelRequest(wrong), JSON.stringify(wrong));
  }
});

it('the messages of the device page accept a complete state, and none with a missing part', () => {
  assert.ok(panelState(state));
  assert.ok(panelState({ ...state, pictureBytes: Uint8Array.of(1) }));
  assert.ok(!panelState({ ...state, pictureBytes: [1] }));
  for (const part of ['device', 'lacks', 'screen', 'log', 'place'] as const) {
    assert.ok(!panelState({ ...state, [part]: undefined }), part);
  }
});
