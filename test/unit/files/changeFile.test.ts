import assert from 'node:assert/strict';
import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { changeText, type FileToChange } from '../../../src/files/changeFile.ts';
import { type Disk, nodeDisk, renameBusy } from '../../../src/files/disk.ts';
import { useFolder } from '../../support/useFolder.ts';

const TIMES = { pollMs: 2, staleMs: 300, patienceMs: 60_000 };

describe('files/changeFile', () => {
  const folder = useFolder('change');
  const path = join(folder, 'file.json');

  beforeEach(() => writeFileSync(path, '0'));
  afterEach(() => {
    assert.deepEqual(
      readdirSync(folder).filter(name => /\.(lock|tmp)/.test(name)),
      [],
      'nothing is left behind',
    );
  });

  function fileOn(disk: Disk, name = path): FileToChange {
    return { disk, resolve: () => disk.realPath(name), most: 1000, times: TIMES };
  }

  function increment(file: FileToChange): Promise<boolean> {
    return changeText(file, text => String(Number(text) + 1));
  }

  it('a change of a file loses no change of others, also by another name of the file', async () => {
    const other = join(folder, 'other.json');
    symlinkSync(path, other);
    const files = [fileOn(nodeDisk), fileOn(nodeDisk, other)];
    await Promise.all(Array.from({ length: 40 }, (_, index) => increment(files[index % 2]!)));
    assert.equal(readFileSync(path, 'utf8'), '40');
  });

  it('a change of a file loses no change of a program that was blocked so long that its lock was taken over', async () => {
    for (const at of ['fill', 'realPath', 'read'] as const) {
      writeFileSync(path, '0');
      let isTaken = false;
      const disk: Disk = {
        ...nodeDisk,
        touch: () => Promise.resolve(),
        [at]: async (name: string, ...rest: never[]) => {
          const result = await (nodeDisk[at] as (...all: unknown[]) => Promise<unknown>)(name, ...rest);
          const lock = `${path}.lock`;
          if (!isTaken && readdirSync(folder).includes('file.json.lock') && !name.endsWith('.lock')) {
            isTaken = true;
            utimesSync(lock, 0, 0);
            await increment(fileOn(nodeDisk));
          }
          return result;
        },
      };
      await increment(fileOn(disk));
      assert.ok(isTaken);
      assert.equal(readFileSync(path, 'utf8'), '2', at);
    }
  });

  it('a change of a file keeps a change by a program without locks', async () => {
    let isWritten = false;
    const disk: Disk = {
      ...nodeDisk,
      fill: async (name, bytes) => {
        await nodeDisk.fill(name, bytes);
        if (!isWritten) writeFileSync(path, '10');
        isWritten = true;
      },
    };
    await increment(fileOn(disk));
    assert.equal(readFileSync(path, 'utf8'), '11');
  });

  it('a change of a file keeps the lock of a program that is slow but alive', async () => {
    const slow: Disk = {
      ...nodeDisk,
      fill: async (name, bytes) => {
        const began = performance.now();
        // The other program would take over a lock without a sign of life.
        const others = increment(fileOn(nodeDisk));
        let isDone = false;
        void others.then(() => (isDone = true));
        while (performance.now() - began < TIMES.staleMs * 3)
          await new Promise(resolve => setImmediate(resolve));
        assert.equal(isDone, false);
        await nodeDisk.fill(name, bytes);
        pending.push(others);
      },
    };
    const pending: Promise<unknown>[] = [];
    await increment(fileOn(slow));
    await Promise.all(pending);
    assert.equal(readFileSync(path, 'utf8'), '2');
  });

  it('a change of a file takes over the lock of a program that has ended, whatever is in it', async () => {
    for (const text of ['', '00000000-0000-4000-8000-000000000000', '../file.json', 'x'.repeat(2000)]) {
      writeFileSync(`${path}.lock`, text);
      await increment(fileOn(nodeDisk));
    }
    assert.equal(readFileSync(path, 'utf8'), '4');
  });

  it('a change of a file removes what a program leaves that ends at any moment of a change', async () => {
    const operations = ['create', 'identity', 'read', 'fill', 'realPath'] as const;
    for (const at of operations) {
      writeFileSync(path, '0');
      const hasEnded = Promise.withResolvers<boolean>();
      const ended = Promise.withResolvers<never>();
      const disk: Disk = {
        ...nodeDisk,
        touch: () => Promise.resolve(),
        [at]: async (name: string, ...rest: never[]) => {
          const result = await (nodeDisk[at] as (...all: unknown[]) => Promise<unknown>)(name, ...rest);
          if (!readdirSync(folder).includes('file.json.lock')) return result;
          hasEnded.resolve(true);
          return ended.promise;
        },
      };
      // A program that waits for the lock has nothing of its own yet.
      if (at === 'identity') writeFileSync(`${path}.lock`, '');
      void increment(fileOn(disk));
      await hasEnded.promise;
      await increment(fileOn(nodeDisk));
      assert.equal(readFileSync(path, 'utf8'), '1', at);
      assert.deepEqual(
        readdirSync(folder).filter(name => /\.(lock|tmp)/.test(name)),
        [],
        at,
      );
    }
  });

  it('a change of a file loses no change of a program whose lock was taken over before it had a draft', async () => {
    let isTaken = false;
    const disk: Disk = {
      ...nodeDisk,
      create: async (name, text) => {
        await nodeDisk.create(name, text);
        if (isTaken || !name.endsWith('.lock')) return;
        isTaken = true;
        await increment(fileOn(nodeDisk));
      },
    };
    await increment(fileOn(disk));
    assert.equal(readFileSync(path, 'utf8'), '2');
  });

  it('a change of a file says that others hold the lock if it waits for too long', async () => {
    const held = increment({
      ...fileOn({
        ...nodeDisk,
        fill: async (name, bytes) => {
          const impatient = { ...fileOn(nodeDisk), times: { ...TIMES, patienceMs: 10 } };
          await assert.rejects(increment(impatient), {
            name: 'BusyFileError',
            message: /^Other programs have been changing file\.json for 0 seconds, and nothing was written\./,
          });
          await nodeDisk.fill(name, bytes);
        },
      }),
    });
    await held;
    assert.equal(readFileSync(path, 'utf8'), '1');
  });

  it('a change of a file writes nothing if the file leads elsewhere at the write', async () => {
    let count = 0;
    const file = {
      ...fileOn(nodeDisk),
      resolve: () => (++count > 1 ? Promise.reject(new Error('It leads outside.')) : Promise.resolve(path)),
    };
    await assert.rejects(increment(file), /leads outside/);
    assert.equal(readFileSync(path, 'utf8'), '0');
  });

  it('a change of a file needs no lock and no folder for a change of nothing or a change that fails', async () => {
    const disk: Disk = { ...nodeDisk, create: () => Promise.reject(new Error('not allowed')) };
    assert.equal(await changeText(fileOn(disk), text => text), false);
    assert.equal(await changeText(fileOn(disk), () => undefined), false);
    const missing = join(folder, 'new/file.json');
    const file = { ...fileOn(disk), resolve: () => Promise.resolve(missing) };
    await assert.rejects(
      changeText(file, text => {
        assert.equal(text, undefined);
        throw new Error('not possible');
      }),
      /not possible/,
    );
    assert.equal(readdirSync(folder).includes('new'), false);
    assert.equal(await changeText({ ...file, disk: nodeDisk }, () => 'x'), true);
    assert.equal(readFileSync(missing, 'utf8'), 'x');
  });

  it('a change of a file keeps the byte order mark, the permissions, and a file that is not UTF-8', async () => {
    writeFileSync(path, '\ufeff1');
    chmodSync(path, 0o640);
    await increment(fileOn(nodeDisk));
    assert.equal(readFileSync(path, 'utf8'), '\ufeff2');
    assert.equal(statSync(path).mode & 0o777, 0o640);
    const bytes = Buffer.from([0x31, 0xfc]);
    writeFileSync(path, bytes);
    await assert.rejects(increment(fileOn(nodeDisk)), { name: 'EncodingError' });
    assert.deepEqual(readFileSync(path), bytes);
  });

  it('a change of a file leaves the file and no draft if the folder cannot be written or the disk is full', async () => {
    for (const [operation, code] of [
      ['create', 'EROFS'],
      ['create', 'EACCES'],
      ['fill', 'ENOSPC'],
      ['replace', 'EPERM'],
    ] as const) {
      const fail = (): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));
      await assert.rejects(increment(fileOn({ ...nodeDisk, [operation]: fail })), { code });
      assert.equal(readFileSync(path, 'utf8'), '0');
    }
  });

  it('a change of a file repeats a rename that Windows refuses while another program has the file open', async () => {
    for (const [platform, failures, code, expected] of [
      ['win32', 3, 'EPERM', 4],
      ['win32', 1, 'EBUSY', 2],
      ['win32', 1, 'ENOENT', 1],
      ['win32', 100, 'EACCES', 7],
      ['linux', 1, 'EPERM', 1],
    ] as const) {
      let tries = 0;
      const rename = (): Promise<void> =>
        ++tries > failures ? Promise.resolve() : Promise.reject(Object.assign(new Error(code), { code }));
      const renaming = renameBusy(rename, platform);
      await (tries <= failures && expected <= failures ? assert.rejects(renaming, { code }) : renaming);
      assert.equal(tries, expected, `${platform} ${code}`);
    }
  });

  it('a change of a file creates a file only once for programs that start at the same time', async () => {
    const missing = join(folder, 'created.json');
    const file = { ...fileOn(nodeDisk), resolve: () => Promise.resolve(missing) };
    const created = await Promise.all(
      ['a', 'b', 'c'].map(text => changeText(file, before => (before === undefined ? text : undefined))),
    );
    assert.equal(created.filter(Boolean).length, 1);
  });
});
