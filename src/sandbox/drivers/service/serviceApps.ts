import { INSTALL_MS } from '../../../contract/phoneOperations.ts';
import type { PhoneApp } from '../../phone/apps.ts';
import type { PhoneApps } from '../../runtime/phoneDriver.ts';
import type { ServiceRoutes } from './serviceRoutes.ts';

/** Returns the apps of a phone. */
export function serviceApps(routes: ServiceRoutes): PhoneApps {
  return {
    list: async limits => {
      const query = { includeSystemApps: 'true', includeProtectedApps: 'true' };
      const apps = await routes.call('listInstalledApps', { query }, limits);
      return (apps ?? []).map(({ packageName, label, versionName, versionCode, isSystemApp }): PhoneApp => ({
        packageName,
        label: label ?? packageName,
        versionName: versionName ?? '',
        versionCode: versionCode ?? 0,
        isSystemApp: isSystemApp === true,
      }));
    },
    start: async (packageName, limits) => {
      await routes.call('startApp', { params: { packageName }, body: {} }, limits);
    },
    stop: async (packageName, limits) => {
      await routes.call('stopApp', { params: { packageName }, body: {} }, limits);
    },
    clear: async (packageName, limits) => {
      await routes.call('stopApp', { params: { packageName }, body: { clearData: true } }, limits);
    },
    // The service takes the app from its own storage.
    install: async ({ packageName }, limits) => {
      await routes.call('installApp', { body: { packageName } }, { timeoutMs: INSTALL_MS, ...limits });
    },
    remove: async (packageName, limits) => {
      await routes.call('uninstallApp', { params: { packageName } }, limits);
    },
    open: async (deepLink, limits, packageName) => {
      const app = packageName === undefined ? {} : { packageName };
      await routes.call('openDeepLink', { body: { deepLink, ...app } }, limits);
    },
    permit: async (packageName, permission, isGranted, limits) => {
      const params = { packageName, permission };
      await routes.call(isGranted ? 'grantPermission' : 'revokePermission', { params }, limits);
    },
  };
}
