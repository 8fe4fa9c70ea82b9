import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { type Disk, nodeDisk } from '../../src/deploy/disk.ts';
import { FolderLinks, type LinkFolder } from '../../src/deploy/folderLinks.ts';
import { LinksFile } from '../../src/deploy/linksFile.ts';
import { type FlowLinkTable, withLink } from '../../src/flow/deploy/flowLink.ts';
import { formatLinks } from '../../src/flow/deploy/linksText.ts';

/** The connection of the links. */
export const CONNECTION = 'test';
/** Of a window that does not wait for long. */
export const PATIENCE = { pollMs: 1, staleMs: 100 };
/** The links that must not be lost. */
export const KEPT = { 'a.flow.json': { flowId: 'f1' }, 'sub/b.flow.json': { flowId: 'f2' } } as const;

/** One thing that goes wrong, or is made to, around the links of a folder. */
export interface LinkTrial {
  readonly name: string;
  /** Rejects with what was lost, or what was done that must not be. */
  readonly run: () => Promise<void>;
}

/** A folder with links, beside one that nothing may be written to. */
export interface Place {
  readonly folder: string;
  readonly outside: string;
  /** The links file. */
  readonly file: string;
  readonly text: string;
}

/** A trial in a folder of its own, after which nothing is written outside and nothing left behind. */
export function trial(name: string, body: (place: Place) => Promise<void>): LinkTrial {
  return {
    name,
    run: async () => {
      const top = await mkdtemp(join(tmpdir(), 'links-'));
      try {
        const place = await made(top);
        const before = await everythingIn(place.outside);
        await body(place);
        assert.deepEqual(await everythingIn(place.outside), before, 'nothing is written outside');
        const left = (await readdir(place.folder, { recursive: true })).filter(path =>
          /tmp$|lock/.test(path),
        );
        assert.deepEqual(left, [], 'nothing is left behind');
      } finally {
        await rm(top, { recursive: true });
      }
    },
  };
}

async function made(top: string): Promise<Place> {
  const [folder, outside] = [join(top, 'flows'), join(top, 'outside')];
  const [file, text] = [join(folder, '.cloud-devices/links.json'), formatLinks(content())];
  await Promise.all([mkdir(join(folder, '.cloud-devices'), { recursive: true }), mkdir(outside)]);
  await writeFile(file, text);
  await writeFile(join(outside, 'links.json'), text);
  await writeFile(join(outside, 'secret.flow.json'), 'secret');
  return { folder, outside, file, text };
}

async function everythingIn(folder: string): Promise<unknown> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(names.toSorted().map(async name => [name, await readFile(join(folder, name), 'utf8')]));
}

/** The first content of the links file. */
export function content(): Readonly<Record<string, unknown>> {
  return { note: 'kept', connections: { other: { 'x.flow.json': { flowId: 'f9' } }, [CONNECTION]: KEPT } };
}

/** The links of open folders, whose files are known by their paths. */
export function opened(folders: readonly string[]): FolderLinks<string> {
  const all = folders.map((folder): LinkFolder<string> => ({
    storage: new LinksFile(folder, nodeDisk, PATIENCE),
    keyOf: file => (file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : undefined),
    fileOf: key => posix.join(folder, key),
  }));
  return new FolderLinks(
    () => all,
    file => file,
  );
}

/** The links of the folder, by the paths of the files. */
export async function table({ folder }: Place): Promise<FlowLinkTable> {
  const all = await opened([folder]).all(CONNECTION);
  return Object.fromEntries(all.map(({ file, link }) => [posix.relative(folder, file), link]));
}

/** Links a file to a flow, as a window does. */
export function put(links: LinksFile, key: string, flowId: string): Promise<void> {
  return links.update(before => withLink(before, CONNECTION, key, { flowId }));
}

/** Writes a link as anybody may who can change the repository. */
export async function store({ file }: Place, key: string, link: { readonly flowId: string }): Promise<void> {
  const before = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, unknown>>;
  await writeFile(file, formatLinks(withLink(before, CONNECTION, key, link)));
}

/** The disk, on which one operation fails once: at which number it is met. */
export function failing(
  operation: 'read' | 'realPath' | 'makeFolder' | 'create' | 'replace',
  at: number,
  code: string,
): { readonly disk: Disk; readonly met: () => boolean } {
  let count = 0;
  const original = nodeDisk[operation] as (...given: never[]) => Promise<unknown>;
  const once = (...given: never[]): Promise<unknown> => {
    if (++count !== at) return original(...given);
    return Promise.reject(Object.assign(new Error(`${code}: made up`), { code }));
  };
  return { disk: { ...nodeDisk, [operation]: once }, met: () => count >= at };
}

/** Passes where something rejects with a sentence. */
export async function refused(work: Promise<unknown>, sentence: RegExp): Promise<void> {
  await assert.rejects(work, (error: unknown) => {
    isTold(error, sentence);
    return true;
  });
}

function isTold(error: unknown, sentence: RegExp): void {
  assert.match(error instanceof Error ? error.message : String(error), sentence);
}

/** True where links are among others. */
export function includes(all: FlowLinkTable, some: FlowLinkTable): boolean {
  return Object.entries(some).every(([key, link]) => all[key]?.flowId === link.flowId);
}
