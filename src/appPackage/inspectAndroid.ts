import { type AndroidManifest, readManifest } from './androidManifest.ts';
import { BUDGETS } from '../util/budgets.ts';
import type { AppPackage } from './appPackage.ts';
import type { PackageContents } from './packageContents.ts';
import type { PackageFile } from './packageFile.ts';
import { damaged } from './packageProblem.ts';
import { ResourceTable } from './resourceTable.ts';
import type { ResourceValue } from './resourceValue.ts';
import { hasSigningBlock } from './signingBlock.ts';
import { shownText } from './packageText.ts';
import type { ZipEntry } from '../util/zip/readZip.ts';

const MAX_MANIFEST_BYTES = 8 * 1024 * 1024;
/** A larger table stays unread, and references to it unresolved. */
const MAX_RESOURCES_BYTES = BUDGETS.app.unpackedBytes;

/** Reads the description of an Android app whose zip directory begins at `directory`. */
export async function inspectAndroid(
  file: PackageFile,
  contents: PackageContents,
  manifestEntry: ZipEntry,
  directory: number,
): Promise<AppPackage> {
  const manifest = readManifest(await file.content(manifestEntry, directory, MAX_MANIFEST_BYTES));
  const table = isTableNeeded(manifest) ? await readTable(file, contents.resources, directory) : undefined;
  const resolve = (value: ResourceValue | undefined): ResourceValue | undefined =>
    value?.type === 'reference' ? table?.resolve(value.id) : value;
  const versionCode = versionCodeOf(resolve(manifest.versionCode), resolve(manifest.versionCodeMajor));
  return {
    platform: 'android',
    bundleId: manifest.packageName,
    displayName: shownText(textOf(resolve(manifest.label))),
    versionName: shownText(textOf(resolve(manifest.versionName))) ?? String(versionCode),
    versionCode,
    targetSdk: numberOf(resolve(manifest.targetSdk ?? manifest.minSdk)),
    sizeBytes: file.size,
    isSigned: (await hasSigningBlock(file, directory)) || contents.hasSignatureFile,
  };
}

function isTableNeeded({
  label,
  versionName,
  versionCode,
  versionCodeMajor,
  ...sdk
}: AndroidManifest): boolean {
  const values = [label, versionName, versionCode, versionCodeMajor, sdk.minSdk, sdk.targetSdk];
  return values.some(value => value?.type === 'reference');
}

async function readTable(
  file: PackageFile,
  entry: ZipEntry | undefined,
  directory: number,
): Promise<ResourceTable | undefined> {
  if (!entry || Math.max(entry.bytes, entry.packedBytes) > MAX_RESOURCES_BYTES) return undefined;
  return new ResourceTable(await file.content(entry, directory, MAX_RESOURCES_BYTES));
}

function versionCodeOf(code: ResourceValue | undefined, major: ResourceValue | undefined): number {
  const combined = (numberOf(major) ?? 0) * 2 ** 32 + (numberOf(code) ?? 0);
  if (!Number.isSafeInteger(combined)) throw damaged('its version code is too large');
  return combined;
}

function textOf(value: ResourceValue | undefined): string | undefined {
  if (value?.type === 'text') return value.text;
  return value?.type === 'number' ? String(value.number) : undefined;
}

function numberOf(value: ResourceValue | undefined): number | undefined {
  return value?.type === 'number' ? value.number : undefined;
}
