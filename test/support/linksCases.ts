import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { linkPort } from '../../src/deploy/linkPort.ts';
import { LINKS_LIMIT, LinksFile } from '../../src/deploy/linksFile.ts';
import { readLinks } from '../../src/flow/deploy/flowLink.ts';
import { formatLinks } from '../../src/flow/deploy/linksText.ts';
import {
  CONNECTION,
  initialContent,
  createFailingDisk,
  includesLinks,
  EXISTING_LINKS,
  type LinksCase,
  openFolders,
  openLinksFile,
  FAST_LOCK,
  type LinksFixture,
  writeLink,
  rejects,
  storeLink,
  readLinkTable,
  linksCase,
} from './linksFixture.ts';
import { severalWindows } from './linksWindows.ts';

const run = promisify(execFile);

/** All cases, each in its own folder. */
export const linksCases: readonly LinksCase[] = [
  ...faultyDisks(),
  ...brokenFiles(),
  ...symbolicLinks(),
  ...keysThatLeadElsewhere(),
  ...severalFolders(),
  ...severalWindows(),
];

function faultyDisks(): LinksCase[] {
  const codes = ['EACCES', 'EBUSY', 'EMFILE', 'EIO'];
  // Number of calls of each operation when one link is written.
  const operations = { read: 6, realPath: 6, makeFolder: 1, create: 2, fill: 1, replace: 1 } as const;
  const named = Object.keys(operations) as (keyof typeof operations)[];
  return codes.flatMap(code => [
    ...named.flatMap(operation =>
      Array.from({ length: operations[operation] }, (_, index) => index + 1).map(at =>
        linksCase(`${code} at ${operation} number ${at} while a link is written`, async fixture => {
          const { disk, wasReached } = createFailingDisk(operation, at, code);
          const writing = writeLink(new LinksFile(fixture.folder, disk, FAST_LOCK), 'c.flow.json', 'f3');
          const message = new RegExp(`cannot be (read|written): ${code}`);
          // The last read is for the release of the lock, after the link was written.
          await (operation === 'read' && at === 6 ? writing : rejects(writing, message));
          assert.ok(wasReached());
          assert.ok(includesLinks(await readLinkTable(fixture), EXISTING_LINKS));
          await writeLink(openLinksFile(fixture.folder), 'd.flow.json', 'f4');
          assert.ok(
            includesLinks(await readLinkTable(fixture), {
              ...EXISTING_LINKS,
              'd.flow.json': { flowId: 'f4' },
            }),
          );
        }),
      ),
    ),
    linksCase(`${code} while links are read`, async ({ folder }) => {
      const { disk } = createFailingDisk('read', 1, code);
      await rejects(new LinksFile(folder, disk).read(), new RegExp(`cannot be read: ${code}`));
    }),
  ]);
}

