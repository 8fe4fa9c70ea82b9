import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { Thumbnails } from '../../../../src/webview/traceViewer/thumbnails.ts';

/** The number of frames for which thumbnails are kept. */
const MAX = 1024;

class Decoder {
  readonly asked: string[] = [];
  readonly closed: string[] = [];
  readonly #waiting = new Map<string, () => void>();
  ready = 0;
  readonly thumbnails = new Thumbnails(
    id => this.#decode(id),
    () => {
      this.ready++;
    },
  );

  /** Ends the decoding of all pictures that are asked for, or of the next ones until `count` were asked for. */
  async decodeUntil(count: number): Promise<void> {
    while (this.asked.length < count && this.#waiting.size > 0) await this.decode();
  }

  async decode(): Promise<void> {
    for (const [id, end] of [...this.#waiting]) {
      this.#waiting.delete(id);
      end();
    }
    await turn();
  }

  #decode(id: string): Promise<{ close: () => void }> {
    this.asked.push(id);
    return new Promise(resolve => {
      this.#waiting.set(id, () => resolve({ close: () => this.closed.push(id) }));
    });
  }
}

function framesOf(count: number): readonly { readonly screen: string }[] {
  return Array.from({ length: count }, (_, index) => ({ screen: `s${index}` }));
}

it('thumbnails of a trace are read in sight first, then one by one from there', async () => {
  const decoder = new Decoder();
  const { thumbnails, asked } = decoder;
  thumbnails.want({ frames: framesOf(9), first: 4, end: 6 });
  assert.deepEqual(asked, ['s4', 's5']);
  assert.equal(thumbnails.areRead, false);
  await decoder.decode();
  assert.equal(thumbnails.areRead, true);
  assert.deepEqual(asked.slice(2), ['s6']);
  await decoder.decodeUntil(9);
  assert.deepEqual(asked.slice(2), ['s6', 's3', 's7', 's2', 's8', 's1', 's0']);
  await decoder.decode();
  assert.ok(thumbnails.get('s0'));
  // Those out of sight draw nothing.
  assert.equal(decoder.ready, 2);
});

it('thumbnails of a trace are not read while the user scrubs', async () => {
  const decoder = new Decoder();
  const { thumbnails, asked } = decoder;
  thumbnails.pause(true);
  thumbnails.want({ frames: framesOf(9), first: 0, end: 2 });
  assert.deepEqual(asked, []);
  thumbnails.pause(false);
  assert.deepEqual(asked, ['s0', 's1']);
  thumbnails.pause(true);
  await decoder.decode();
  assert.equal(asked.length, 2);
  assert.ok(thumbnails.get('s1'));
});

it('thumbnails of a trace are given up far from those in sight', async () => {
  const decoder = new Decoder();
  const { thumbnails, asked, closed } = decoder;
  const frames = framesOf(3 * MAX);
  thumbnails.want({ frames, first: 0, end: 10 });
  await decoder.decodeUntil(frames.length);
  await decoder.decode();
  assert.equal(asked.length, MAX);
  thumbnails.want({ frames, first: 2000, end: 2010 });
  await decoder.decodeUntil(frames.length);
  await decoder.decode();
  assert.equal(asked.length - closed.length, MAX);
  assert.equal(thumbnails.get('s0'), undefined);
  assert.ok(thumbnails.get('s2005') && thumbnails.get('s1600') && thumbnails.get('s2400'));
});

it('thumbnails of a trace of an earlier version are given up, also if they arrive later', async () => {
  const decoder = new Decoder();
  const { thumbnails, asked, closed } = decoder;
  thumbnails.want({ frames: framesOf(2), first: 0, end: 1 });
  await decoder.decode();
  assert.deepEqual(asked, ['s0', 's1']);
  thumbnails.clear();
  assert.deepEqual(closed, ['s0']);
  await decoder.decode();
  assert.deepEqual(closed, ['s0', 's1']);
  assert.equal(thumbnails.get('s1'), undefined);
});
