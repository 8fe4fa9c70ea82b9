import assert from 'node:assert/strict';
import { PictureCache } from '../../../../src/sandbox/runtime/pictureCache.ts';

describe('the cache of pictures', () => {
  it('draws what has changed, and nothing else', () => {
    const cache = new PictureCache();
    let drawn = 0;
    const picture = (shown: unknown): Buffer => cache.picture([shown], () => Buffer.from([++drawn]));
    const first = picture({ screen: 'a' });
    assert.equal(picture({ screen: 'a' }), first);
    assert.notEqual(picture({ screen: 'b' }), first);
    assert.equal(picture({ screen: 'a' }), first);
    assert.equal(drawn, 2);
  });

  it('forgets what was not shown for the longest time', () => {
    const cache = new PictureCache();
    const drawn: number[] = [];
    const show = (screen: number): unknown =>
      cache.picture([screen], () => {
        drawn.push(screen);
        return Buffer.from([screen]);
      });
    for (let screen = 0; screen < 64; screen++) show(screen);
    show(0);
    show(64);
    drawn.length = 0;
    show(0);
    show(1);
    assert.deepEqual(drawn, [1]);
  });

  it('keeps nothing if there is no picture', () => {
    const cache = new PictureCache();
    let asked = 0;
    const none = (): undefined => {
      asked++;
      return undefined;
    };
    cache.picture(['x'], none);
    cache.picture(['x'], none);
    assert.equal(asked, 2);
  });
});
