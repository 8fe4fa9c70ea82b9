import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { LinksFile } from '../../src/deploy/linksFile.ts';
import { type Disk, nodeDisk } from '../../src/files/disk.ts';
import {
  CONNECTION,
  EXISTING_LINKS,
  FAST_LOCK,
  includesLinks,
  type LinksCase,
  linksCase,
  openLinksFile,
  readLinkTable,
  storeLink,
  writeLink,
} from './linksFixture.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const MODULE = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e'];

/** Cases of windows and processes that write the same links. */
export function severalWindows(): LinksCase[] {
  return [
    linksCase('windows that write at the same time', async fixture => {
      const windows = Array.from({ length: 4 }, () => new LinksFile(fixture.folder));
      const keys = Array.from({ length: 10 }, (_, index) => `w${index}`);
      await Promise.all(
        windows.map(async (links, window) => {
          for (const key of keys) await writeLink(links, `${key}-${window}.flow.json`, `${key}-${window}`);
        }),
      );
      const all = await readLinkTable(fixture);
      assert.equal(Object.keys(all).length, 2 + windows.length * keys.length);
      assert.ok(includesLinks(all, EXISTING_LINKS));
    }),
    linksCase('processes that write at the same time', async fixture => {
      await Promise.all(
        [1, 2].map(window => run(process.execPath, [...MODULE, writing(fixture.folder, window, 10)])),
      );
      const all = await readLinkTable(fixture);
      assert.equal(Object.keys(all).length, 22);
      assert.ok(includesLinks(all, EXISTING_LINKS));
    }),
    linksCase('a window that reads while another one writes', async fixture => {
      const writer = openLinksFile(fixture.folder);
      const both = async (at: number): Promise<void> => {
        const reading = readLinkTable(fixture);
        await writeLink(writer, `r${at}.flow.json`, 'f3');
        assert.ok(includesLinks(await reading, EXISTING_LINKS));
      };
      for (let at = 0; at < 20; at++) await both(at);
    }),
    linksCase('a window killed while it writes', async fixture => {
      const killed = spawn(process.execPath, [...MODULE, writing(fixture.folder, 1, Infinity)]);
      const ended = once(killed, 'exit');
      await until('it has written', async () => Object.keys(await readLinkTable(fixture)).length > 4);
      killed.kill('SIGKILL');
      await ended;
      await writeLink(openLinksFile(fixture.folder), 'c.flow.json', 'f3');
      assert.ok(
        includesLinks(await readLinkTable(fixture), { ...EXISTING_LINKS, 'c.flow.json': { flowId: 'f3' } }),
      );
      // Only the file that it was about to rename may remain.
      const home = join(fixture.folder, '.cloud-devices');
      const left = (await readdir(home)).filter(name => name.endsWith('.tmp'));
      assert.ok(left.length <= 1, left.join());
      for (const name of left) await rm(join(home, name));
    }),
    linksCase('a lock left by a killed window', async fixture => {
      await writeFile(`${fixture.file}.lock`, 'left behind');
      const windows = [1, 2, 3].map(() => openLinksFile(fixture.folder));
      await Promise.all(windows.map((links, index) => writeLink(links, `l${index}.flow.json`, 'f3')));
      assert.equal(Object.keys(await readLinkTable(fixture)).length, 5);
    }),
    ...(['create', 'fill'] as const).map(operation =>
      linksCase(
        `a lock that another window takes over ${operation === 'fill' ? 'after' : 'before'} the new content is written`,
        async fixture => {
          let isLost = false;
          // Another window takes over the lock as abandoned, and finishes its write.
          const lose = async (): Promise<void> => {
            if (isLost) return;
            isLost = true;
            const home = join(fixture.folder, '.cloud-devices');
            const old = new Date(0);
            await utimes(`${fixture.file}.lock`, old, old);
            await writeLink(openLinksFile(fixture.folder), 'o.flow.json', 'o');
            const left = (await readdir(home)).filter(name => name.endsWith('.tmp'));
            assert.deepEqual(left, [], 'the first window can no longer write');
          };
          const disk: Disk = {
            ...nodeDisk,
            // The window is blocked, so it does not show that it still needs the lock.
            touch: () => Promise.resolve(),
            [operation]: async (path: string, content: string & Uint8Array) => {
              await nodeDisk[operation](path, content);
              if (operation === 'fill' || path.endsWith('.lock')) await lose();
            },
          };
          await writeLink(new LinksFile(fixture.folder, disk, FAST_LOCK), 'c.flow.json', 'f3');
          const added = { 'c.flow.json': { flowId: 'f3' }, 'o.flow.json': { flowId: 'o' } };
          assert.deepEqual(await readLinkTable(fixture), { ...EXISTING_LINKS, ...added });
        },
      ),
    ),
    linksCase('a program without locks that writes right before the file is replaced', async fixture => {
      let isWritten = false;
      const disk: Disk = {
        ...nodeDisk,
        fill: async (path, bytes) => {
          await nodeDisk.fill(path, bytes);
          if (isWritten) return;
          isWritten = true;
          await storeLink(fixture, 'o.flow.json', { flowId: 'o' });
        },
      };
      await writeLink(new LinksFile(fixture.folder, disk, FAST_LOCK), 'c.flow.json', 'f3');
      const added = { 'c.flow.json': { flowId: 'f3' }, 'o.flow.json': { flowId: 'o' } };
      assert.deepEqual(await readLinkTable(fixture), { ...EXISTING_LINKS, ...added });
    }),
    linksCase('a lock in the repository whose text is a path', async fixture => {
      await writeFile(`${fixture.file}.lock`, '../../../outside/links.json');
      await writeLink(openLinksFile(fixture.folder), 'c.flow.json', 'f3');
      assert.equal(Object.keys(await readLinkTable(fixture)).length, 3);
    }),
    linksCase('a links folder that another window creates at the same moment', async fixture => {
      await rm(join(fixture.folder, '.cloud-devices'), { recursive: true });
      let isMade = false;
      const disk: Disk = {
        ...nodeDisk,
        realPath: async path => {
          const found = await nodeDisk.realPath(path).catch((error: unknown) => error as Error);
          if (!(found instanceof Error)) return found;
          if (!isMade) {
            isMade = true;
            await writeLink(openLinksFile(fixture.folder), 'o.flow.json', 'o');
          }
          throw found;
        },
      };
      await writeLink(new LinksFile(fixture.folder, disk, FAST_LOCK), 'c.flow.json', 'f3');
      assert.equal(Object.keys(await readLinkTable(fixture)).length, 2);
    }),
  ];
}

/** Returns a program that links files one after another, like a window. */
function writing(folder: string, window: number, count: number): string {
  const [module, links] = ['deploy/linksFile.ts', 'flow/deploy/flowLink.ts'].map(path =>
    JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../src', path)).href),
  );
  return `
    import { LinksFile } from ${module};
    import { withLink } from ${links};
    const file = new LinksFile(${JSON.stringify(folder)});
    for (let at = 0; at < ${count}; at++) {
      const key = 'p' + at + '-${window}.flow.json';
      await file.update(content => withLink(content, '${CONNECTION}', key, { flowId: key }));
    }`;
}
