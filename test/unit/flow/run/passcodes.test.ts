import assert from 'node:assert/strict';
import { hidePasscodes } from '../../../../src/flow/run/passcodes.ts';

it('the passcodes of a run are replaced by dots in texts', () => {
  assert.equal(hidePasscodes('Typed 482913 at 10:30', ['482913']), 'Typed •••••• at 10:30');
});

it('the passcodes of a run are replaced, and nothing else is, if there are very many', () => {
  const codes = Array.from({ length: 40_000 }, (_, index) => String(1_000_000 + index));
  const texts = ['Typed 1000001 and 1 039 999 at 10:30', 'CAPITALS, and AB-12 34', 'A'.repeat(200_000)];
  const shown = texts.map(text => hidePasscodes(text, codes));
  assert.deepEqual(shown, ['Typed •••••• and •••••• at 10:30', texts[1], texts[2]]);
});
