import type { AppPackage } from './appPackage.ts';
import { readBinaryPlist } from './binaryPlist.ts';
import type { PackageContents } from './packageContents.ts';
import type { PackageFile } from './packageFile.ts';
import { damaged, PackageProblem } from './packageProblem.ts';
import { isXmlText, shownText } from './packageText.ts';
import { readXmlPlist } from './xmlPlist.ts';

const MAX_PLIST_BYTES = 8 * 1024 * 1024;

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
 * Returns the integer of a version, since the service requires one (wire facts 13). A version with points becomes its
 * first number, four digits of the second, and six of the rest, so that versions keep their order: `1.2.3` becomes
 * 10002000003. A single number stays as it is, since that is the number of a build.
 */
function versionCodeOf(version: string): number {
  const numbers = (version.match(/\d+/g) ?? []).map(Number);
  const [major = NaN, minor = 0, patch = 0, ...others] = numbers;
  const last = others.reduce((code, number) => (number < 1000 ? code * 1000 + number : NaN), patch);
  const code =
    numbers.length === 1
      ? major
      : minor < 1e4 && last < 1e6 && major * 1e10 <= Number.MAX_SAFE_INTEGER
        ? major * 1e10 + minor * 1e6 + last
        : // A first number such as a date leaves fewer digits.
          minor < 1e4 && last < 1000
          ? major * 1e7 + minor * 1000 + last
          : NaN;
  if (!Number.isSafeInteger(code))
    throw new PackageProblem(
      `has the version “${version}”, which is not a usable number`,
      'set a build version such as 1.2.3',
    );
  return code;
}
