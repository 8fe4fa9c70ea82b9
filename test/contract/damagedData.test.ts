import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFile, mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startSandbox } from '../../src/sandbox/server.ts';
import { DataFileError } from '../../src/sandbox/store/database.ts';
import { moveAside } from '../../src/files/moveAside.ts';
import { seededRandom } from '../../src/util/random.ts';
import { spawnSandbox } from '../support/sandboxProcess.ts';
import { testSandbox } from '../support/sandbox.ts';

const DAMAGES = 40;

describe('damagedData', () => {
  let folder: string;
  let whole: string;
  let file: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloud-devices-damaged-'));
    whole = join(folder, 'whole.db');
    file = join(folder, 'state.db');
    await (await testSandbox({ dataFile: whole })).stop();
  });

  after(() => rm(folder, { recursive: true }));

  beforeEach(async () => {
    for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
    await copyFile(whole, file);
  });

  async function refusal(): Promise<DataFileError | undefined> {
    const settings = { key: 'k', port: 0, dataFile: file, seed: 'demo', schedules: false } as const;
    try {
      await (await startSandbox(settings)).stop();
      return undefined;
    } catch (error) {
      assert.ok(error instanceof DataFileError, String(error));
      return error;
    }
  }

  async function overwrite(at: number, bytes: Buffer): Promise<void> {
    const handle = await open(file, 'r+');
    await handle.write(bytes, 0, bytes.length, at);
    await handle.close();
  }

  function change(sql: string): void {
    const db = new DatabaseSync(file);
    db.exec(sql);
    db.close();
  }

  const damages: readonly [what: string, damage: () => Promise<unknown>][] = [
    ['is not a database', () => writeFile(file, 'Bread and milk. '.repeat(1000))],
    ['is truncated', async () => truncate(file, Math.floor((await readFile(file)).length / 2))],
    ['has a page of zeros', () => overwrite(4096, Buffer.alloc(4096))],
    ['has lost its migration version', () => overwrite(60, Buffer.alloc(4))],
    [
      'has a record that is not JSON',
      () => {
        change('UPDATE flows SET json = substr(json, 2) WHERE seq = 1');
        return Promise.resolve();
      },
    ],
  ];
  for (const [what, damage] of damages) {
    it(`a sandbox with a damaged data file that ${what} reports it, and starts empty after the file is moved away`, async () => {
      await damage();
      const error = await refusal();
      assert.equal(error?.isFaulty, true);
      assert.match(error.message, /state\.db is damaged: /);
      const kept = await readFile(await moveAside(file, new Date()));
      assert.ok(kept.length > 0);
      assert.equal(await refusal(), undefined);
    });
  }

  it('a sandbox with a damaged data file starts with all data or reports the damage, wherever bytes were overwritten', async () => {
    const { next } = seededRandom(7);
    const size = (await readFile(whole)).length;
    for (let damage = 0; damage < DAMAGES; damage++) {
      await copyFile(whole, file);
      const bytes = Buffer.from(Array.from({ length: 64 }, () => Math.floor(next() * 256)));
      const at = Math.floor(next() * (size - bytes.length));
      await overwrite(at, bytes);
      const error = await refusal();
      if (!error) continue;
      assert.equal(error.isFaulty, true, `${error.message} at ${at}`);
      await moveAside(file, new Date());
      assert.equal(await refusal(), undefined);
    }
  });

  it('a sandbox with a damaged data file does not report damage if the file is in use or cannot be accessed', async () => {
    const other = await testSandbox({ dataFile: file });
    assert.equal((await refusal())?.isFaulty, false);
    await other.stop();
    file = join(folder, 'nowhere', 'state.db');
    try {
      assert.equal((await refusal())?.isFaulty, false);
    } finally {
      file = join(folder, 'state.db');
    }
  });

  for (const what of ['damaged', 'newer'] as const) {
    it(`a sandbox with a damaged data file exits with a message, and names the file to the parent process, if the file is ${what}`, async () => {
      if (what === 'damaged') await truncate(file, 6000);
      else change('PRAGMA user_version = 999');
      const child = spawnSandbox('--data', file);
      let said = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
      let told = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => (told += text));
      assert.deepEqual(await once(child, 'close'), [1, null]);
      assert.deepEqual(JSON.parse(told), { faultyData: file });
      assert.match(said, what === 'damaged' ? /state\.db is damaged/ : /newer version/);
    });
  }
});
