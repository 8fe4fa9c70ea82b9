import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { linkPort } from '../../src/commands/flows/linkPort.ts';
import { type Disk, nodeDisk } from '../../src/deploy/disk.ts';
import { LINKS_LIMIT, LinksFile } from '../../src/deploy/linksFile.ts';
import { readLinks, withLink } from '../../src/flow/deploy/flowLink.ts';
import { formatLinks } from '../../src/flow/deploy/linksText.ts';
import {
  CONNECTION,
  content,
  failing,
  includes,
  KEPT,
  type LinkTrial,
  opened,
  PATIENCE,
  type Place,
  put,
  refused,
  store,
  table,
  trial,
} from './linkPlace.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const MODULE = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e'];

/** All of them, each in a folder of its own. */
export const linkTrials: readonly LinkTrial[] = [
  ...faultyDisks(),
  ...brokenFiles(),
  ...symbolicLinks(),
  ...keysThatLeadElsewhere(),
  ...severalFolders(),
  ...severalWindows(),
];

function faultyDisks(): LinkTrial[] {
  const codes = ['EACCES', 'EBUSY', 'EMFILE', 'EIO'];
  // How often writing one link does each.
  const operations = { read: 5, realPath: 4, makeFolder: 1, create: 2, replace: 1 } as const;
  const named = Object.keys(operations) as (keyof typeof operations)[];
  return codes.flatMap(code => [
    ...named.flatMap(operation =>
      Array.from({ length: operations[operation] }, (_, index) => index + 1).map(at =>
        trial(`${code} at ${operation} number ${at} while a link is written`, async place => {
          const { disk, met } = failing(operation, at, code);
          const writing = put(new LinksFile(place.folder, disk, PATIENCE), 'c.flow.json', 'f3');
          const told = new RegExp(`cannot be (read|written): ${code}`);
          // The last of the reads is that of the lock which is given back, and the link is written by then.
          await (operation === 'read' && at === 5 ? writing : refused(writing, told));
          assert.ok(met());
          assert.ok(includes(await table(place), KEPT));
          await put(new LinksFile(place.folder, nodeDisk, PATIENCE), 'd.flow.json', 'f4');
          assert.ok(includes(await table(place), { ...KEPT, 'd.flow.json': { flowId: 'f4' } }));
        }),
      ),
    ),
    trial(`${code} while links are read`, async ({ folder }) => {
      const { disk } = failing('read', 1, code);
      await refused(new LinksFile(folder, disk).read(), new RegExp(`cannot be read: ${code}`));
    }),
  ]);
}

function brokenFiles(): LinkTrial[] {
  const text = formatLinks(content());
  const conflict = (...lines: readonly string[]): string =>
    text.replace('"f1"', `"f1"\n${lines.map(line => `${line}\n`).join('')}`);
  const broken: Readonly<Record<string, string | Uint8Array>> = {
    ...Object.fromEntries(
      [0, 1, 20, 80, text.trimEnd().length - 1].map(length => [`${length} bytes`, text.slice(0, length)]),
    ),
    'a list': '[]',
    null: 'null',
    'connections that are a list': '{"connections": []}',
    'a connection that is a string': '{"connections": {"test": "links", "other": {}}}',
    'bytes that are not text': Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
    'merge markers': conflict('<<<<<<< HEAD', '"f3"', '=======', '"f4"', '>>>>>>> theirs'),
    'merge markers with the base text': conflict('<<<<<<< a', '||||||| b', '=======', '>>>>>>> c'),
    'merge markers with CRLF': conflict('<<<<<<< HEAD\r', '=======\r', '>>>>>>> theirs\r'),
  };
  return [
    ...Object.entries(broken).map(([name, bytes]) =>
      trial(`a links file of ${name}`, async place => {
        await writeFile(place.file, bytes);
        const links = new LinksFile(place.folder, nodeDisk, PATIENCE);
        const told = name.startsWith('merge') ? /merge conflict markers/ : /not a JSON object of links/;
        await refused(links.read(), told);
        await refused(put(links, 'c.flow.json', 'f3'), told);
        assert.deepEqual(await readFile(place.file), Buffer.from(bytes));
      }),
    ),
    trial('a links file that is too large', async ({ folder, file }) => {
      await truncate(file, LINKS_LIMIT + 1);
      const links = new LinksFile(folder, nodeDisk, PATIENCE);
      await refused(links.read(), /cannot be read: larger than/);
      await refused(put(links, 'c.flow.json', 'f3'), /cannot be read: larger than/);
    }),
    trial('a folder in place of the links file', async ({ folder, file }) => {
      await rm(file);
      await mkdir(file);
      await refused(
        put(new LinksFile(folder, nodeDisk, PATIENCE), 'c.flow.json', 'f3'),
        /not a regular file/,
      );
    }),
    ...(process.platform === 'win32' ? [] : [pipeInPlace()]),
    trial('a missing links file', async place => {
      await rm(join(place.folder, '.cloud-devices'), { recursive: true });
      assert.deepEqual(await table(place), {});
      await put(new LinksFile(place.folder, nodeDisk, PATIENCE), 'c.flow.json', 'f3');
      assert.deepEqual(await table(place), { 'c.flow.json': { flowId: 'f3' } });
    }),
  ];
}

