import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DroppedFiles, requireAppFile } from '../../../src/devicePanel/droppedFiles.ts';
import { PageDrops } from '../../../src/devicePanel/pageDrops.ts';
import { DROPPED_PART } from '../../../src/protocol/droppedFile.ts';

describe('devicePanel/droppedFiles: file that is dropped on a device', () => {
  it('a file that is dropped on a device is an app for the device, or for any device of an unknown platform', () => {
    const iphone = { name: 'iPhone', type: 'ios_stealth_phone' };
    const emulator = { name: 'Emulator', type: 'android_emulator' };
    assert.throws(() => requireAppFile('a.APK', iphone), /“a\.APK” is for Android, and “iPhone” runs only/);
    assert.throws(() => requireAppFile('a.ipa', emulator), /is for iOS/);
    assert.throws(() => requireAppFile('a.txt', iphone), /is not an app/);
    requireAppFile('a.ipa', iphone);
    requireAppFile('a.apk', emulator);
    for (const name of ['a.apk', 'a.ipa']) requireAppFile(name, { name: 'Own', type: '' });
  });
});

describe('devicePanel/droppedFiles: files that are dropped in parts', () => {
  let files: DroppedFiles;
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dropped-'));
    files = new DroppedFiles(folder);
  });

  afterEach(() => {
    files.dispose();
    assert.deepEqual(readdirSync(folder), []);
    rmSync(folder, { recursive: true });
  });

  async function receive(name: string, ...parts: readonly string[]): Promise<string> {
    const file = await files.begin(name, Buffer.byteLength(parts.join('')));
    for (const part of parts) await files.add(file, Buffer.from(part));
    return files.end(file);
  }

  it('files that are dropped in parts are written to a temporary folder until the window closes', async () => {
    const [first, second] = await Promise.all([receive('a.apk', 'one', 'two'), receive('a.apk', 'other')]);
    assert.deepEqual(
      [first, second].map(path => [basename(path), readFileSync(path, 'utf8')]),
      [
        ['a.apk', 'onetwo'],
        ['a.apk', 'other'],
      ],
    );
    files.dispose();
    assert.deepEqual([first, second].map(existsSync), [false, false]);
  });

  it('files that are dropped in parts have a name that cannot lead elsewhere', async () => {
    for (const name of ['../../up.apk', '/etc/a b.apk', '..\\up.apk', `${'x'.repeat(300)}.ipa`]) {
      const path = await receive(name, 'x');
      assert.equal(dirname(dirname(path)), folder, path);
      assert.match(basename(path), /^[\w.-]{1,100}\.(apk|ipa)$/);
    }
  });

  it('files that are dropped in parts are rejected at once if they are no app, empty, or too large', async () => {
    await assert.rejects(files.begin('notes.txt', 5), /^Error: “notes\.txt” is not an app\. Drop an/);
    await assert.rejects(files.begin('apk', 5), /is not an app/);
    await assert.rejects(files.begin('a.apk', 0), /has 0 bytes/);
    await assert.rejects(files.begin('a.apk', 5e9), /has 5 GB\. An app has at most 4\.3 GB/);
    await assert.rejects(files.begin('a.apk', Number.NaN), /at most/);
  });

  it('files that are dropped in parts have exactly the announced size, in parts of a limited size', async () => {
    const short = await files.begin('a.apk', 5);
    await files.add(short, Buffer.from('abc'));
    await assert.rejects(files.end(short), /Only 3 bytes of 5 bytes arrived/);
    assert.deepEqual(readdirSync(folder), []);
    const long = await files.begin('a.apk', 5);
    await assert.rejects(files.add(long, Buffer.from('abcdef')), /more of the file than it announced/);
    const large = await files.begin('a.apk', 3 * DROPPED_PART);
    await assert.rejects(files.add(large, Buffer.alloc(DROPPED_PART + 1)), /more of the file/);
  });

  it('files that are dropped in parts leave nothing if the window closes while they begin', async () => {
    const begun = files.begin('a.apk', 3);
    files.dispose();
    await assert.rejects(begun);
  });

  it('files that are dropped in parts are removed with the page that sends them, which is said', async () => {
    const told: string[] = [];
    const drops = new PageDrops(files, sentence => told.push(sentence));
    const canceled = await drops.begin('a.apk', 3);
    await drops.cancel(canceled);
    const ended = await drops.begin('b.apk', 1);
    await drops.add(ended, Buffer.from('x'));
    const path = await drops.end(ended);
    await drops.leave();
    assert.deepEqual(told, []);
    const lost = await drops.begin('[c](command:x).apk', 3);
    await drops.add(lost, Buffer.from('ab'));
    await Promise.all([drops.begin('d.apk', 3), drops.leave()]);
    assert.deepEqual(told, [
      '“[c] (command:x).apk” was not installed, because its panel was hidden, closed, or switched to another device while the file was read. Drop it again.',
      '“d.apk” was not installed, because its panel was hidden, closed, or switched to another device while the file was read. Drop it again.',
    ]);
    assert.deepEqual(readdirSync(folder), [basename(dirname(path))]);
    await assert.rejects(drops.add(lost, Buffer.from('c')), /not open anymore/);
  });

  it('files that are dropped in parts are taken only from the page that began them', async () => {
    const [one, other] = [0, 1].map(() => new PageDrops(files, () => undefined)) as [PageDrops, PageDrops];
    const file = await one.begin('a.apk', 3);
    await assert.rejects(other.add(file, Buffer.from('abc')), /not open anymore/);
    await assert.rejects(other.end(file), /not open anymore/);
    await one.add(file, Buffer.from('abc'));
    await one.end(file);
  });

  it('files that are dropped in parts are not open anymore after the end or a cancel', async () => {
    const file = await files.begin('a.apk', 3);
    await files.cancel(file);
    assert.deepEqual(readdirSync(folder), []);
    await assert.rejects(files.add(file, Buffer.from('abc')), /not open anymore/);
    await assert.rejects(files.end(file), /not open anymore/);
    await assert.rejects(files.end(99), /not open anymore/);
  });
});
