import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

describe('the bundle of the device page', () => {
  it('does not use eval', () => {
    assert.doesNotMatch(readFileSync('dist/webview/devicePanel.js', 'utf8'), /\beval\(|new Function\(/);
  });
});
