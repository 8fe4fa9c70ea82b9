import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Block, parseMarkdown, parseSpans } from '../../../../src/webview/flowEditor/markdown.ts';

function textOf(blocks: readonly Block[]): string {
  return blocks
    .flatMap(block => {
      if (block.kind === 'code') return [block.text];
      const lines = block.kind === 'list' ? block.items : [block.spans];
      return lines.map(line => line.map(({ text }) => text).join(''));
    })
    .join('\n');
}

it('Markdown of descriptions has paragraphs, lists, and code', () => {
  assert.deepEqual(parseMarkdown('One\nline.\n\n- first\n- second\n  goes on\n\n```js\na < b\n```'), [
    { kind: 'paragraph', spans: [{ kind: 'text', text: 'One line.' }] },
    {
      kind: 'list',
      items: [[{ kind: 'text', text: 'first' }], [{ kind: 'text', text: 'second goes on' }]],
    },
    { kind: 'code', text: 'a < b' },
  ]);
});

it('Markdown of descriptions has code, emphasis, and links to the web within a line', () => {
  assert.deepEqual(parseSpans('Use `a_b`, **never** *this*, see [docs](https://example.org/a).'), [
    { kind: 'text', text: 'Use ' },
    { kind: 'code', text: 'a_b' },
    { kind: 'text', text: ', ' },
    { kind: 'strong', text: 'never' },
    { kind: 'text', text: ' ' },
    { kind: 'emphasis', text: 'this' },
    { kind: 'text', text: ', see ' },
    { kind: 'link', text: 'docs', href: 'https://example.org/a' },
    { kind: 'text', text: '.' },
  ]);
});

it('Markdown of descriptions keeps HTML, other links, and names with underscores as text', () => {
  for (const text of [
    '<b>x</b>',
    '[run](command:x)',
    '[x](javascript:alert)',
    'snake_case_name',
    '2 * 3 * 4',
  ]) {
    assert.deepEqual(parseSpans(text), [{ kind: 'text', text }]);
  }
});

it('Markdown of descriptions loses no word of a plain text', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 });
  fc.assert(
    fc.property(words, some => {
      assert.equal(textOf(parseMarkdown(some.join('\n'))), some.join(' '));
    }),
  );
});
