import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { BUDGETS } from '../util/budgets.ts';
import { errorCode } from '../util/errors.ts';
import { plainText } from '../util/plainText.ts';
import { type AppPackage, AppPackageError } from './appPackage.ts';
import { inspectAndroid } from './inspectAndroid.ts';
import { inspectIos } from './inspectIos.ts';
import { PackageContents } from './packageContents.ts';
import { PackageFile } from './packageFile.ts';
import { damaged, PackageProblem } from './packageProblem.ts';
import { readDirectory, ZipError } from '../util/zip/readZip.ts';

const LIMITS = { files: BUDGETS.app.parts.files, directoryBytes: BUDGETS.app.unpackedBytes };

/**
 * Reads the description of the app in an .apk or .ipa file. Reads only the parts of the file that it needs, and rejects
 * with AppPackageError if the file is not one complete app.
 */
export async function inspectAppPackage(path: string): Promise<AppPackage> {
  try {
    return await inspectFile(path);
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    throw new AppPackageError(`“${plainText(basename(path), 100)}” ${problem.message}.`, { cause: error });
  }
}

async function inspectFile(path: string): Promise<AppPackage> {
  // Opening a pipe would wait for its other end.
  if (!(await stat(path)).isFile()) throw new PackageProblem('is not a file', 'choose an .apk or .ipa file');
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    return await inspect(new PackageFile(handle, size));
  } finally {
    await handle.close();
  }
}

async function inspect(file: PackageFile): Promise<AppPackage> {
  const contents = new PackageContents();
  const directory = await readDirectory(file, LIMITS, entry => contents.add(entry));
  const { manifest } = contents;
  if (contents.isBundle)
    throw new PackageProblem(
      'is an Android App Bundle, which devices cannot install',
      'build an .apk from it',
    );
  if (contents.infoPlists.size > 0) return inspectIos(file, contents, directory);
  if (manifest) return inspectAndroid(file, contents, manifest, directory);
  if (contents.hasPackages)
    throw new PackageProblem('is a set of several .apk files', 'choose one universal .apk file');
  if (contents.hasAppOutsidePayload)
    throw new PackageProblem('contains an iOS app outside of the folder “Payload”', 'export an .ipa');
  throw new PackageProblem(
    'contains neither an Android manifest nor an iOS app in “Payload”',
    'choose an .apk or .ipa file',
  );
}

function problemOf(error: unknown): PackageProblem | undefined {
  if (error instanceof PackageProblem) return error;
  if (error instanceof ZipError) return new PackageProblem(error.message, error.nextStep);
  // A position outside the bytes of a part.
  if (error instanceof RangeError) return damaged('its content is cut off');
  const code = errorCode(error);
  return code === undefined
    ? undefined
    : new PackageProblem(`cannot be read (${code})`, 'check that it exists and that you may read it');
}
