import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppPackageError } from '../../../src/appPackage/appPackage.ts';
import { inspectAppPackage } from '../../../src/appPackage/inspectAppPackage.ts';
import { seededRandom } from '../../../src/util/random.ts';
import { androidFiles, binaryPlist, iosFiles, signingBlock } from '../../support/appPackages.ts';
import { resourceTable } from '../../support/binaryAndroid.ts';
import { zipArchive } from '../../support/zipArchive.ts';

describe('appPackage/damage', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'app-package-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  // Stored without checksums of their own, so that damage reaches the readers of the contents.
  const table = resourceTable([{ language: '', values: ['Shop', 'Other'] }]);
  const android = (change: (bytes: Buffer) => Buffer = bytes => bytes): Buffer => {
    const files = [
      ...androidFiles({ label: { reference: 0x7f010000 } }),
      { name: 'resources.arsc', bytes: table },
    ];
    return zipArchive(
      files.map(file => ({ ...file, bytes: change(file.bytes), isStored: true })),
      { beforeDirectory: signingBlock(), comment: 'comment' },
    );
  };
  const ios =
    (plist: Buffer) =>
    (change: (bytes: Buffer) => Buffer = bytes => bytes): Buffer =>
      zipArchive(
        iosFiles(change(plist), ['embedded.mobileprovision']).map(file => ({ ...file, isStored: true })),
      );
  const xml = `<?xml version="1.0"?><plist version="1.0"><dict><key>CFBundleIdentifier</key>
    <string>com.example</string><key>CFBundleVersion</key><string>7</string></dict></plist>`;
  const binary = binaryPlist({
    CFBundleIdentifier: 'com.example',
    CFBundleVersion: '1.2',
    UIFlags: ['a', 'b'],
  });
  const packages: readonly [name: string, build: typeof android][] = [
    ['an .apk', android],
    ['an .ipa with a binary list', ios(binary)],
    ['an .ipa with an XML list', ios(Buffer.from(xml))],
  ];

  async function isAccepted(bytes: Buffer): Promise<boolean> {
    const path = join(folder, 'app');
    await writeFile(path, bytes);
    try {
      const found = await inspectAppPackage(path);
      assert.ok(found.bundleId.length <= 255 && found.versionName.length <= 255);
      assert.ok(Number.isSafeInteger(found.versionCode) && found.versionCode >= 0);
      return true;
    } catch (error) {
      assert.ok(error instanceof AppPackageError, error instanceof Error ? error.stack : String(error));
      assert.match(error.message, /^“app” [^\n]{1,500}; [^\n;]{1,100}\.$/);
      return false;
    }
  }

  for (const [name, build] of packages) {
    it(`the inspection of damaged apps rejects ${name} cut at every tenth`, async () => {
      const bytes = build();
      assert.ok(await isAccepted(bytes));
      for (let tenth = 0; tenth < 10; tenth++)
        assert.equal(await isAccepted(bytes.subarray(0, (bytes.length * tenth) / 10)), false);
    });

    it(`the inspection of damaged apps rejects or accepts ${name} after any changed bytes of the file`, async () => {
      const random = seededRandom(23).next;
      let rejected = 0;
      for (let count = 0; count < 300; count++) if (!(await isAccepted(changed(build(), random)))) rejected++;
      assert.ok(rejected > 100, String(rejected));
    });

    it(`the inspection of damaged apps rejects or accepts ${name} with right checksums after any changed bytes of its files`, async () => {
      const random = seededRandom(42).next;
      let rejected = 0;
      for (let count = 0; count < 300; count++)
        if (!(await isAccepted(build(bytes => changed(bytes, random))))) rejected++;
      assert.ok(rejected > 100, String(rejected));
    });

    it(`the inspection of damaged apps rejects or accepts ${name} with right checksums after its files were cut`, async () => {
      const random = seededRandom(7).next;
      for (let count = 0; count < 100; count++)
        await isAccepted(build(bytes => bytes.subarray(0, random() * bytes.length)));
    });
  }
});

/** Replaces one to four bytes, half of them by a value that is often a limit. */
function changed(bytes: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(bytes);
  for (let left = Math.ceil(random() * 4); left > 0; left--)
    copy[Math.floor(random() * copy.length)] =
      random() < 0.5 ? Math.floor(random() * 256) : ([0, 1, 0x7f, 0x80, 0xff][Math.floor(random() * 5)] ?? 0);
  return copy;
}
