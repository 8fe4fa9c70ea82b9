import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { type Disk, nodeDisk } from '../../src/files/disk.ts';
import { FolderLinks, type LinkFolder } from '../../src/deploy/folderLinks.ts';
import { LinksFile } from '../../src/deploy/linksFile.ts';
import { type FlowLinkTable, withLink } from '../../src/flow/deploy/flowLink.ts';
import { formatLinks } from '../../src/flow/deploy/linksText.ts';

/** The connection of the links. */
export const CONNECTION = 'test';
/**
 * Options for short waits, for cases in which a lock is left behind. Others use the default, since a window that is only
 * slow must not lose its lock.
 */
export const FAST_LOCK = { pollMs: 1, staleMs: 500, patienceMs: 60_000 };
/** Links that must not be lost. */
export const EXISTING_LINKS = {
  'a.flow.json': { flowId: 'f1' },
  'sub/b.flow.json': { flowId: 'f2' },
} as const;

/** A case of a fault or an attack on the links of a folder. */
export interface LinksCase {
  readonly name: string;
  /** Rejects if a link was lost or something forbidden was done. */
  readonly run: () => Promise<void>;
}

/** A folder with links, and a sibling folder that must not be changed. */
export interface LinksFixture {
  readonly folder: string;
  readonly outside: string;
  /** The links file. */
  readonly file: string;
  readonly text: string;
}

/** Creates a case in its own folder, which must not write outside or leave files behind. */
export function linksCase(name: string, body: (fixture: LinksFixture) => Promise<void>): LinksCase {
  return {
    name,
    run: async () => {
      const top = await mkdtemp(join(tmpdir(), 'links-'));
      try {
        const fixture = await createFixture(top);
        const before = await readAllFiles(fixture.outside);
        await body(fixture);
        assert.deepEqual(await readAllFiles(fixture.outside), before, 'nothing is written outside');
        const left = (await readdir(fixture.folder, { recursive: true })).filter(path =>
          /tmp$|lock/.test(path),
        );
        assert.deepEqual(left, [], 'nothing is left behind');
      } finally {
        await rm(top, { recursive: true });
      }
    },
  };
}

async function createFixture(top: string): Promise<LinksFixture> {
  const [folder, outside] = [join(top, 'flows'), join(top, 'outside')];
  const [file, text] = [join(folder, '.cloud-devices/links.json'), formatLinks(initialContent())];
  await Promise.all([mkdir(join(folder, '.cloud-devices'), { recursive: true }), mkdir(outside)]);
  await writeFile(file, text);
  await writeFile(join(outside, 'links.json'), text);
  await writeFile(join(outside, 'secret.flow.json'), 'secret');
  return { folder, outside, file, text };
}

async function readAllFiles(folder: string): Promise<unknown> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(names.toSorted().map(async name => [name, await readFile(join(folder, name), 'utf8')]));
}

/** Returns the initial content of the links file. */
export function initialContent(): Readonly<Record<string, unknown>> {
  return {
    note: 'kept',
    connections: { other: { 'x.flow.json': { flowId: 'f9' } }, [CONNECTION]: EXISTING_LINKS },
  };
}

/** Opens the links file of a folder, with a short wait for its lock. */
export function openLinksFile(folder: string): LinksFile {
  return new LinksFile(folder, nodeDisk, FAST_LOCK);
}

/** Returns the links of open folders, with paths as file addresses. */
export function openFolders(folders: readonly string[]): FolderLinks<string> {
  const all = folders.map((folder): LinkFolder<string> => ({
    storage: openLinksFile(folder),
    keyOf: file => (file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : undefined),
    fileOf: key => posix.join(folder, key),
  }));
  return new FolderLinks(
    () => all,
    file => file,
  );
}

/** Returns the links of the folder by file path. */
export async function readLinkTable({ folder }: LinksFixture): Promise<FlowLinkTable> {
  const all = await openFolders([folder]).all(CONNECTION);
  return Object.fromEntries(all.map(({ file, link }) => [posix.relative(folder, file), link]));
}

/** Links a file to a flow, like a window. */
export function writeLink(links: LinksFile, key: string, flowId: string): Promise<void> {
  return links.update(before => withLink(before, CONNECTION, key, { flowId }));
}

/** Writes a link like anyone with write access to the repository. */
export async function storeLink(
  { file }: LinksFixture,
  key: string,
  link: { readonly flowId: string },
): Promise<void> {
  const before = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, unknown>>;
  await writeFile(file, formatLinks(withLink(before, CONNECTION, key, link)));
}

/** Returns a disk on which the call number `at` of an operation fails. */
export function createFailingDisk(
  operation: 'read' | 'realPath' | 'makeFolder' | 'create' | 'fill' | 'replace',
  at: number,
  code: string,
): { readonly disk: Disk; readonly wasReached: () => boolean } {
  let count = 0;
  const original = nodeDisk[operation] as (...args: never[]) => Promise<unknown>;
  const once = (...args: never[]): Promise<unknown> => {
    if (++count !== at) return original(...args);
    return Promise.reject(Object.assign(new Error(`${code}: made up`), { code }));
  };
  return { disk: { ...nodeDisk, [operation]: once }, wasReached: () => count >= at };
}

/** Asserts that a promise rejects with a message. */
export async function rejects(work: Promise<unknown>, sentence: RegExp): Promise<void> {
  await assert.rejects(work, (error: unknown) => {
    assert.match(error instanceof Error ? error.message : String(error), sentence);
    return true;
  });
}

/** Returns true if all links are among others. */
export function includesLinks(all: FlowLinkTable, some: FlowLinkTable): boolean {
  return Object.entries(some).every(([key, link]) => all[key]?.flowId === link.flowId);
}
