import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectAppPackage } from '../../../src/appPackage/inspectAppPackage.ts';
import { androidFiles, iosFiles } from '../../support/appPackages.ts';
import { chunk, manyTypesTable, packed, stringPool } from '../../support/binaryAndroid.ts';
import { useFolder } from '../../support/useFolder.ts';
import { type TestFile, zipArchive } from '../../support/zipArchive.ts';

/** Far more than the work within the limits takes, and far less than what it took without them. */
const MAX_MS = 3000;
const MIB = 1024 * 1024;
const reference = { reference: 0x7f010001 };
const APP = {
  label: reference,
  versionName: reference,
  versionCode: reference,
  minSdk: reference,
  targetSdk: reference,
};

describe('appPackage/bounds', () => {
  const folder = useFolder('app-bounds');

  async function inspect(files: readonly TestFile[]): Promise<string> {
    const path = join(folder, 'app.apk');
    await writeFile(path, zipArchive(files));
    assert.ok((await stat(path)).size < 300 * 1024);
    const began = process.cpuUsage();
    const result = await inspectAppPackage(path).then(
      ({ displayName = '' }) => displayName,
      (error: unknown) => String(error),
    );
    const { user, system } = process.cpuUsage(began);
    assert.ok((user + system) / 1000 < MAX_MS, `${(user + system) / 1000} ms`);
    return result;
  }

  it('a small app file with large content has its resources read once, whatever refers to them', async () => {
    const entries = 7 * MIB;
    // Sorted by index, as Android searches them: only the last one has the index 1.
    const index = Buffer.alloc(4 * entries);
    index.writeUInt32LE(1, index.length - 4);
    const value = packed([2, 8], [2, 0], [4, 0], [2, 8], [1, 0], [1, 1], [4, 0x7f010001]);
    const header = packed([1, 1], [1, 1], [2, 0], [4, entries], [4, 20 + 4 + index.length], [4, 4]);
    const type = chunk(0x0201, header, Buffer.concat([index, value]));
    const resources = chunk(
      0x0002,
      packed([4, 1]),
      Buffer.concat([stringPool([], 'utf8'), chunk(0x0200, packed([4, 0x7f]), type)]),
    );
    await inspect([...androidFiles(APP), { name: 'resources.arsc', bytes: resources }]);
  });

  it('a small app file with large content has each configuration of its resources compared once, and only as far as needed', async () => {
    const resources = manyTypesTable(30 * MIB);
    await inspect([...androidFiles(APP), { name: 'resources.arsc', bytes: resources }]);
  });

  it('a small app file with large content is refused if many elements of its manifest refer to one long text', async () => {
    const count = 45_000;
    const elements = Buffer.alloc(60 * count);
    for (let at = 0; at < elements.length; at += 60) {
      elements.writeUInt16LE(0x0102, at);
      elements.writeUInt16LE(16, at + 2);
      elements.writeUInt32LE(36, at + 4);
      elements.writeUInt16LE(0x0103, at + 36);
      elements.writeUInt16LE(16, at + 38);
      elements.writeUInt32LE(24, at + 40);
    }
    const strings = stringPool(['manifest', 'x'.repeat(900)], 'utf8');
    const body = Buffer.concat([strings, startOf(0), ...renamed(elements, count)]);
    const bytes = chunk(0x0003, Buffer.alloc(0), body);
    const files = androidFiles().map(file =>
      file.name === 'AndroidManifest.xml' ? { ...file, bytes } : file,
    );
    assert.match(await inspect(files), /refers to its strings too often/);
  });

  it('a small app file with large content is refused if its property list has very many elements', async () => {
    const bytes = Buffer.from(`<plist><dict>${'<a/>'.repeat(1_900_000)}</dict></plist>`);
    assert.match(await inspect(iosFiles(bytes, [])), /too many elements/);
  });
});

function startOf(name: number): Buffer {
  const content = packed([4, 0xffffffff], [4, name], [2, 20], [2, 20], [2, 0], [2, 0], [2, 0], [2, 0]);
  return chunk(0x0102, packed([4, 1], [4, 0xffffffff]), content);
}

function renamed(elements: Buffer, count: number): readonly Buffer[] {
  for (let index = 0; index < count; index++) elements.writeUInt32LE(1, 60 * index + 20);
  return [elements];
}
