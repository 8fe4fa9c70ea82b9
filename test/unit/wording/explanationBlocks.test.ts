import assert from 'node:assert/strict';
import { explanationBlocks } from '../../../src/wording/explanationBlocks.ts';

it('an explanation in Markdown is the sentence, the facts with the error, and the suggestions', () => {
  const explanation = {
    sentence: 'No element says “Pay”.',
    facts: ['Texts on the screen: “Paid”.'],
    actions: ['Use “Paid”.', 'Or wait.'],
  };
  assert.deepEqual(explanationBlocks(explanation, 'No element.'), [
    'No element says “Pay”.',
    '- Texts on the screen: “Paid”.\n- Error message: No element.',
    '**Suggestion:** Use “Paid”.',
    '**Suggestion:** Or wait.',
  ]);
  assert.deepEqual(explanationBlocks({ ...explanation, facts: [], actions: [] }, undefined), [
    'No element says “Pay”.',
  ]);
});

it('an explanation in Markdown shows texts from a phone literally', () => {
  const text = '[x](command:y) <img src=x> **b** http://a.example';
  const blocks = explanationBlocks({ sentence: text, facts: [text], actions: [text] }, text).join('\n');
  assert.ok(!/\]\(command|(?<!\\)<img|(?<!\\)\*\*b|(?<!`)http:/.test(blocks), blocks);
});
