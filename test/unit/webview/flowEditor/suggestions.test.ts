import assert from 'node:assert/strict';
import { applySuggestion, offerFor } from '../../../../src/webview/flowEditor/suggestions.ts';

const expressions = ['{{steps[0].output.}}', '{{device.id}}'];
const example = { text: 'Sign in', source: 'example' } as const;

function texts(text: string, caret: number, asked = false): readonly string[] {
  return offerFor(text, caret, expressions, [example], asked).suggestions.map(one => one.text);
}

describe('completions in a field', () => {
  it('offer expressions after open braces that start like the typed text', () => {
    assert.deepEqual(texts('{{', 2), expressions);
    assert.deepEqual(texts('Tap {{ dev', 10), ['{{device.id}}']);
    assert.deepEqual(texts('{{device.id}} and more', 22), []);
  });

  it('show the number from the list of steps', () => {
    const { suggestions } = offerFor('', 0, expressions, [], true);
    assert.deepEqual(
      suggestions.map(({ source }) => source),
      ['output of step 1', 'expression'],
    );
  });

  it('offer values in an empty field, and expressions anywhere on request', () => {
    assert.deepEqual(texts('', 0), ['Sign in']);
    assert.deepEqual(texts('abc', 1), []);
    assert.deepEqual(texts('abc', 1, true), expressions);
  });

  it('replace what was started, including braces after the cursor', () => {
    const offer = offerFor('Code {{ste}}!', 10, expressions, [], false);
    const [first] = offer.suggestions;
    assert.deepEqual(applySuggestion('Code {{ste}}!', offer, first!), {
      text: 'Code {{steps[0].output.}}!',
      caret: 'Code {{steps[0].output.'.length,
    });
  });

  it('insert a value at the cursor', () => {
    const offer = offerFor('ab', 1, expressions, [], true);
    assert.deepEqual(applySuggestion('ab', offer, offer.suggestions[1]!), {
      text: 'a{{device.id}}b',
      caret: 14,
    });
  });
});
