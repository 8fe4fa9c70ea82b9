import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

describe('the bundle of the page of a device', () => {
  it('needs no eval', () => {
    assert.doesNotMatch(readFileSync('dist/webview/devicePanel.js', 'utf8'), /\beval\(|new Function\(/);
  });
});
