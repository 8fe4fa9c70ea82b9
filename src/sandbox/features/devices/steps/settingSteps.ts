import { basename } from 'node:path/posix';
import { APP_PERMISSIONS } from '../../../../contract/enumerations.ts';
import type { StepKinds } from '../../../runtime/step.ts';
import { setPermission } from '../deviceApps.ts';
import { readClipboard, setClipboard, setLanguage, setTimeZone } from '../deviceSettings.ts';
import { requireDevicePath } from '../devicePaths.ts';
import { reachPhone } from '../reachPhone.ts';
import { onDevice } from './onDevice.ts';

interface PermissionParams {
  readonly app: string;
  readonly permission?: string;
  readonly granted?: boolean;
}

interface LanguageParams {
  readonly locale: string;
  readonly restart?: boolean;
}

/** The implementations of the methods that change the settings of a device, and of the one that reads its files. */
export const settingSteps: StepKinds = {
  'device.setPermission': onDevice<PermissionParams>(true, async ({ params, service, deviceId, signal }) => {
    const { app, permission = APP_PERMISSIONS[0], granted = true } = params;
    await setPermission(service, { deviceId }, { packageName: app, permission, isGranted: granted }, signal);
    return { app, granted };
  }),
  'device.setLanguage': onDevice<LanguageParams>(true, async ({ params, service, deviceId, signal }) => ({
    locale: await setLanguage(service, { deviceId }, params, signal),
  })),
  'device.setTimeZone': onDevice<{ timezone: string }>(
    true,
    async ({ params, service, deviceId, signal }) => {
      const { timezone } = params;
      await setTimeZone(service, { deviceId }, timezone, signal);
      return { timezone };
    },
  ),
  'device.setClipboard': onDevice<{ content: string }>(
    true,
    async ({ params, service, deviceId, signal }) => {
      await setClipboard(service, { deviceId }, params.content, signal);
      return { length: params.content.length };
    },
  ),
  'device.readClipboard': onDevice(true, async ({ service, deviceId, signal }) => ({
    text: await readClipboard(service, { deviceId }, signal),
  })),
  'files.download': onDevice<{ path: string }>(true, async ({ params, service, deviceId, run, signal }) => {
    const { driver } = await reachPhone(service, { deviceId }, signal, 'files');
    const path = requireDevicePath(params.path);
    const bytes = await driver.files.read(path, { signal });
    const name = basename(path);
    const fileId = run.saveFile(name, 'application/octet-stream', bytes);
    return { fileId, filename: name, sizeBytes: bytes.byteLength };
  }),
};