function pipeInPlace(): LinkTrial {
  return trial('a pipe in place of the links file', async ({ folder, file }) => {
    await rm(file);
    await run('mkfifo', [file]);
    await refused(new LinksFile(folder).read(), /not a regular file/);
  });
}

function symbolicLinks(): LinkTrial[] {
  const leadsOut = /leads outside its folder/;
  const made: Readonly<Record<string, (place: Place) => Promise<void>>> = {
    'a links file that points outside': async ({ file, outside }) => {
      await rm(file);
      await symlink(join(outside, 'links.json'), file);
    },
    'a links file that points to a missing file outside': async ({ file, outside }) => {
      await rm(file);
      await symlink(join(outside, 'new.json'), file);
    },
    'a links folder that points outside': async ({ folder, outside }) => {
      await rm(join(folder, '.cloud-devices'), { recursive: true });
      await symlink(outside, join(folder, '.cloud-devices'));
    },
    'a links folder that points to a missing folder outside': async ({ folder, outside }) => {
      await rm(join(folder, '.cloud-devices'), { recursive: true });
      await symlink(join(outside, 'new'), join(folder, '.cloud-devices'));
    },
  };
  return [
    ...Object.entries(made).map(([name, make]) =>
      trial(name, async place => {
        await make(place);
        const links = new LinksFile(place.folder, nodeDisk, PATIENCE);
        await refused(links.read(), leadsOut);
        await refused(put(links, 'c.flow.json', 'f3'), leadsOut);
      }),
    ),
    trial('a links file that points to a file in the folder', async place => {
      const own = join(place.folder, 'shared.json');
      await rm(place.file);
      await writeFile(own, place.text);
      await symlink('../shared.json', place.file);
      await put(new LinksFile(place.folder, nodeDisk, PATIENCE), 'c.flow.json', 'f3');
      assert.match(await readFile(own, 'utf8'), /"f3"/);
    }),
    trial('flow files that point elsewhere', async place => {
      const { folder, outside } = place;
      await writeFile(join(folder, 'plain.txt'), '');
      await writeFile(join(folder, 'real.flow.json'), '');
      const links: readonly (readonly [key: string, target: string, isInside: boolean])[] = [
        ['out.flow.json', join(outside, 'secret.flow.json'), false],
        ['new.flow.json', join(outside, 'new.flow.json'), false],
        ['other.flow.json', join(folder, 'plain.txt'), false],
        ['round.flow.json', 'round.flow.json', false],
        ['up', outside, false],
        ['in.flow.json', 'real.flow.json', true],
      ];
      for (const [key, target] of links) await symlink(target, join(folder, key));
      const keys = [
        ...links.map(([key, , isInside]) => [key, isInside] as const).filter(([key]) => key !== 'up'),
      ];
      for (const [key, isInside] of [
        ...keys,
        ['up/secret.flow.json', false],
        ['up/x/y.flow.json', false],
      ] as const) {
        await store(place, key, { flowId: key });
        assert.equal(Object.hasOwn(await table(place), key), isInside, key);
        const change = opened([place.folder]).update(CONNECTION, posix.join(folder, key), () => ({
          flowId: 'n',
        }));
        await (isInside ? change : refused(change, /not a \*\.flow\.json file inside an open folder/));
      }
    }),
  ];
}

