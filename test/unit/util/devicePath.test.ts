import assert from 'node:assert/strict';
import { Limits } from '../../../src/contract/limits.ts';
import { childPath, folderAbove, isDeviceFileName } from '../../../src/util/devicePath.ts';

it('the path of a file on a device has names that lead nowhere else', () => {
  for (const name of ['a', '.a', '..a', 'a b', 'Grüße 👋', '$(trash)', 'x'.repeat(Limits.fileName)])
    assert.ok(isDeviceFileName(name), name);
  const others = [
    '',
    '.',
    '..',
    '../a',
    'a/b',
    '/a',
    'a\\b',
    'a\nb',
    'a\u0000',
    'x'.repeat(Limits.fileName + 1),
  ];
  for (const name of others) assert.ok(!isDeviceFileName(name), name);
});

it('the path of a file on a device is in a folder, and has folders above it up to the topmost one', () => {
  assert.equal(childPath('/', 'a'), '/a');
  assert.equal(childPath('/sdcard/', 'a'), '/sdcard/a');
  assert.deepEqual(['/', '/sdcard', '/sdcard/Download/'].map(folderAbove), [undefined, '/', '/sdcard']);
});
