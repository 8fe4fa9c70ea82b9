import assert from 'node:assert/strict';
import { PictureFeed } from '../../../src/devicePanel/pictureFeed.ts';
import type { ScreenReader } from '../../../src/devicePanel/screenReader.ts';

class FakeScreen {
  picture: ScreenReader['picture'];
  readonly fetched: number[] = [];

  take(number: number): void {
    this.picture = { number, display: 0, takenAt: 0, bytes: Uint8Array.of(number), size: undefined };
  }

  fetch(number: number): Uint8Array | undefined {
    this.fetched.push(number);
    return this.picture?.number === number ? this.picture.bytes : undefined;
  }
}

describe('devicePanel/pictureFeed', () => {
  let screen: FakeScreen;
  let feed: PictureFeed;

  beforeEach(() => {
    screen = new FakeScreen();
    feed = new PictureFeed(screen);
  });

  it('the pictures sent with the state of a page are each sent once', () => {
    assert.equal(feed.next(), undefined);
    screen.take(1);
    assert.deepEqual(feed.next(), Uint8Array.of(1));
    assert.equal(feed.next(), undefined);
  });

  it('the pictures sent with the state of a page are sent after the page has confirmed the last one, or has requested one', () => {
    screen.take(1);
    feed.next();
    screen.take(2);
    assert.equal(feed.next(), undefined);
    assert.equal(feed.fetch(1), undefined);
    assert.deepEqual(feed.next(), Uint8Array.of(2));
    screen.take(3);
    assert.deepEqual(feed.fetch(3), Uint8Array.of(3));
    assert.equal(feed.next(), undefined);
    screen.take(4);
    assert.deepEqual(feed.next(), Uint8Array.of(4));
    assert.deepEqual(screen.fetched, [1, 3]);
  });

  it('the pictures sent with the state of a page are not sent again after an outdated confirmation', () => {
    screen.take(1);
    feed.next();
    feed.confirm(1);
    screen.take(2);
    assert.deepEqual(feed.next(), Uint8Array.of(2));
    feed.confirm(1);
    assert.equal(feed.next(), undefined);
  });

  it('the pictures sent with the state of a page are sent again to a page that has loaded again', () => {
    screen.take(1);
    feed.next();
    feed.restart();
    assert.deepEqual(feed.next(), Uint8Array.of(1));
  });
});