function keysThatLeadElsewhere(): LinkTrial[] {
  const keys = [
    '../outside/secret.flow.json',
    '../../x.flow.json',
    'sub/../../outside/secret.flow.json',
    './a.flow.json',
    'sub//b.flow.json',
    'sub/./b.flow.json',
    '/etc/x.flow.json',
    '//server/share/x.flow.json',
    'C:/x.flow.json',
    'c:x.flow.json',
    '..\\outside\\secret.flow.json',
    'sub\\..\\..\\x.flow.json',
    '.. /x.flow.json',
    '... /x.flow.json',
    'a\0.flow.json',
    '',
    '.',
    '..',
    '../outside',
    '.env',
    'sub/plain.json',
    'a.flow.json/',
    `${'a/'.repeat(4000)}x.flow.json`,
    '__proto__',
  ];
  return keys.map(key =>
    trial(`the key ${JSON.stringify(key.slice(0, 40))}`, async place => {
      await store(place, key, { flowId: 'elsewhere' });
      assert.deepEqual(await table(place), KEPT);
      await put(new LinksFile(place.folder, nodeDisk, PATIENCE), 'c.flow.json', 'f3');
      const links = readLinks(JSON.parse(await readFile(place.file, 'utf8')), CONNECTION);
      assert.deepEqual(links[key], { flowId: 'elsewhere' }, 'what others wrote is kept as it was');
    }),
  );
}

function severalFolders(): LinkTrial[] {
  return [
    trial('two folders with the same name', async ({ folder }) => {
      const [one, other] = [posix.join(folder, 'client-a/flows'), posix.join(folder, 'client-b/flows')];
      await Promise.all([one, other].map(path => mkdir(path, { recursive: true })));
      const links = opened([one, other]);
      await links.update(CONNECTION, posix.join(one, 'x.flow.json'), () => ({ flowId: 'one' }));
      await links.update(CONNECTION, posix.join(other, 'x.flow.json'), link => {
        assert.equal(link, undefined);
        return { flowId: 'other' };
      });
      assert.deepEqual(
        (await links.all(CONNECTION)).map(({ file, link }) => [file, link.flowId]),
        [
          [posix.join(one, 'x.flow.json'), 'one'],
          [posix.join(other, 'x.flow.json'), 'other'],
        ],
      );
      const files = [one, other].map(path => posix.join(path, 'x.flow.json'));
      const port = linkPort(links, CONNECTION, files);
      assert.deepEqual(Object.keys(await port.all()), files);
      await port.update(posix.join(other, 'x.flow.json'), () => undefined);
      assert.equal((await links.of(CONNECTION, posix.join(one, 'x.flow.json')))?.flowId, 'one');
    }),
    trial('a folder inside another one', async ({ folder }) => {
      const [outer, inner] = [folder, posix.join(folder, 'sub')];
      await mkdir(inner);
      const file = posix.join(inner, 'b.flow.json');
      for (const order of [
        [outer, inner],
        [inner, outer],
      ]) {
        const links = opened(order);
        assert.equal((await links.of(CONNECTION, file))?.flowId, KEPT['sub/b.flow.json'].flowId);
        await opened([inner]).update(CONNECTION, file, () => ({ flowId: 'inner' }));
        const all = await links.all(CONNECTION);
        assert.deepEqual(
          all.filter(one => one.file === file).map(({ link }) => link.flowId),
          ['inner'],
        );
        assert.equal((await links.of(CONNECTION, file))?.flowId, 'inner');
        await links.update(CONNECTION, file, () => undefined);
        assert.equal(await links.of(CONNECTION, file), undefined);
        await opened([outer]).update(CONNECTION, file, () => KEPT['sub/b.flow.json']);
      }
    }),
    trial('a file outside of the open folders', async ({ folder, outside }) => {
      const links = opened([folder]);
      for (const file of [posix.join(outside, 'secret.flow.json'), posix.join(folder, 'plain.json'), folder])
        await refused(
          links.update(CONNECTION, file, () => ({ flowId: 'f3' })),
          /not a \*\.flow\.json file inside an open folder/,
        );
    }),
  ];
}

