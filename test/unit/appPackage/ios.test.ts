import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppPackage } from '../../../src/appPackage/appPackage.ts';
import { AppPackageError } from '../../../src/appPackage/appPackage.ts';
import { inspectAppPackage } from '../../../src/appPackage/inspectAppPackage.ts';
import { archiveOf, binaryPlist, iosFiles, iosPackage } from '../../support/appPackages.ts';
import { zipArchive } from '../../support/zipArchive.ts';

const values = {
  UIDeviceFamily: ['1', '2'],
  CFBundleIdentifier: 'com.example.shop',
  CFBundleDisplayName: 'Größe',
  CFBundleName: 'Shop with a name of more than fifteen characters',
  CFBundleShortVersionString: '2.5',
  CFBundleVersion: '1.2.3',
};

function valuesWithout(name: keyof typeof values): Record<string, string | readonly string[]> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
}

function xmlPlist(content: string, before = ''): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd"${before}>
<plist version="1.0">${content}</plist>`);
}

function text(key: string, value: string): string {
  return `<key>${key}</key><string>${value}</string>`;
}

const identity = text('CFBundleIdentifier', 'com.example.shop');

describe('appPackage/ios', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'app-package-'));
    path = join(folder, 'shop.ipa');
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function inspect(bytes: Buffer): Promise<AppPackage> {
    await writeFile(path, bytes);
    return inspectAppPackage(path);
  }

  it('the inspection of an iOS app returns its identity, versions, name, size, and signature from a binary list', async () => {
    const bytes = iosPackage(binaryPlist(values));
    assert.deepEqual(await inspect(bytes), {
      platform: 'ios',
      bundleId: 'com.example.shop',
      displayName: 'Größe',
      versionName: '2.5',
      versionCode: codeOf('00001', '0', '00001', '1', '00010', '00'),
      targetSdk: undefined,
      sizeBytes: bytes.length,
      isSigned: true,
    });
  });

  it('the inspection of an iOS app reads an XML list, without the values of nested lists', async () => {
    const nested = `<key>Other</key><dict>${text('CFBundleIdentifier', 'wrong')}<key>a</key><array><string>b</string></array></dict>`;
    const name = text('CFBundleName', 'Fish &amp; <![CDATA[<Chips>]]>');
    const version = '<key>CFBundleVersion</key><integer>77</integer><key>Flag</key><true/>';
    const found = await inspect(
      iosPackage(xmlPlist(`<dict>${nested}${name}${version}${identity}</dict>`), []),
    );
    assert.deepEqual(
      [found.bundleId, found.displayName, found.versionName, found.versionCode, found.isSigned],
      ['com.example.shop', 'Fish & <Chips>', '77', 77, false],
    );
  });

  it('the inspection of an iOS app uses the name if there is no name for display', async () => {
    const found = await inspect(iosPackage(binaryPlist(valuesWithout('CFBundleDisplayName'))));
    assert.equal(found.displayName, 'Shop with a name of more than fifteen characters');
  });

  /** Returns an integer of 53 bits that begins with these. */
  function codeOf(...bits: readonly string[]): number {
    return parseInt(bits.join('').padEnd(53, '0'), 2);
  }

  const codes: readonly [version: string | number, code: number][] = [
    ['7', 7],
    [20240131, 20240131],
    // The count of the bits of each number plus one, without its first, and these bits.
    ['1.2', codeOf('00001', '0', '00001', '1')],
    ['1.2.0', codeOf('00001', '0', '00001', '1')],
    ['1.2.34', codeOf('00001', '0', '00001', '1', '00101', '00011')],
    ['2.0b3', codeOf('00001', '1', '00000', '00010', '00')],
    ['0.0', 0],
  ];
  for (const [version, code] of codes) {
    it(`the inspection of an iOS app makes ${code} of the version ${version}`, async () => {
      const plist = binaryPlist({ ...values, CFBundleVersion: version });
      assert.equal((await inspect(iosPackage(plist))).versionCode, code);
    });
  }

  it('the inspection of an iOS app keeps the order of versions', async () => {
    for (const ordered of [
      ['1', '2', '10', '999999', '1000000', '20240131'],
      [
        '0.9',
        '1.2',
        '1.2.1',
        '1.2.3',
        '1.2.3.1',
        '1.2.4',
        '1.3',
        '1.10',
        '1.1000',
        '1.20240115',
        '2.0',
        '11.0',
      ],
      ['1.0.1', '1.0.20240115', '1.0.20240116', '1.1'],
      ['2024.1.15', '2024.1.15.1234', '2024.1.15.1235', '2024.1.16', '2024.10.15.12345'],
      ['2020.11.11744', '2020.11.301744', '2020.11.301744.1'],
      ['6099.0.119.7', '900719.0', '900720.0', '20240131.1'],
      ['2020.11.301744', '2020.12.11744', '2021.1'],
      ['20240131.1', '20240131.10', '20240201.1'],
      ['6099.119.0.1', '6099.119.0.10', '6099.120.0.0'],
    ]) {
      const found: number[] = [];
      for (const version of ordered)
        found.push(
          (await inspect(iosPackage(binaryPlist({ ...values, CFBundleVersion: version })))).versionCode,
        );
      assert.deepEqual(
        found,
        [...new Set(found)].toSorted((one, other) => one - other),
        ordered.join(', '),
      );
    }
  });

  it('the inspection of an iOS app accepts an identifier with an underscore', async () => {
    const plist = binaryPlist({ ...values, CFBundleIdentifier: 'com.example.my_app' });
    assert.equal((await inspect(iosPackage(plist))).bundleId, 'com.example.my_app');
  });

  it('the inspection of an iOS app recognizes each kind of signature', async () => {
    const plist = binaryPlist(values);
    for (const [file, isSigned] of [
      ['_CodeSignature/CodeResources', true],
      ['embedded.mobileprovision', true],
      ['Frameworks/A.framework/_CodeSignature/CodeResources', false],
    ] as const)
      assert.equal((await inspect(iosPackage(plist, [file]))).isSigned, isSigned);
  });

  const laughs = ' [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]';
  const cyclic = binaryPlist(values);
  // The top object becomes the first text.
  cyclic.writeBigUInt64BE(0n, cyclic.length - 16);
  const withoutIdentity = valuesWithout('CFBundleIdentifier');
  const wrong: readonly [name: string, bytes: Buffer, message: RegExp][] = [
    ['a list without an identifier', iosPackage(binaryPlist(withoutIdentity)), /valid bundle identifier/],
    [
      'an identifier that is a path',
      iosPackage(binaryPlist({ ...values, CFBundleIdentifier: '../a' })),
      /valid bundle identifier/,
    ],
    [
      'a list without a version',
      iosPackage(xmlPlist(`<dict>${identity}</dict>`)),
      /does not contain a version/,
    ],
    [
      'a version without digits',
      iosPackage(binaryPlist({ ...values, CFBundleVersion: 'beta' })),
      /has the version “beta”/,
    ],
    [
      'a version that is too long',
      iosPackage(binaryPlist({ ...values, CFBundleVersion: '1'.repeat(20) })),
      /not a usable number/,
    ],
    [
      'entities',
      iosPackage(xmlPlist(`<dict>${text('CFBundleIdentifier', '&b;')}</dict>`, laughs)),
      /is not valid XML/,
    ],
    ['deep nesting', iosPackage(xmlPlist('<dict>'.repeat(200))), /nested too deeply/],
    ['an array', iosPackage(xmlPlist('<array/>')), /does not describe an app/],
    ['a binary list without a dictionary', iosPackage(cyclic), /does not describe an app/],
    ['an unknown list', iosPackage(Buffer.from('{ CFBundleIdentifier = a; }')), /has an unknown format/],
    ['a short list', iosPackage(Buffer.from('bplist00')), /is cut off/],
    ['a zip bomb', iosPackage(Buffer.alloc(9 * 2 ** 20)), /has more than 8388608 bytes/],
    [
      'several apps',
      zipArchive([...iosFiles(cyclic, []), { name: 'Payload/B.app/Info.plist', bytes: cyclic }]),
      /contains several apps/,
    ],
    [
      'an app without “Payload”',
      archiveOf(['Shop.app/Info.plist']),
      /outside of the folder “Payload”; export an \.ipa/,
    ],
  ];
  for (const [name, bytes, message] of wrong) {
    it(`the inspection of an iOS app rejects ${name} with one sentence`, async () => {
      await assert.rejects(inspect(bytes), (error: unknown) => {
        assert.ok(error instanceof AppPackageError, String(error));
        assert.match(error.message, message);
        assert.match(error.message, /^“shop\.ipa” [^\n]+; [^\n;]+\.$/);
        return true;
      });
    });
  }
});
