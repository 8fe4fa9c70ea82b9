import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

it('the bundle of the device page does not use eval', () => {
  assert.doesNotMatch(readFileSync('dist/webview/devicePanel.js', 'utf8'), /\beval\(|new Function\(/);
});
