import assert from 'node:assert/strict';
import { changeAndSave } from '../../../src/appState/changeAndSave.ts';

it('the function that changes and saves a document says what is true afterwards, whatever VS Code reports', async () => {
  for (const [changed, saved, dirty, onDisk, expected] of [
    [false, true, false, false, 'refused'],
    [true, true, false, true, 'saved'],
    // The user typed on after the document was saved.
    [true, true, true, false, 'saved'],
    // Another save wrote the document meanwhile.
    [true, false, false, true, 'saved'],
    [true, false, true, true, 'saved'],
    [true, false, true, false, 'unsaved'],
  ] as const) {
    let saves = 0;
    const result = await changeAndSave({
      change: () => Promise.resolve(changed),
      save: () => {
        saves++;
        return Promise.resolve(saved);
      },
      isDirty: () => dirty,
      isOnDisk: () => Promise.resolve(onDisk),
    });
    assert.deepEqual([result, saves], [expected, changed ? 1 : 0]);
  }
});
