import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

describe('flowEditorBundle', () => {
  const files = ['dist/webview/flowEditor.js', 'dist/webview/flowEditor.css'];

  it('the bundle of the flow page is under 70 kB gzipped with its styles', () => {
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
    assert.ok(bytes > 10_000 && bytes < 70_000, `${bytes} bytes`);
  });

  it('the bundle of the flow page does not use eval', () => {
    assert.doesNotMatch(readFileSync('dist/webview/flowEditor.js', 'utf8'), /\beval\(|new Function\(/);
  });
});