function brokenFiles(): LinksCase[] {
  const text = formatLinks(initialContent());
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
      linksCase(`a links file of ${name}`, async fixture => {
        await writeFile(fixture.file, bytes);
        const links = openLinksFile(fixture.folder);
        const message = name.startsWith('merge') ? /merge conflict markers/ : /not a JSON object of links/;
        await rejects(links.read(), message);
        await rejects(writeLink(links, 'c.flow.json', 'f3'), message);
        assert.deepEqual(await readFile(fixture.file), Buffer.from(bytes));
      }),
    ),
    linksCase('a links file that is too large', async ({ folder, file }) => {
      await truncate(file, LINKS_LIMIT + 1);
      const links = openLinksFile(folder);
      await rejects(links.read(), /cannot be read: larger than/);
      await rejects(writeLink(links, 'c.flow.json', 'f3'), /cannot be read: larger than/);
    }),
    linksCase('a links file that is nested too deeply', async ({ folder, file }) => {
      const text = `{"connections":{},"other":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
      await writeFile(file, text);
      const links = openLinksFile(folder);
      await rejects(links.read(), /nested deeper than 100 levels; restore or fix it/);
      await rejects(writeLink(links, 'c.flow.json', 'f3'), /nested deeper than 100 levels/);
      assert.equal(await readFile(file, 'utf8'), text);
    }),
    linksCase('a folder in place of the links file', async ({ folder, file }) => {
      await rm(file);
      await mkdir(file);
      await rejects(writeLink(openLinksFile(folder), 'c.flow.json', 'f3'), /not a regular file/);
    }),
    ...(process.platform === 'win32' ? [] : [pipeInPlace()]),
    linksCase('a missing links file', async fixture => {
      await rm(join(fixture.folder, '.cloud-devices'), { recursive: true });
      assert.deepEqual(await readLinkTable(fixture), {});
      await writeLink(openLinksFile(fixture.folder), 'c.flow.json', 'f3');
      assert.deepEqual(await readLinkTable(fixture), { 'c.flow.json': { flowId: 'f3' } });
    }),
  ];
}

function pipeInPlace(): LinksCase {
  return linksCase('a pipe in place of the links file', async ({ folder, file }) => {
    await rm(file);
    await run('mkfifo', [file]);
    await rejects(new LinksFile(folder).read(), /not a regular file/);
  });
}

function symbolicLinks(): LinksCase[] {
  const leadsOut = /leads outside its folder/;
  const made: Readonly<Record<string, (fixture: LinksFixture) => Promise<void>>> = {
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
      linksCase(name, async fixture => {
        await make(fixture);
        const links = openLinksFile(fixture.folder);
        await rejects(links.read(), leadsOut);
        await rejects(writeLink(links, 'c.flow.json', 'f3'), leadsOut);
      }),
    ),
    linksCase('a links file that points to a file in the folder', async fixture => {
      const target = join(fixture.folder, 'shared.json');
      await rm(fixture.file);
      await writeFile(target, fixture.text);
      await symlink('../shared.json', fixture.file);
      await writeLink(openLinksFile(fixture.folder), 'c.flow.json', 'f3');
      assert.match(await readFile(target, 'utf8'), /"f3"/);
    }),
    linksCase('flow files that point elsewhere', async fixture => {
      const { folder, outside } = fixture;
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
        await storeLink(fixture, key, { flowId: key });
        assert.equal(Object.hasOwn(await readLinkTable(fixture), key), isInside, key);
        const change = openFolders([fixture.folder]).update(CONNECTION, posix.join(folder, key), () => ({
          flowId: 'n',
        }));
        await (isInside ? change : rejects(change, /not a \*\.flow\.json file inside an open folder/));
      }
    }),
  ];
}

function keysThatLeadElsewhere(): LinksCase[] {
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
    linksCase(`the key ${JSON.stringify(key.slice(0, 40))}`, async fixture => {
      await storeLink(fixture, key, { flowId: 'elsewhere' });
      assert.deepEqual(await readLinkTable(fixture), EXISTING_LINKS);
      await writeLink(openLinksFile(fixture.folder), 'c.flow.json', 'f3');
      const links = readLinks(JSON.parse(await readFile(fixture.file, 'utf8')), CONNECTION);
      assert.deepEqual(links[key], { flowId: 'elsewhere' }, 'what others wrote is kept as it was');
    }),
  );
}

function severalFolders(): LinksCase[] {
  return [
    linksCase('two folders with the same name', async ({ folder }) => {
      const [first, second] = [posix.join(folder, 'client-a/flows'), posix.join(folder, 'client-b/flows')];
      await Promise.all([first, second].map(path => mkdir(path, { recursive: true })));
      const links = openFolders([first, second]);
      await links.update(CONNECTION, posix.join(first, 'x.flow.json'), () => ({ flowId: 'one' }));
      await links.update(CONNECTION, posix.join(second, 'x.flow.json'), link => {
        assert.equal(link, undefined);
        return { flowId: 'other' };
      });
      assert.deepEqual(
        (await links.all(CONNECTION)).map(({ file, link }) => [file, link.flowId]),
        [
          [posix.join(first, 'x.flow.json'), 'one'],
          [posix.join(second, 'x.flow.json'), 'other'],
        ],
      );
      const files = [first, second].map(path => posix.join(path, 'x.flow.json'));
      const port = linkPort(links, CONNECTION, files);
      assert.deepEqual(Object.keys(await port.all()), files);
      await port.update(posix.join(second, 'x.flow.json'), () => undefined);
      assert.equal((await links.of(CONNECTION, posix.join(first, 'x.flow.json')))?.flowId, 'one');
    }),
    linksCase('a folder inside another one', async ({ folder }) => {
      const [outer, inner] = [folder, posix.join(folder, 'sub')];
      await mkdir(inner);
      const file = posix.join(inner, 'b.flow.json');
      for (const order of [
        [outer, inner],
        [inner, outer],
      ]) {
        const links = openFolders(order);
        assert.equal((await links.of(CONNECTION, file))?.flowId, EXISTING_LINKS['sub/b.flow.json'].flowId);
        await openFolders([inner]).update(CONNECTION, file, () => ({ flowId: 'inner' }));
        const all = await links.all(CONNECTION);
        assert.deepEqual(
          all.filter(entry => entry.file === file).map(({ link }) => link.flowId),
          ['inner'],
        );
        assert.equal((await links.of(CONNECTION, file))?.flowId, 'inner');
        await links.update(CONNECTION, file, () => undefined);
        assert.equal(await links.of(CONNECTION, file), undefined);
        await openFolders([outer]).update(CONNECTION, file, () => EXISTING_LINKS['sub/b.flow.json']);
      }
    }),
    linksCase('a file outside of the open folders', async ({ folder, outside }) => {
      const links = openFolders([folder]);
      for (const file of [posix.join(outside, 'secret.flow.json'), posix.join(folder, 'plain.json'), folder])
        await rejects(
          links.update(CONNECTION, file, () => ({ flowId: 'f3' })),
          /not a \*\.flow\.json file inside an open folder/,
        );
    }),
  ];
}
