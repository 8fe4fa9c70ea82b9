import assert from 'node:assert/strict';
import { videoFormat } from '../../../src/util/videoFormat.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('util/videoFormat', () => {
  for (const [extension, kind, head] of [
    ['png', 'image', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['gif', 'image', 'GIF89a'],
    ['webp', 'image', 'RIFF\0\0\0\0WEBPVP8X'],
    ['mp4', 'video', '\0\0\0\x20ftypisom'],
    ['webm', 'video', '\x1a\x45\xdf\xa3\x9f'],
  ] as const) {
    it(`the format of a video is ${extension} by its first bytes`, () => {
      const found = videoFormat(bytes(head));
      assert.deepEqual([found?.extension, found?.kind], [extension, kind]);
      const wrong = bytes(head).map(byte => byte ^ 1);
      assert.equal(videoFormat(wrong), undefined);
    });
  }

  it('the format of a video is unknown for anything else', () => {
    for (const text of ['', 'PNG', '<html>', '{"url":"a.mp4"}'])
      assert.equal(videoFormat(bytes(text)), undefined);
  });
});
