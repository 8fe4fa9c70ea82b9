import assert from 'node:assert/strict';
import { numberedTitles } from '../../../src/util/numberedTitles.ts';

it('the titles of the questions of a command count from the first question that is asked, to the number of those that are', () => {
  const titleOf = numberedTitles('Start Task', 2);
  assert.deepEqual(
    [titleOf('Instruction'), titleOf('Model')],
    ['Start Task (1/2): Instruction', 'Start Task (2/2): Model'],
  );
});

it('the titles of the questions of a command have no count if there is one question', () => {
  assert.equal(numberedTitles('Link Flow', 1)('File'), 'Link Flow: File');
});
