import { requireFilePath } from '../devicePaths.ts';
import { StepFailure, type StepKinds, type StepOutput } from '../../../runtime/step.ts';
import type { StoredDevice } from '../../../store/stored.ts';
import { installBuild } from '../deviceApps.ts';
import { findBuild } from '../findBuild.ts';
import { reachPhone } from '../reachPhone.ts';
import { type DeviceCall, onDevice } from './onDevice.ts';

interface LaunchParams {
  readonly platform: 'android' | 'ios';
  readonly app: string;
  readonly clearData?: boolean;
}

interface InstallParams {
  readonly appId: string;
  readonly versionCode?: number | null;
}

type UploadContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly fileId: string };

interface UploadParams {
  readonly filename: string;
  readonly folder?: string;
  readonly content: UploadContent;
  readonly labels?: Readonly<Record<string, string>>;
}

const FOLDER = '/sdcard/Download';

/** The implementations of the methods that launch and install apps, open URLs and upload files. */
export const appSteps: StepKinds = {
  'device.launchApp': onDevice(false, launchApp),
  'device.installApp': onDevice(false, installApp),
  'device.openUrl': onDevice<{ url: string }>(false, async ({ params, service, deviceId, signal }) => {
    const { driver } = await reachPhone(service, { deviceId }, signal);
    await driver.apps.open(params.url, { signal });
    return { app: (await driver.facts({ signal })).currentApp };
  }),
  'files.upload': onDevice(false, upload),
};

async function launchApp({
  params,
  service,
  deviceId,
  signal,
}: DeviceCall<LaunchParams>): Promise<StepOutput> {
  const { platform, app, clearData: fresh = false } = params;
  const { device, driver } = await reachPhone(service, { deviceId }, signal);
  requirePlatform(device, platform);
  if (fresh) await driver.apps.clear(app, { signal });
  await driver.apps.start(app, { signal });
  return { app: (await driver.facts({ signal })).currentApp };
}

async function installApp({
  params,
  service,
  deviceId,
  signal,
}: DeviceCall<InstallParams>): Promise<StepOutput> {
  const { appId, versionCode } = params;
  const reached = await reachPhone(service, { deviceId }, signal, 'apps');
  const app = service.store.apps.get(appId);
  if (!app) throw new StepFailure('client_error', `There is no app with the id ${appId} in storage.`);
  requirePlatform(reached.device, app.platform ?? 'android');
  const build = findBuild(app, versionCode ?? undefined);
  if (typeof build === 'string') throw new StepFailure('client_error', build);
  await installBuild(reached, build, signal);
  return { bundleId: build.packageName, versionName: build.versionName };
}

async function upload({
  params,
  service,
  deviceId,
  run,
  signal,
}: DeviceCall<UploadParams>): Promise<StepOutput> {
  const { filename, folder = FOLDER, content, labels = {} } = params;
  const bytes = content.kind === 'text' ? Buffer.from(content.text) : bytesOf(content.fileId, run);
  const { driver } = await reachPhone(service, { deviceId }, signal, 'files');
  const path = requireFilePath(folder, filename);
  await driver.files.write(path, bytes, { signal }, labels);
  return { path, sizeBytes: bytes.byteLength };
}

function bytesOf(fileId: string, run: DeviceCall['run']): Uint8Array {
  const file = run.files().find(({ id }) => id === fileId);
  if (!file) throw new StepFailure('client_error', `This run has no file with the id ${fileId}.`);
  return Buffer.from(file.base64, 'base64');
}

function requirePlatform({ name, sandbox }: StoredDevice, platform: string): void {
  if (sandbox.platform.startsWith(`${platform}-`)) return;
  throw new StepFailure(
    'client_error',
    `${name ?? 'The device'} is not a device of the platform ${platform}.`,
  );
}
