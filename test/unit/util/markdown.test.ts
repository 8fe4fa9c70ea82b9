import assert from 'node:assert/strict';
import { code, escapeMarkdown } from '../../../src/util/markdown.ts';
import {
  escapeLine,
  escapeLines,
  fencedBlock,
  markdownDocument,
} from '../../../src/util/markdownDocument.ts';

it('text in Markdown is not a link in any form', () => {
  assert.equal(escapeMarkdown('[x](command:canary)'), String.raw`\[x\] \(command:canary\)`);
  assert.equal(escapeMarkdown('![x](https://a.example)'), String.raw`\!\[x\] \(https\://a.example\)`);
  assert.equal(
    escapeMarkdown('<https://a.example> www.a.example a@b.example'),
    String.raw`\<https\://a.example\> www\.a.example a\@b.example`,
  );
  assert.equal(escapeMarkdown('[x]: command:canary'), String.raw`\[x\]: command:canary`);
});

it('text in Markdown starts no code, list, heading, or entity', () => {
  assert.equal(
    escapeMarkdown('a\n    b\n- c\n# d\n===\n&lt;'),
    'a\n\nb\n\n\\- c\n\n\\# d\n\n\\=\\=\\=\n\n\\&lt;',
  );
});

it('text in Markdown stays within its inline code', () => {
  assert.equal(code('a'), '`a`');
  assert.equal(code('`a``b'), '``` `a``b ```');
  assert.equal(code('a\n\n![x](https://a.example)'), '`a ![x] (https://a.example)`');
});

it('text in Markdown is not a formula', () => {
  assert.equal(escapeMarkdown('$a$'), String.raw`\$a\$`);
});

it('text in Markdown has URLs as code, since VS Code makes links of escaped ones too', () => {
  assert.equal(
    escapeLine('See https://a.example/?q=`x`, ftp://b //c\nor [a@b.example] *now*'),
    'See `` https://a.example/?q=`x` ``, `ftp://b` `//c` or `[a@b.example]` \\*now\\*',
  );
  assert.equal(escapeLines('  # One\r\n\r\n    two\n'), '\\# One\n\ntwo');
});

it('text in Markdown stays within its code block', () => {
  assert.equal(fencedBlock('json', '{}'), '```json\n{}\n```');
  assert.equal(fencedBlock('', '```\n# a\n````'), '`````\n```\n# a\n````\n`````');
});

it('text in Markdown shows invisible and bidirectional characters in a code block', () => {
  assert.equal(
    fencedBlock('', 'a\u202Eb\u{E0001}\u0000\tc\r\n'),
    '```\na\\u202eb\\udb40\\udc01\\u0000\tc\r\n\n```',
  );
});

it('text in Markdown is truncated if it is long, in a block and in a document, with a notice', () => {
  const block = fencedBlock('', 'x'.repeat(150_000));
  assert.match(block, /\n`{3}\n\nThese are the first 100,000 of 150,000 characters\.$/);
  assert.equal(block.match(/x/g)?.length, 100_000);
  const blocks = Array.from({ length: 100 }, (_, at) => `${at}${'y'.repeat(99_998)}`);
  const text = markdownDocument(blocks);
  assert.ok(text.length < 1_200_000);
  assert.match(text, /\n\nThe rest is left out because this document would become too long\.\n$/);
  assert.equal(markdownDocument(['a', 'b']), 'a\n\nb\n');
});