function severalWindows(): LinkTrial[] {
  return [
    trial('windows that write at the same time', async place => {
      const windows = Array.from({ length: 4 }, () => new LinksFile(place.folder, nodeDisk, PATIENCE));
      const keys = Array.from({ length: 10 }, (_, index) => `w${index}`);
      await Promise.all(
        windows.map(async (links, window) => {
          for (const key of keys) await put(links, `${key}-${window}.flow.json`, `${key}-${window}`);
        }),
      );
      const all = await table(place);
      assert.equal(Object.keys(all).length, 2 + windows.length * keys.length);
      assert.ok(includes(all, KEPT));
    }),
    trial('processes that write at the same time', async place => {
      await Promise.all(
        [1, 2].map(window => run(process.execPath, [...MODULE, writing(place.folder, window, 10)])),
      );
      const all = await table(place);
      assert.equal(Object.keys(all).length, 22);
      assert.ok(includes(all, KEPT));
    }),
    trial('a window that reads while another one writes', async place => {
      const writer = new LinksFile(place.folder, nodeDisk, PATIENCE);
      const both = async (at: number): Promise<void> => {
        const reading = table(place);
        await put(writer, `r${at}.flow.json`, 'f3');
        assert.ok(includes(await reading, KEPT));
      };
      for (let at = 0; at < 20; at++) await both(at);
    }),
    trial('a window killed while it writes', async place => {
      const killed = spawn(process.execPath, [...MODULE, writing(place.folder, 1, Infinity)]);
      const ended = once(killed, 'exit');
      await until('it has written', async () => Object.keys(await table(place)).length > 4);
      killed.kill('SIGKILL');
      await ended;
      await put(new LinksFile(place.folder, nodeDisk, PATIENCE), 'c.flow.json', 'f3');
      assert.ok(includes(await table(place), { ...KEPT, 'c.flow.json': { flowId: 'f3' } }));
      // What it was just about to rename is all that may be left.
      const home = join(place.folder, '.cloud-devices');
      const left = (await readdir(home)).filter(name => name.endsWith('.tmp'));
      assert.ok(left.length <= 1, left.join());
      for (const name of left) await rm(join(home, name));
    }),
    trial('a lock left by a killed window', async place => {
      await writeFile(`${place.file}.lock`, 'left behind');
      const windows = [1, 2, 3].map(() => new LinksFile(place.folder, nodeDisk, PATIENCE));
      await Promise.all(windows.map((links, index) => put(links, `l${index}.flow.json`, 'f3')));
      assert.equal(Object.keys(await table(place)).length, 5);
    }),
    ...[0, 1].map(after =>
      trial(
        `a lock that is taken over ${after ? 'after' : 'before'} the file was put in place`,
        async place => {
          let isLost = false;
          // Another window took the lock for one that was left behind, wrote what it had read before, and is done.
          const lose = async (): Promise<void> => {
            if (isLost) return;
            isLost = true;
            await rm(`${place.file}.lock`);
            await writeFile(
              place.file,
              formatLinks(withLink(content(), CONNECTION, 'o.flow.json', { flowId: 'o' })),
            );
          };
          const disk: Disk = {
            ...nodeDisk,
            create: async (path, text) => {
              await nodeDisk.create(path, text);
              if (!after && path.endsWith('.tmp')) await lose();
            },
            replace: async (path, other) => {
              await nodeDisk.replace(path, other);
              if (after) await lose();
            },
          };
          await put(new LinksFile(place.folder, disk, PATIENCE), 'c.flow.json', 'f3');
          const others = { 'c.flow.json': { flowId: 'f3' }, 'o.flow.json': { flowId: 'o' } };
          assert.deepEqual(await table(place), { ...KEPT, ...others });
        },
      ),
    ),
  ];
}

/** A program that links files as a window does, one after the other. */
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
