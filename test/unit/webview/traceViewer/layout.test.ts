import assert from 'node:assert/strict';
import type { TraceRow } from '../../../../src/protocol/traceViewer.ts';
import { Latest } from '../../../../src/webview/common/latest.ts';
import { listedRows, scrollTo, visibleSlice } from '../../../../src/webview/common/listedRows.ts';
import { Pictures } from '../../../../src/webview/traceViewer/pictures.ts';
import {
  stripFrameAt,
  frameAtPlace,
  frameLeft,
  framesInSight,
  placesInTime,
  scrollToFrame,
} from '../../../../src/webview/traceViewer/stripLayout.ts';

function row(key: string, level: number): TraceRow {
  return {
    ...{ key, level, step: 0, number: '', name: key, detail: '', state: 'succeeded', time: '' },
    ...{
      strip: undefined,
      before: undefined,
      after: undefined,
      frame: undefined,
      touches: false,
      compared: undefined,
    },
  };
}

function frames(...times: readonly (number | undefined)[]) {
  return times.map(at => ({ screen: 'a', row: 'r', isAfter: true, isFailed: false, at }));
}

describe('webview/traceViewer/layout: list of steps in the trace viewer', () => {
  const rows = [row('a', 1), row('b', 2), row('c', 3), row('d', 2), row('e', 1)];

  it('the list of steps in the trace viewer numbers siblings and leaves out what is folded', () => {
    const words = (folded: string[]): string =>
      listedRows(rows, new Set(folded))
        .map(
          one =>
            `${one.row.key}${one.place}/${one.siblings}${one.hasChildren ? (one.isFolded ? '+' : '-') : ''}`,
        )
        .join(' ');
    assert.equal(words([]), 'a1/2- b1/2- c1/1 d2/2 e2/2');
    assert.equal(words(['b']), 'a1/2- b1/2+ d2/2 e2/2');
    assert.equal(words(['a', 'b']), 'a1/2+ e2/2');
    assert.equal(words(['c', 'e']), 'a1/2- b1/2- c1/1 d2/2 e2/2');
  });

  it('the list of steps in the trace viewer draws only the rows near the visible part', () => {
    assert.deepEqual(visibleSlice(1000, 20, 0, 100), { start: 0, end: 17 });
    assert.deepEqual(visibleSlice(1000, 20, 10_000, 100), { start: 488, end: 517 });
    assert.deepEqual(visibleSlice(3, 20, 500, 100), { start: 3, end: 3 });
  });

  it('the list of steps in the trace viewer scrolls no further than needed', () => {
    assert.equal(scrollTo(0, 20, 50, 100), 0);
    assert.equal(scrollTo(4, 20, 50, 100), 50);
    assert.equal(scrollTo(9, 20, 50, 100), 100);
  });
});

describe('webview/traceViewer/layout: filmstrip', () => {
  it('the filmstrip places frames in time, or evenly if a time is unknown', () => {
    assert.deepEqual(placesInTime(frames(0, 50, 200)), [0, 0.25, 1]);
    assert.deepEqual(placesInTime(frames(0, undefined, 200)), [0, 0.5, 1]);
    assert.deepEqual(placesInTime(frames(0)), [0]);
  });

  it('the filmstrip finds the frame at a point of the strip and of the time', () => {
    for (const index of [0, 3, 99]) assert.equal(stripFrameAt(frameLeft(index, 120) + 30, 100, 120), index);
    assert.equal(stripFrameAt(-50, 100, 0), 0);
    assert.equal(stripFrameAt(1e9, 100, 0), 99);
    assert.deepEqual(
      [-1, 0, 0.2, 0.25, 0.9, 1, 2].map(place => frameAtPlace([0, 0.25, 1], place)),
      [0, 0, 0, 1, 1, 2, 2],
    );
  });

  it('the filmstrip shows the neighbors of the current frame', () => {
    for (const current of [0, 5, 500, 999]) {
      const scroll = scrollToFrame(current, 1000, 0, 400);
      const [first, end] = framesInSight(1000, scroll, 400);
      assert.ok(
        first <= Math.max(0, current - 1) && end > Math.min(998, current),
        String([current, first, end]),
      );
    }
    assert.equal(scrollToFrame(2, 3, 999, 400), 0);
  });
});

describe('webview/traceViewer/layout: pictures of the trace viewer', () => {
  it('the pictures of the trace viewer are decoded once and given up when many others were shown', async () => {
    const asked: string[] = [];
    const open = new Set<string>();
    const screen = { width: 1, height: 1, app: '', dialog: undefined, elements: [] };
    const source = {
      screen: (id: string) => Promise.resolve(id === 'none' ? null : screen),
      picture: (id: string) => Promise.resolve(asked.push(id) && new Uint8Array(1)),
    };
    const port = {
      openPicture: () => {
        const url = `blob:${asked.length}`;
        open.add(url);
        return Promise.resolve(url);
      },
      closePicture: (url: string) => void open.delete(url),
    };
    const pictures = new Pictures(source, port);
    for (const id of ['a', 'b', 'a', ...Array.from('cdefghijklmn'), 'n']) await pictures.read(id);
    assert.equal(asked.join(''), 'abcdefghijklmn');
    assert.equal(open.size, 8);
    assert.equal(await pictures.read('none'), undefined);
    pictures.clear();
    assert.equal(open.size, 0);
  });

  it('the pictures of the trace viewer are read one at a time, and of those requested meanwhile only the newest', async () => {
    const latest = new Latest();
    const done: number[] = [];
    const gate = Promise.withResolvers<undefined>();
    latest.run(async () => {
      await gate.promise;
      done.push(1);
    });
    for (const number of [2, 3, 4]) latest.run(() => Promise.resolve(void done.push(number)));
    gate.resolve(undefined);
    await new Promise(resolve => setImmediate(resolve));
    assert.deepEqual(done, [1, 4]);
  });
});
