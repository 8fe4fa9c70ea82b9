import type { AppPackage } from './appPackage.ts';
import { readBinaryPlist } from './binaryPlist.ts';
import type { PackageContents } from './packageContents.ts';
import type { PackageFile } from './packageFile.ts';
import { damaged, PackageProblem } from './packageProblem.ts';
import { isXmlText, shownText } from './packageText.ts';
import { readXmlPlist } from './xmlPlist.ts';

const MAX_PLIST_BYTES = 8 * 1024 * 1024;

/** The number of bits of the largest safe integer. */
const CODE_BITS = 53;
/** The number of bits in it for the length of a number. */
const LENGTH_BITS = 5;
const MAX_NUMBER = 2 ** 32 - 2;

/** The keys of Info.plist that describe an app. */
const KEYS: ReadonlySet<string> = new Set([
  'CFBundleIdentifier',
  'CFBundleDisplayName',
  'CFBundleName',
  'CFBundleShortVersionString',
  'CFBundleVersion',
]);

/** Reads the description of an iOS app whose zip directory begins at `directory`. */
export async function inspectIos(
  file: PackageFile,
  contents: PackageContents,
  directory: number,
): Promise<AppPackage> {
  const [app, another] = contents.infoPlists;
  if (!app) throw damaged('it contains no “Info.plist”');
  if (another) throw new PackageProblem('contains several apps', 'export an .ipa with one app');
  const [folder, entry] = app;
  const values = readPlist(await file.content(entry, directory, MAX_PLIST_BYTES));
  const valueOf = (key: string): string | undefined => shownText(values.get(key));
  const bundleId = valueOf('CFBundleIdentifier');
  // The characters that Apple allows.
  if (bundleId === undefined || !/^[\w.-]+$/.test(bundleId))
    throw damaged('its file “Info.plist” does not contain a valid bundle identifier');
  const build = valueOf('CFBundleVersion');
  const versionName = valueOf('CFBundleShortVersionString') ?? build;
  if (versionName === undefined) throw damaged('its file “Info.plist” does not contain a version');
  return {
    platform: 'ios',
    bundleId,
    displayName: valueOf('CFBundleDisplayName') ?? valueOf('CFBundleName'),
    versionName,
    versionCode: versionCodeOf(build ?? versionName),
    targetSdk: undefined,
    sizeBytes: file.size,
    isSigned: contents.isSignedApp(folder),
  };
}

function readPlist(bytes: Buffer): Map<string, string> {
  if (bytes.toString('latin1', 0, 6) === 'bplist') return readBinaryPlist(bytes, KEYS);
  if (isXmlText(bytes)) return readXmlPlist(bytes.toString('utf8'), KEYS);
  throw damaged('its file “Info.plist” has an unknown format');
}

/**
 * Returns the integer of a version, since the service requires one (wire facts 13). Versions with points keep their order:
 * the bits of the integer are those of their numbers, from the left, each after its length. A single number stays as it
 * is, since that is the number of a build.
 */
function versionCodeOf(version: string): number {
  const numbers = (version.match(/\d+/g) ?? []).map(Number);
  const [build = NaN] = numbers;
  // Zeros at the end are the bits that are left.
  const bits = numbers.map(bitsOf).join('').replace(/0+$/, '');
  const isFitting = bits.length <= CODE_BITS && numbers.every(number => number <= MAX_NUMBER);
  const code = numbers.length < 2 ? build : isFitting ? parseInt(bits.padEnd(CODE_BITS, '0'), 2) : NaN;
  if (!Number.isSafeInteger(code))
    throw new PackageProblem(
      `has the version “${version}”, which is not a usable number`,
      'set a build version such as 1.2.3',
    );
  return code;
}

/** Returns the length of the bits of a number, in five bits, and then these bits: those of the number plus one without the leading 1. */
function bitsOf(number: number): string {
  const bits = (number + 1).toString(2).slice(1);
  return bits.length.toString(2).padStart(LENGTH_BITS, '0') + bits;
}
