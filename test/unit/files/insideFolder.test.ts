import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeDisk } from '../../../src/files/disk.ts';
import { readInside } from '../../../src/files/insideFolder.ts';
import { useFolder } from '../../support/useFolder.ts';

describe('files/insideFolder', () => {
  const folder = useFolder('inside');
  const root = join(folder, 'root');

  before(() => {
    mkdirSync(join(root, 'shared'), { recursive: true });
    writeFileSync(join(root, 'shared/name.yaml'), '\ufeff- back\n');
    writeFileSync(join(folder, 'staging.yaml'), '- back\n');
    symlinkSync(join(root, 'shared'), join(root, 'parts'), 'junction');
    symlinkSync(folder, join(root, 'out'), 'junction');
  });

  const read = (path: string, most = 100): Promise<string> => readInside(nodeDisk, root, path, most);

  it('a file of a folder is read, also through a symbolic link that stays in the folder', async () => {
    assert.equal(await read('shared/name.yaml'), '- back\n');
    assert.equal(await read('parts/name.yaml'), '- back\n');
  });

  it('a file outside the folder is not read, also through a symbolic link', async () => {
    for (const path of ['../staging.yaml', 'out/staging.yaml', 'parts/../../staging.yaml'])
      await assert.rejects(read(path), /is outside the folder/, path);
  });

  it('a file that is missing, too large, or a folder is not read', async () => {
    await assert.rejects(read('none.yaml'), { code: 'ENOENT' });
    await assert.rejects(read('shared/name.yaml', 5), /larger than 5 bytes/);
    await assert.rejects(read('shared'), /not a regular file/);
  });
});
