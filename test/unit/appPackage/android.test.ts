import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppPackage } from '../../../src/appPackage/appPackage.ts';
import { AppPackageError } from '../../../src/appPackage/appPackage.ts';
import { inspectAppPackage } from '../../../src/appPackage/inspectAppPackage.ts';
import { androidFiles, androidPackage, archiveOf, signingBlock } from '../../support/appPackages.ts';
import { resourceTable } from '../../support/binaryAndroid.ts';
import { type TestFile, zipArchive, zipParts } from '../../support/zipArchive.ts';

describe('appPackage/android', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'app-package-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function inspect(bytes: Buffer): Promise<AppPackage> {
    const path = join(folder, 'shop.apk');
    await writeFile(path, bytes);
    return inspectAppPackage(path);
  }

  it('the inspection of an Android app returns its identity, version, label, target, size, and signature', async () => {
    const bytes = androidPackage({ padding: 200_000 });
    assert.deepEqual(await inspect(bytes), {
      platform: 'android',
      bundleId: 'com.example.shop',
      displayName: 'Shop',
      versionName: '1.2.3',
      versionCode: 42,
      targetSdk: 35,
      sizeBytes: bytes.length,
      isSigned: true,
    });
  });

  it('the inspection of an Android app reads texts in UTF-8 and UTF-16, and combines both parts of the version code', async () => {
    const label = `Größe 📱 ${'x'.repeat(200)}`;
    for (const encoding of ['utf8', 'modified', 'utf16le'] as const) {
      const found = await inspect(androidPackage({ encoding, label, versionCode: 7, versionCodeMajor: 2 }));
      assert.equal(found.displayName, label);
      assert.equal(found.versionCode, 2 * 2 ** 32 + 7);
    }
  });

  it('the inspection of an Android app reads what Android installs: a manifest of no type, a false mark of encryption, an unknown compression', async () => {
    const [manifest, ...others] = androidFiles() as [TestFile, ...TestFile[]];
    for (const bytes of [
      androidPackage({ rootType: 0 }),
      zipArchive([{ ...manifest, flags: 1 }, ...others]),
      zipArchive([{ ...manifest, isStored: true, method: 0x4d2 }, ...others]),
      zipArchive([{ ...manifest, bytes: Buffer.concat([manifest.bytes, Buffer.alloc(7, 7)]) }, ...others]),
    ])
      assert.equal((await inspect(bytes)).bundleId, 'com.example.shop');
    assert.equal(
      (await inspect(androidPackage({ bundleId: 'com.example.my_app' }))).bundleId,
      'com.example.my_app',
    );
  });

  it('the inspection of an Android app uses the minimum API level without a target, and none for a preview', async () => {
    assert.equal((await inspect(androidPackage({ targetSdk: 'Preview' }))).targetSdk, undefined);
    assert.equal((await inspect(androidPackage({ minSdk: 21, targetSdk: null }))).targetSdk, 21);
  });

  it('the inspection of an Android app leaves out a label that is too long', async () => {
    assert.equal((await inspect(androidPackage({ label: 'x'.repeat(256) }))).displayName, undefined);
    assert.equal((await inspect(androidPackage({ label: 'x'.repeat(40_000) }))).displayName, undefined);
  });

  describe('references to resources', () => {
    const app = {
      label: { reference: 0x7f010001 },
      versionName: { reference: 0x7f010003 },
      versionCode: { reference: 0x7f010004 },
    };
    const values = [undefined, { reference: 0x7f010002 }, 'Shop', '9.8', 77];

    for (const layout of ['plain', 'sparse', 'short', 'compact'] as const) {
      it(`the inspection of an Android app with references to resources resolves them in a table that is ${layout}`, async () => {
        const table = resourceTable([
          { language: 'de', values: [undefined, 'Laden'] },
          { language: '', values, layout },
          { language: 'en', values: [undefined, 'Store'] },
        ]);
        const files = [...androidFiles(app), { name: 'resources.arsc', bytes: table, isStored: true }];
        const found = await inspect(zipArchive(files));
        assert.deepEqual([found.displayName, found.versionName, found.versionCode], ['Shop', '9.8', 77]);
      });
    }

    it('the inspection of an Android app with references to resources prefers English if there is no default', async () => {
      const table = resourceTable([
        { language: 'de', values: [undefined, 'Laden'] },
        { language: 'en', values: [undefined, 'Store'] },
        { language: 'fr', values: [undefined, 'Magasin'] },
      ]);
      const files = [...androidFiles({ label: app.label }), { name: 'resources.arsc', bytes: table }];
      assert.equal((await inspect(zipArchive(files))).displayName, 'Store');
    });

    it('the inspection of an Android app with references to resources uses the version code and no label if they lead nowhere or in a circle', async () => {
      const table = resourceTable([
        {
          language: '',
          values: [undefined, { reference: 0x7f010001 }, undefined, { reference: 0x7e010001 }],
        },
      ]);
      const own = { ...app, versionCode: 5 };
      const files = androidFiles(own);
      for (const archive of [[...files, { name: 'resources.arsc', bytes: table }], files]) {
        const found = await inspect(zipArchive(archive));
        assert.deepEqual([found.displayName, found.versionName], [undefined, '5']);
      }
    });
  });

  it('the inspection of an Android app recognizes each signature scheme, and a package without one', async () => {
    const empty = Buffer.alloc(0);
    const list = { name: 'META-INF/CERT.SF', bytes: empty };
    const signature = { name: 'META-INF/CERT.RSA', bytes: empty };
    const cases: [files: TestFile[], block: Buffer, isSigned: boolean][] = [
      [[], empty, false],
      [[list], empty, false],
      [[signature], empty, false],
      [[list, { ...signature, name: 'META-INF/OTHER.EC' }], empty, false],
      [[list, signature], empty, true],
      [[], signingBlock(0x7109871a), true],
      [[], signingBlock(0xf05368c0), true],
      [[], signingBlock(0x1b93ad61), true],
      [[], signingBlock(0x42726577), false],
    ];
    for (const [files, block, isSigned] of cases) {
      const archive = zipArchive([...androidFiles(), ...files], { beforeDirectory: block });
      assert.equal((await inspect(archive)).isSigned, isSigned);
    }
  });

  it('the inspection of an Android app reads ZIP64, comments, and stored manifests', async () => {
    const [manifest] = androidFiles();
    const archives = [
      zipArchive(androidFiles(), { zip64: true, beforeDirectory: signingBlock() }),
      zipArchive(androidFiles(), { comment: 'PK\x05\x06 is in this comment too, with more text' }),
      zipArchive([{ ...manifest!, isStored: true }]),
    ];
    for (const archive of archives) assert.equal((await inspect(archive)).versionCode, 42);
  });

  it('the inspection of an Android app reads a package of 5 GB without reading all of it', async () => {
    const shift = 5 * 2 ** 30;
    const { local, end } = zipParts(androidFiles(), { zip64: true, shift });
    const path = join(folder, 'large.apk');
    const file = await open(path, 'w');
    await file.write(local, 0, local.length, shift);
    await file.write(end, 0, end.length, shift + local.length);
    await file.close();
    const found = await inspectAppPackage(path);
    assert.equal(found.bundleId, 'com.example.shop');
    assert.equal(found.sizeBytes, shift + local.length + end.length);
  });

  async function problemOf(path: string): Promise<string> {
    try {
      await inspectAppPackage(path);
    } catch (error) {
      assert.ok(error instanceof AppPackageError, String(error));
      return error.message;
    }
    return assert.fail('The package was accepted.');
  }

  const [manifest, code] = androidFiles() as [TestFile, TestFile];
  const wrong: readonly [name: string, bytes: Buffer, message: RegExp][] = [
    ['an empty file', Buffer.alloc(0), /is not a zip file or is cut off/],
    ['a text', Buffer.from('<html>'), /is not a zip file/],
    ['an empty archive', archiveOf([]), /contains neither an Android manifest/],
    [
      'a bundle',
      archiveOf(['BundleConfig.pb', 'base/manifest/AndroidManifest.xml']),
      /is an Android App Bundle.*build an \.apk/,
    ],
    [
      'a set of packages',
      archiveOf(['manifest.json', 'base.apk', 'config.de.apk']),
      /is a set of several \.apk files/,
    ],
    ['a part of a split app', androidPackage({ split: 'config.de' }), /is only one part of an app/],
    [
      'an app that needs splits',
      androidPackage({ isSplitRequired: true }),
      /cannot be installed without the other files/,
    ],
    [
      'sources',
      zipArchive([{ ...manifest, bytes: Buffer.from('\uFEFF<?xml version="1.0"?><manifest/>') }]),
      /contains a manifest as text.*build an \.apk/,
    ],
    [
      'another binary manifest',
      zipArchive([{ ...manifest, bytes: Buffer.alloc(100, 7) }]),
      /its manifest has parts of wrong sizes/,
    ],
    [
      'an empty manifest',
      zipArchive([{ ...manifest, bytes: Buffer.alloc(0) }]),
      /its manifest has an unknown format/,
    ],
    [
      'an invalid package name',
      androidPackage({ bundleId: '../../etc' }),
      /does not contain a valid package name/,
    ],
    [
      'a package name without dots',
      androidPackage({ bundleId: 'shop' }),
      /does not contain a valid package name/,
    ],
    [
      'a version code that is too large',
      androidPackage({ versionCodeMajor: 2 ** 31 }),
      /its version code is too large/,
    ],
    [
      'an encrypted manifest',
      zipArchive([{ ...manifest, flags: 1, bytes: Buffer.alloc(100, 7), crc: 1 }]),
      /has the encrypted file “AndroidManifest\.xml”/,
    ],
    ['an unknown compression', zipArchive([{ ...manifest, method: 12 }]), /is compressed in an unknown way/],
    ['a wrong checksum', zipArchive([{ ...manifest, crc: 1 }]), /has a wrong size or checksum/],
    ['a wrong size', zipArchive([{ ...manifest, size: 10 }]), /cannot be decompressed/],
    [
      'a stored file with a wrong size',
      zipArchive([{ ...manifest, isStored: true, size: 10 }]),
      /has a wrong size or checksum/,
    ],
    [
      'another local name',
      zipArchive([{ ...manifest, localName: 'AndroidManifest.xmk' }]),
      /differs from the zip directory/,
    ],
    [
      'a zip bomb',
      zipArchive([{ ...manifest, bytes: Buffer.alloc(9 * 2 ** 20) }]),
      /has more than 8388608 bytes/,
    ],
    [
      'a zip bomb with a wrong size',
      zipArchive([{ ...manifest, bytes: Buffer.alloc(50 * 2 ** 20), size: 1000 }]),
      /cannot be decompressed/,
    ],
    [
      'the same name twice',
      zipArchive([manifest, manifest]),
      /contains the file “AndroidManifest\.xml” more than once/,
    ],
    [
      'overlapping files',
      zipArchive([manifest, { ...code, start: 0 }]),
      /two of its files share the same bytes/,
    ],
    [
      'a file beyond the end',
      zipArchive([manifest, { ...code, start: 2 ** 31 }]),
      /reaches into the zip directory/,
    ],
    [
      'a name that leads outside',
      archiveOf(['AndroidManifest.xml', '../../evil']),
      /“\.\.\/\.\.\/evil”, whose name is not allowed/,
    ],
    ['an absolute name', archiveOf(['/etc/passwd']), /whose name is not allowed/],
    ['the name of a drive', archiveOf(['C:\\evil']), /whose name is not allowed/],
    ['outside in Windows', archiveOf(['a\\..\\..\\evil']), /whose name is not allowed/],
    ['more files than declared', zipArchive([manifest], { count: 3 }), /has fewer files than it declares/],
    [
      'an absurd count',
      zipArchive([manifest], { zip64: true, count: 2 ** 52 }),
      /declares more than 200000 files/,
    ],
    [
      'a directory beyond the end',
      zipArchive([manifest], { directoryStart: 2 ** 30 }),
      /its zip directory reaches beyond its end/,
    ],
    [
      'a directory elsewhere',
      zipArchive([manifest], { directoryStart: 0 }),
      /its zip directory cannot be read/,
    ],
    [
      'a ZIP64 directory elsewhere',
      zipArchive([manifest], { zip64: true, directoryStart: 2 ** 50 }),
      /is at a wrong place/,
    ],
    ['a part of a split archive', zipArchive([manifest], { disk: 1 }), /is one part of a split archive/],
    [
      'a part of a split ZIP64 archive',
      zipArchive([manifest], { disk: 1, zip64: true }),
      /is one part of a split archive/,
    ],
    [
      'a damaged signing block',
      zipArchive([manifest], { beforeDirectory: signingBlock().subarray(8) }),
      /signing block are wrong/,
    ],
    [
      'a resource table of wrong sizes',
      zipArchive([
        ...androidFiles({ label: { reference: 1 } }),
        { name: 'resources.arsc', bytes: Buffer.alloc(50) },
      ]),
      /“resources\.arsc” has parts of wrong sizes/,
    ],
  ];
  for (const [name, bytes, message] of wrong) {
    it(`the inspection of an Android app rejects ${name} with one sentence`, async () => {
      const path = join(folder, 'shop.apk');
      await writeFile(path, bytes);
      const sentence = await problemOf(path);
      assert.match(sentence, message);
      assert.match(sentence, /^“shop\.apk” [^\n]+; [^\n;]+\.$/);
    });
  }

  it('the inspection of an Android app rejects a missing file and a folder', async () => {
    assert.match(await problemOf(join(folder, 'none.apk')), /“none\.apk” cannot be read \(ENOENT\); check/);
    assert.match(await problemOf(folder), /is not a file; choose/);
  });
});
