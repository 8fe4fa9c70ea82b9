import { programInFront } from '../../../phone/apps.ts';
import { clearData, install, launch } from '../../../phone/installedApps.ts';
import { openAddress } from '../../../phone/openAddress.ts';
import { StepFailure, type StepKinds, type StepOutput } from '../../../runtime/step.ts';
import type { StoredDevice } from '../../../store/stored.ts';
import { putState } from '../gestures.ts';
import { findBuild } from '../findBuild.ts';
import { writeFile } from '../files.ts';
import { reach } from '../reach.ts';
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
  'device.openUrl': onDevice<{ url: string }>(false, ({ params, service, deviceId }) => {
    const reached = reach(service.store, { deviceId });
    const state = putState(service, reached, openAddress(reached.phone.state, params.url));
    return { app: programInFront(state).packageName };
  }),
  'files.upload': onDevice(false, upload),
};

function launchApp({ params, service, deviceId }: DeviceCall<LaunchParams>): StepOutput {
  const { platform, app, clearData: fresh = false } = params;
  const reached = reach(service.store, { deviceId });
  requirePlatform(reached.device, platform);
  const { state } = reached.phone;
  const launched = launch(fresh ? clearData(state, app) : state, app);
  if (!launched) throw new StepFailure('client_error', `The app ${app} is not installed on this device.`);
  return { app: programInFront(putState(service, reached, launched)).packageName };
}

function installApp({ params, service, deviceId }: DeviceCall<InstallParams>): StepOutput {
  const { appId, versionCode } = params;
  const reached = reach(service.store, { deviceId }, 'apps');
  const app = service.store.apps.get(appId);
  if (!app) throw new StepFailure('client_error', `There is no app with the id ${appId} in storage.`);
  requirePlatform(reached.device, app.platform ?? 'android');
  const build = findBuild(app, versionCode ?? undefined);
  if (typeof build === 'string') throw new StepFailure('client_error', build);
  putState(service, reached, install(reached.phone.state, build));
  return { bundleId: build.packageName, versionName: build.versionName };
}

function upload({ params, service, deviceId, run }: DeviceCall<UploadParams>): StepOutput {
  const { filename, folder = FOLDER, content, labels = {} } = params;
  const bytes = content.kind === 'text' ? Buffer.from(content.text) : bytesOf(content.fileId, run);
  const path = writeFile(service, { deviceId }, { folder, name: filename, bytes, labels });
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
