import assert from 'node:assert/strict';
import { createScript } from '../../../../src/sandbox/features/tasks/script.ts';

/** Returns the thoughts of the steps that do something. */
function actsOf(instruction: string): readonly string[] {
  return createScript(instruction)
    .steps.slice(1, -2)
    .map(({ thought }) => thought);
}

describe('sandbox/features/taskScript', () => {
  const cases: readonly (readonly [instruction: string, ...thoughts: string[]])[] = [
    [`Type "it's me".`, "I type “it's me”."],
    ['Type “say "yes"”.', 'I type “say "yes"”.'],
    [`Type 'one "two"'.`, 'I type “one "two"”.'],
    ['Open https://example.com. Then stop.', 'I open https://example.com.'],
    ['Open “https://example.com/a?b=1”, please.', 'I open https://example.com/a?b=1.'],
    ['Look (at https://example.com/).', 'I open https://example.com/.'],
    ['Open the most recent message.', 'I open the messages app.', 'I open the newest message.'],
    ['Show the recent apps.', 'I press the recents button.'],
    ['Press Recents.', 'I press the recents button.'],
    ['Wait 1 second.', 'I wait 1 second.'],
    ['Wait 30 seconds.', 'I wait 30 seconds.'],
  ];
  for (const [instruction, ...thoughts] of cases) {
    it(`the script of a task does what “${instruction}” says`, () =>
      assert.deepEqual(actsOf(instruction), thoughts));
  }
});
