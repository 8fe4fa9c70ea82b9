import type { appCommands } from '../../contributions/apps.ts';
import { Command } from '../../manifest.ts';
import { deferred, type Handlers } from '../commandServices.ts';
import {
  copyAppBundleId,
  deleteApp,
  filterApps,
  orderApps,
  refreshApps,
  searchApps,
  showApp,
} from './appList.ts';
import type { AppServices } from './appServices.ts';
import { installApp, startApp, stopApp, uninstallApp } from './deviceApps.ts';

/** The handlers of the commands of this folder. */
export const appHandlers: Handlers<AppServices, typeof appCommands> = {
  [Command.refreshApps]: refreshApps,
  [Command.searchApps]: searchApps,
  [Command.filterApps]: filterApps,
  [Command.orderApps]: orderApps,
  [Command.uploadApp]: deferred(async () => (await import('./uploadApp.ts')).uploadApp),
  [Command.resumeUpload]: deferred(async () => (await import('./uploadApp.ts')).resumeUpload),
  [Command.discardUpload]: deferred(async () => (await import('./uploadApp.ts')).discardUpload),
  [Command.installApp]: installApp,
  [Command.startApp]: startApp,
  [Command.stopApp]: stopApp,
  [Command.uninstallApp]: uninstallApp,
  [Command.deleteApp]: deleteApp,
  [Command.copyAppBundleId]: copyAppBundleId,
  [Command.showApp]: showApp,
};
