import type { AppPackage } from './appPackage.ts';
import { readBinaryPlist } from './binaryPlist.ts';
import type { PackageContents } from './packageContents.ts';
import type { PackageFile } from './packageFile.ts';
import { damaged, PackageProblem } from './packageProblem.ts';
import { isXmlText, shownText } from './packageText.ts';
import { readXmlPlist } from './xmlPlist.ts';

const MAX_PLIST_BYTES = 8 * 1024 * 1024;
/** The digits of each number of a version after the first, so that the versions keep their order. */
const DIGITS = 3;

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
  if (bundleId === undefined || !/^[a-z\d.-]+$/i.test(bundleId))
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
 * Returns the integer of a version, since the service requires one (wire facts 13): its numbers, each but the first
 * filled up to three digits, in a row. So `7` becomes 7, and `1.2.3` becomes 1002003.
 */
function versionCodeOf(version: string): number {
  const numbers = version.match(/\d+/g) ?? [];
  const digits = numbers.map((number, index) => (index === 0 ? number : number.padStart(DIGITS, '0')));
  const code = Number(digits.join(''));
  if (numbers.length === 0 || !Number.isSafeInteger(code))
    throw new PackageProblem(
      `has the version “${version}”, which is not a usable number`,
      'set a build version such as 1.2.3',
    );
  return code;
}
