import {
  binaryXml,
  packed,
  type TestAttribute,
  type TestElement,
  type TestEncoding,
} from './binaryAndroid.ts';
import { type ArchiveOptions, type TestFile, zipArchive } from './zipArchive.ts';

/** The description of an Android app for a test. */
export interface TestAndroidApp {
  readonly bundleId?: string;
  readonly versionName?: TestAttribute['value'];
  readonly versionCode?: TestAttribute['value'];
  readonly versionCodeMajor?: number;
  readonly label?: TestAttribute['value'];
  readonly minSdk?: TestAttribute['value'];
  /** Null leaves it out. */
  readonly targetSdk?: TestAttribute['value'] | null;
  /** The name of a part of a split app. */
  readonly split?: string;
  readonly isSplitRequired?: boolean;
  readonly encoding?: TestEncoding;
  /** The type of the outermost chunk of the manifest. */
  readonly rootType?: number;
}

/** Returns an .apk file with a signing block whose signature is not valid; `padding` is the size of an added file. */
export function androidPackage(app: TestAndroidApp & { readonly padding?: number } = {}): Buffer {
  const { padding = 0 } = app;
  const added = padding === 0 ? [] : [{ name: 'assets/padding.bin', bytes: noise(padding), isStored: true }];
  return zipArchive([...androidFiles(app), ...added], { beforeDirectory: signingBlock() });
}

/** Returns the files of an .apk file. */
export function androidFiles(app: TestAndroidApp = {}): TestFile[] {
  return [
    { name: 'AndroidManifest.xml', bytes: androidManifest(app) },
    { name: 'classes.dex', bytes: Buffer.from('dex\n035\0'), isStored: true },
  ];
}

/** Returns a binary AndroidManifest.xml. */
export function androidManifest(app: TestAndroidApp = {}): Buffer {
  const { bundleId = 'com.example.shop', versionName = '1.2.3', versionCode = 42, label = 'Shop' } = app;
  const { versionCodeMajor, minSdk = 26, targetSdk = 35, split, isSplitRequired } = app;
  const manifest: TestElement = {
    name: 'manifest',
    attributes: [
      { name: 'versionCode', id: 0x0101021b, value: versionCode },
      { name: 'versionName', id: 0x0101021c, value: versionName },
      ...optional('versionCodeMajor', 0x01010576, versionCodeMajor),
      ...optional('isSplitRequired', 0x01010591, isSplitRequired ? NONZERO : undefined),
      ...(split === undefined ? [] : [{ name: 'split', value: split }]),
      { name: 'package', value: bundleId },
    ],
    children: [
      {
        name: 'uses-sdk',
        attributes: [
          { name: 'minSdkVersion', id: 0x0101020c, value: minSdk },
          ...(targetSdk === null ? [] : [{ name: 'targetSdkVersion', id: 0x01010270, value: targetSdk }]),
        ],
      },
      {
        name: 'application',
        attributes: [{ name: 'label', id: 0x01010001, value: label }],
        children: [{ name: 'activity', attributes: [{ name: 'label', id: 0x01010001, value: 'Other' }] }],
      },
    ],
  };
  return binaryXml(manifest, app.encoding, app.rootType);
}

/** True in the form of binary XML. */
const NONZERO = 0xffffffff;

function optional(name: string, id: number, value: number | undefined): TestAttribute[] {
  return value === undefined ? [] : [{ name, id, value }];
}

/** Returns an .ipa file with this Info.plist. */
export function iosPackage(
  plist: Buffer,
  others: readonly string[] = ['_CodeSignature/CodeResources'],
): Buffer {
  return zipArchive(iosFiles(plist, others));
}

/** Returns the files of an .ipa file; the names of the others are those in the folder of the app. */
export function iosFiles(plist: Buffer, others: readonly string[]): TestFile[] {
  return [
    { name: 'Payload/Shop.app/Info.plist', bytes: plist },
    // The bundles inside an app have their own lists.
    { name: 'Payload/Shop.app/Other.bundle/Info.plist', bytes: Buffer.from('other') },
    ...others.map(name => ({ name: `Payload/Shop.app/${name}`, bytes: Buffer.from('content') })),
  ];
}

/** Returns a binary property list of texts, integers, and arrays of texts. */
export function binaryPlist(values: Readonly<Record<string, string | number | readonly string[]>>): Buffer {
  const objects: Buffer[] = [];
  const add = (bytes: Buffer): number => objects.push(bytes) - 1;
  const texts = (list: readonly string[]): Buffer =>
    Buffer.concat(list.map(text => bigEndian(add(plistText(text)), 2)));
  const keys = texts(Object.keys(values));
  const references = Object.values(values).map(value => {
    if (typeof value === 'string') return add(plistText(value));
    if (typeof value === 'number') return add(Buffer.concat([Buffer.of(0x13), bigEndian(value, 8)]));
    return add(Buffer.concat([marker(10, value.length), texts(value)]));
  });
  const count = Object.keys(values).length;
  const top = add(Buffer.concat([marker(13, count), keys, ...references.map(one => bigEndian(one, 2))]));
  let at = 8;
  const offsets = objects.map(({ length }) => bigEndian((at += length) - length, 4));
  return Buffer.concat([
    Buffer.from('bplist00'),
    ...objects,
    ...offsets,
    Buffer.from([0, 0, 0, 0, 0, 0, 4, 2]),
    ...[objects.length, top, at].map(value => bigEndian(value, 8)),
  ]);
}

function plistText(text: string): Buffer {
  return /^[ -~]*$/.test(text)
    ? Buffer.concat([marker(5, text.length), Buffer.from(text, 'latin1')])
    : Buffer.concat([marker(6, text.length), Buffer.from(text, 'utf16le').swap16()]);
}

function marker(kind: number, count: number): Buffer {
  return count < 15
    ? Buffer.of((kind << 4) | count)
    : Buffer.concat([Buffer.of((kind << 4) | 15, 0x11), bigEndian(count, 2)]);
}

function bigEndian(value: number, bytes: 2 | 4 | 8): Buffer {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigUInt64BE(BigInt(value));
  else buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** Returns a block before the zip directory, by default with a signature of scheme 2. */
export function signingBlock(part = 0x7109871a): Buffer {
  const content = Buffer.alloc(64, 1);
  const parts = Buffer.concat([packed([8, content.length + 4], [4, part]), content]);
  const size = packed([8, parts.length + 24]);
  return Buffer.concat([size, parts, size, Buffer.from('APK Sig Block 42')]);
}

/** Returns a zip archive of empty files. */
export function archiveOf(names: readonly string[], options?: ArchiveOptions): Buffer {
  return zipArchive(
    names.map(name => ({ name, bytes: Buffer.alloc(0), isStored: true })),
    options,
  );
}

/** Returns repeatable bytes that do not compress. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}
