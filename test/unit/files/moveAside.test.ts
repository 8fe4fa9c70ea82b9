import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveAside } from '../../../src/files/moveAside.ts';

const NOW = new Date('2026-11-22T21:45:00.123Z');

describe('files/moveAside', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloud-devices-aside-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('the move of a database includes its companion files, and nothing else', async () => {
    const names = ['sandbox.db', 'sandbox.db-wal', 'sandbox.db-shm', 'sandbox.db.snapshots'];
    for (const name of names) await writeFile(join(folder, name), name);
    const moved = await moveAside(join(folder, 'sandbox.db'), NOW);
    assert.equal(moved, join(folder, 'sandbox.aside-2026-11-22T21-45-00-123Z.db'));
    assert.equal(await readFile(moved, 'utf8'), 'sandbox.db');
    assert.equal(await readFile(`${moved}-wal`, 'utf8'), 'sandbox.db-wal');
    assert.equal(await readFile(`${moved}-shm`, 'utf8'), 'sandbox.db-shm');
    assert.equal((await readdir(folder)).length, 4);
    assert.ok((await readdir(folder)).includes('sandbox.db.snapshots'));
  });

  it('the move of a database works without companion files, and reports what prevents it', async () => {
    const file = join(folder, 'sandbox.db');
    await writeFile(file, 'x');
    await moveAside(file, NOW);
    assert.equal((await readdir(folder)).length, 1);
    await writeFile(join(folder, 'a file'), '');
    await assert.rejects(moveAside(join(folder, 'a file', 'sandbox.db'), NOW), /ENOTDIR/);
  });
});
