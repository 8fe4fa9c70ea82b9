import assert from 'node:assert/strict';
import {
  gridRequest,
  type GridRequest,
  type GridState,
  type KeptGrid,
} from '../../../../src/protocol/deviceGrid.ts';
import { HostFailure } from '../../../../src/webview/common/host.ts';
import { GridModel } from '../../../../src/webview/deviceGrid/gridModel.ts';
import { gridOf, tileOf } from '../../../support/gridPage.ts';
import { settle } from '../../../support/memoryEditor.ts';

const TAP = { kind: 'tap', at: { x: 1, y: 2 }, stealth: false } as const;
const situation = { icon: 'warning', title: 'Title', sentence: 'Why.', acts: [] };

describe('webview/deviceGrid/gridModel', () => {
  let requests: GridRequest[];
  let kept: KeptGrid | undefined;
  let answer: (request: GridRequest) => unknown;
  let show: (state: GridState) => void;
  let model: GridModel;

  beforeEach(() => {
    requests = [];
    answer = request => (request.kind === 'picture' ? Uint8Array.of(request.number) : null);
    model = new GridModel(
      {
        connect: shown => {
          show = shown;
          return {
            ask: async request => {
              assert.ok(gridRequest(request));
              requests.push(request);
              await Promise.resolve();
              return answer(request);
            },
            kept: undefined,
            first: undefined,
            keep: value => (kept = value),
          };
        },
      },
      () => undefined,
    );
  });

  function pictures(): readonly (readonly [string, number])[] {
    return requests.flatMap(one => (one.kind === 'picture' ? [[one.id, one.number] as const] : []));
  }

  it('the model of a device grid asks for its state, and keeps the devices', () => {
    assert.deepEqual(requests, [{ kind: 'open' }]);
    show(gridOf([tileOf('a'), tileOf('b')]));
    assert.deepEqual(kept, { connectionId: 'sandbox', deviceIds: ['a', 'b'] });
    assert.equal(model.active, 'a');
    model.activate('b');
    assert.equal(model.active, 'b');
  });

  it('the model of a device grid fetches each picture once, and the newest after the one in progress', async () => {
    show(gridOf([tileOf('a'), tileOf('b', { picture: undefined })]));
    show(gridOf([tileOf('a', { picture: 2 }), tileOf('b', { picture: undefined })]));
    show(gridOf([tileOf('a', { picture: 3 }), tileOf('b', { picture: undefined })]));
    await settle();
    assert.deepEqual(pictures(), [
      ['a', 1],
      ['a', 3],
    ]);
    assert.deepEqual(model.page('a').picture, Uint8Array.of(3));
    show(gridOf([tileOf('a', { picture: 3, name: 'Other' }), tileOf('b', { picture: undefined })]));
    await settle();
    assert.equal(pictures().length, 2);
  });

  it('the model of a device grid keeps the last picture if a newer one was replaced meanwhile', async () => {
    show(gridOf([tileOf('a')]));
    await settle();
    answer = () => null;
    show(gridOf([tileOf('a', { picture: 2 })]));
    await settle();
    assert.deepEqual(model.page('a').picture, Uint8Array.of(1));
  });

  it('the model of a device grid keeps the identity of unchanged tiles', () => {
    show(gridOf([tileOf('a'), tileOf('b')]));
    const [first, second] = model.state?.tiles ?? [];
    show(gridOf([tileOf('a'), tileOf('b', { state: 'stopped' })]));
    assert.equal(model.state?.tiles[0], first);
    assert.notEqual(model.state?.tiles[1], second);
  });

  it('the model of a device grid shows a failure on its tile, until the next gesture', async () => {
    show(gridOf([tileOf('a'), tileOf('b')]));
    await settle();
    answer = () => {
      throw new HostFailure('The phone is busy.');
    };
    await model.perform('b', TAP);
    assert.deepEqual([model.page('a').failure, model.page('b').failure], [undefined, 'The phone is busy.']);
    assert.equal(model.spoken, 'The phone is busy.');
    answer = () => null;
    await model.perform('b', TAP);
    assert.equal(model.page('b').failure, undefined);
    assert.equal(model.spoken, 'Tap 1, 2: done.');
  });

  it('the model of a device grid sends no tap on a screen that is outdated, but buttons', async () => {
    show(gridOf([tileOf('a', { situation })]));
    await model.perform('a', TAP);
    assert.match(model.page('a').failure ?? '', /outdated/);
    await model.perform('a', { kind: 'global', button: 'home' });
    assert.deepEqual(
      requests.flatMap(one => (one.kind === 'perform' ? [one.gesture.kind] : [])),
      ['global'],
    );
    await model.perform('a', TAP);
    show(gridOf([tileOf('a')]));
    assert.equal(model.page('a').failure, undefined);
  });

  it('the model of a device grid says which tiles are in view when that changes', () => {
    model.see(['a']);
    model.see(['a']);
    model.see(['a', 'b']);
    assert.deepEqual(
      requests.flatMap(one => (one.kind === 'see' ? [one.ids] : [])),
      [['a'], ['a', 'b']],
    );
  });

  it('the model of a device grid announces the result of a gesture on all devices', () => {
    const outcome = { state: 'done', error: undefined, expected: undefined, usedPoint: false } as const;
    const last = { gesture: 'Press Home', id: 'a' };
    show(gridOf([tileOf('a', { outcome })], { actOnAll: true, last }));
    assert.match(model.spoken, /^Press Home: performed on/);
  });
});
