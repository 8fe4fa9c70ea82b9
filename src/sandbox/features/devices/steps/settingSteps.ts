import { APP_PERMISSIONS } from '../../../../contract/enumerations.ts';
import type { StepKinds } from '../../../runtime/step.ts';
import { setPermission } from '../deviceApps.ts';
import { readClipboard, setClipboard, setLanguage, setTimeZone } from '../deviceSettings.ts';
import { readFile } from '../files.ts';
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
  'device.setPermission': onDevice<PermissionParams>(true, ({ params, service, deviceId }) => {
    const { app, permission = APP_PERMISSIONS[0], granted = true } = params;
    setPermission(service, { deviceId }, { packageName: app, permission, isGranted: granted });
    return { app, granted };
  }),
  'device.setLanguage': onDevice<LanguageParams>(true, ({ params, service, deviceId }) => ({
    locale: setLanguage(service, { deviceId }, params.locale, params.restart),
  })),
  'device.setTimeZone': onDevice<{ timezone: string }>(true, ({ params, service, deviceId }) => {
    const { timezone } = params;
    setTimeZone(service, { deviceId }, timezone);
    return { timezone };
  }),
  'device.setClipboard': onDevice<{ content: string }>(true, ({ params, service, deviceId }) => {
    setClipboard(service, { deviceId }, params.content);
    return { length: params.content.length };
  }),
  'device.readClipboard': onDevice(true, ({ service, deviceId }) => ({
    text: readClipboard(service, { deviceId }),
  })),
  'files.download': onDevice<{ path: string }>(true, ({ params, service, deviceId, run }) => {
    const { name, bytes } = readFile(service, { deviceId }, params.path);
    const fileId = run.saveFile(name, 'application/octet-stream', bytes);
    return { fileId, filename: name, sizeBytes: bytes.byteLength };
  }),
};
