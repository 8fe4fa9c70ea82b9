import assert from 'node:assert/strict';
import { code, escapeMarkdown } from '../../../src/util/markdown.ts';

describe('text within Markdown', () => {
  it('is no link in any of its forms', () => {
    assert.equal(escapeMarkdown('[x](command:canary)'), String.raw`\[x\] \(command:canary\)`);
    assert.equal(escapeMarkdown('![x](https://a.example)'), String.raw`\!\[x\] \(https\://a.example\)`);
    assert.equal(
      escapeMarkdown('<https://a.example> www.a.example a@b.example'),
      String.raw`\<https\://a.example\> www\.a.example a\@b.example`,
    );
    assert.equal(escapeMarkdown('[x]: command:canary'), String.raw`\[x\]: command:canary`);
  });

  it('begins no code, list, heading or entity', () => {
    assert.equal(
      escapeMarkdown('a\n    b\n- c\n# d\n===\n&lt;'),
      'a\n\nb\n\n\\- c\n\n\\# d\n\n\\=\\=\\=\n\n\\&lt;',
    );
  });

  it('stays within its code', () => {
    assert.equal(code('a'), '`a`');
    assert.equal(code('`a``b'), '``` `a``b ```');
    assert.equal(code('a\n\n![x](https://a.example)'), '`a ![x] (https://a.example)`');
  });
});
