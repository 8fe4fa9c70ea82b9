import assert from 'node:assert/strict';
import { splitText } from '../../../src/flow/textPieces.ts';

it('the pieces of a text are its expressions and the text between them', () => {
  assert.deepEqual(splitText('a {{flow.name}}{{ item }}b'), [
    { kind: 'text', text: 'a ' },
    { kind: 'expression', text: '{{flow.name}}' },
    { kind: 'expression', text: '{{ item }}' },
    { kind: 'text', text: 'b' },
  ]);
});

it('the pieces of a text are together the text', () => {
  for (const text of ['', 'a', '{{', '{{}}', '{{a', 'a}} {{b}} {{c', '{{{a}}}', '{{a}}\n{{b}}']) {
    assert.equal(
      splitText(text)
        .map(piece => piece.text)
        .join(''),
      text,
    );
  }
});
