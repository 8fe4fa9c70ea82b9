import type { ParsedOf } from '../../contributions/commands.ts';
import type { Services } from '../commandServices.ts';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { AppPackage } from '../../appPackage/appPackage.ts';
import { inspectAppPackage } from '../../appPackage/inspectAppPackage.ts';
import { ApiError } from '../../client/failure.ts';
import { Command } from '../../manifest.ts';
import { byteSize } from '../../util/byteSize.ts';
import { otherPlatformProblem } from '../../wording/deviceLabels.ts';
import { deviceNames } from '../devices/perDevice.ts';
import { forRow } from '../givenArguments.ts';
import { confirmed, offer, withCancel } from '../prompts/ask.ts';
import { uploadUrl } from '../uploadUrl.ts';
import { installOn } from './deviceApps.ts';

const CONTENT_TYPES = {
  android: 'application/vnd.android.package-archive',
  ios: 'application/octet-stream',
} as const;

const SELECT_FIRST = 'Select an interrupted upload in the Apps view first.';

/**
 * Checks and uploads app packages: the given files, or else chosen ones, and installs them on a device if one is given.
 * Those after a failed one are not uploaded.
 */
export async function uploadApp(
  services: Services,
  { files, deviceId }: ParsedOf<typeof Command.uploadApp>,
): Promise<void> {
  services.session.require();
  const chosen = files.length > 0 ? files : await chooseFiles('Upload App', true);
  for (const file of chosen) await upload(services, file.fsPath, deviceId);
}

async function chooseFiles(title: string, canSelectMany: boolean): Promise<readonly vscode.Uri[]> {
  const filters = { 'App packages': ['apk', 'ipa'] };
  return (await vscode.window.showOpenDialog({ title, openLabel: 'Upload', canSelectMany, filters })) ?? [];
}

/** Sends the file of an interrupted upload again. Asks for the file if it is gone. */
export const resumeUpload = forRow(SELECT_FIRST, async (services, { id }) => {
  const { session, uploads } = services;
  const interrupted = uploads.of(session.require().id).find(known => known.id === id);
  if (!interrupted) return;
  if (existsSync(interrupted.path)) await upload(services, interrupted.path);
  else
    for (const file of await chooseFiles(`Upload ${interrupted.name} Again`, false))
      await upload(services, file.fsPath);
});

/** Marks an interrupted upload as failed and removes it from the view. */
export const discardUpload = forRow(SELECT_FIRST, async (services, { id }) => {
  const { id: connectionId } = services.session.require();
  const client = await services.session.client();
  try {
    await client.markAppUploadFailed({ params: { id } });
  } catch (error) {
    // The service may have ended the upload, or deleted the app.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  await services.uploads.end(connectionId, id);
  await services.apps.refresh();
});

async function upload(services: Services, path: string, deviceId?: string): Promise<void> {
  const app = await inspectAppPackage(path);
  const name = app.displayName ?? app.bundleId;
  const device = deviceId === undefined ? undefined : services.devices.byId(deviceId);
  const problem = device && otherPlatformProblem(name, app.platform, device);
  if (problem !== undefined) throw new Error(problem);
  if (!app.isSigned && !(await mayUploadUnsigned(name))) return;
  const title = `Uploading ${name} ${app.versionName}`;
  try {
    const id = await withCancel(title, (signal, progress) =>
      send(services, { path, app, name }, signal, progress),
    );
    const text = `${name} ${app.versionName} is uploaded.`;
    if (id !== undefined && deviceId !== undefined) {
      const isIos = app.platform === 'ios';
      await installOn(services, { id, name, bundleId: app.bundleId, isIos }, [
        { id: deviceId, name: deviceNames(services)(deviceId) ?? deviceId },
      ]);
    } else if (id !== undefined)
      offer(services, 'information', text, 'Install…', Command.installApp, { kind: 'app', record: { id } });
  } finally {
    services.versions.expire();
    await services.apps.refresh();
  }
}

/** Asks because devices refuse to install packages without a signature. */
function mayUploadUnsigned(name: string): Promise<boolean> {
  const detail = 'Devices usually refuse to install a package without a signature.';
  return confirmed(`“${name}” is not signed. Upload it anyway?`, detail, 'Upload');
}

/** A package to upload. */
interface PackageFile {
  readonly path: string;
  readonly app: AppPackage;
  readonly name: string;
}

/** Uploads a file in the three steps of the service; returns the ID of the app, or undefined if the user cancels. */
async function send(
  { session, clients, uploads }: Services,
  { path, app, name }: PackageFile,
  signal: AbortSignal,
  progress: (message: string) => void,
): Promise<string | undefined> {
  const connection = session.require();
  const client = await session.client();
  progress('Checking the file…');
  const sha256 = await hash(path, signal);
  if (sha256 === undefined) return undefined;
  const { platform, bundleId, versionName, versionCode, targetSdk, sizeBytes } = app;
  const contentType = CONTENT_TYPES[platform];
  const files = [{ fileName: basename(path), contentType, sha256 }];
  const described = { bundleId, displayName: name, versionName, versionCode, platform };
  const body = { ...described, files, ...(targetSdk === undefined ? {} : { targetSdk }) };
  const { appId, r2UploadUrls } = (await client.createAppUpload({ body })).value;
  await uploads.begin(connection.id, { id: appId, path, name, versionName });
  try {
    const url = uploadUrl(r2UploadUrls[0]?.r2UploadUrl, connection);
    let percent = 0;
    const onSent = (bytes: number): void => {
      const now = Math.floor((100 * bytes) / sizeBytes);
      if (now === percent) return;
      percent = now;
      progress(`${percent} % of ${byteSize(sizeBytes)}`);
      uploads.report(connection.id, appId, percent);
    };
    await clients.sendFile(url, { path, sizeBytes, contentType }, { signal, onSent });
    await client.confirmAppUpload({ params: { id: appId } });
  } catch (error) {
    if (!signal.aborted) {
      uploads.interrupt(connection.id, appId);
      throw error;
    }
    // Nobody waits for it anymore, and the next upload of this version replaces this one.
    await client.markAppUploadFailed({ params: { id: appId } }).catch(() => undefined);
    await uploads.end(connection.id, appId);
    return undefined;
  }
  await uploads.end(connection.id, appId);
  return appId;
}

/** Returns the SHA-256 of a file in hexadecimal digits; undefined if the signal is aborted. */
async function hash(path: string, signal: AbortSignal): Promise<string | undefined> {
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    if (signal.aborted) return undefined;
    sum.update(chunk);
  }
  return sum.digest('hex');
}
