import type { OperationId } from './operations.ts';

/** The time limit for installing an app on a phone of a service, in milliseconds. */
export const INSTALL_MS = 180_000;

/** The operations by which a device of a service is used as a phone. A relay forwards no others. */
export const PHONE_OPERATIONS = [
  'getDevice',
  'getDeviceCapabilities',
  'rebootDevice',
  'tapDevice',
  'swipeDevice',
  'pressGlobal',
  'typeText',
  'pressKey',
  'clearInput',
  'takeScreenshot',
  'getUiState',
  'getLocation',
  'setLocation',
  'resetLocation',
  'getLanguage',
  'setLanguage',
  'getTimezone',
  'setTimezone',
  'getClipboard',
  'setClipboard',
  'listInstalledApps',
  'installApp',
  'openDeepLink',
  'startApp',
  'stopApp',
  'uninstallApp',
  'grantPermission',
  'revokePermission',
  'listDeviceFiles',
  'downloadDeviceFile',
  'uploadDeviceFile',
  'deleteDeviceFile',
] as const satisfies readonly OperationId[];

/** The ID of an operation by which a device of a service is used as a phone. */
export type PhoneOperationId = (typeof PHONE_OPERATIONS)[number];
