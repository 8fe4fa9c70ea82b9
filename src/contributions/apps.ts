import type * as vscode from 'vscode';
import { Command } from '../manifest.ts';
import { command, type Lines } from './command.ts';
import { CONNECTED, listTitle, singleViewItem, viewItem, viewTitle } from './menus.ts';

const APP = /^app\b/;
const INTERRUPTED = /^upload interrupted\b/;

/** Commands for apps in cloud storage and on devices. */
export const appCommands = {
  [Command.refreshApps]: command({
    title: 'Refresh Apps',
    icon: 'refresh',
    menus: [viewTitle('apps', 'navigation@4', CONNECTED)],
  }),
  [Command.searchApps]: command({
    title: 'Search Apps…',
    icon: 'search',
    menus: [listTitle('apps', 'navigation@2')],
  }),
  [Command.filterApps]: command({
    title: 'Filter Apps…',
    icon: 'filter',
    menus: [listTitle('apps', 'navigation@3')],
  }),
  [Command.orderApps]: command({
    title: 'Sort Apps By…',
    icon: 'list-ordered',
    menus: [listTitle('apps', '1_list@1')],
  }),
  [Command.uploadApp]: command<[files?: readonly vscode.Uri[], deviceId?: string]>({
    title: 'Upload App…',
    icon: 'cloud-upload',
    needsTrust: true,
    menus: [viewTitle('apps', 'navigation@1', CONNECTED)],
  }),
  [Command.resumeUpload]: command<Lines<'upload'>>({
    title: 'Resume Upload',
    icon: 'debug-continue',
    needsTrust: true,
    palette: false,
    menus: [singleViewItem('apps', INTERRUPTED, 'inline@1', '1_use@1')],
  }),
  [Command.discardUpload]: command<Lines<'upload'>>({
    title: 'Discard Upload',
    icon: 'close',
    needsTrust: true,
    palette: false,
    menus: [singleViewItem('apps', INTERRUPTED, 'inline@2', '7_delete@1')],
  }),
  [Command.installApp]: command<Lines<'app'>>({
    title: 'Install App on Devices…',
    icon: 'desktop-download',
    needsTrust: true,
    menus: [singleViewItem('apps', APP, 'inline@1', '1_use@1')],
  }),
  [Command.startApp]: command<Lines<'app'>>({
    title: 'Start App on Devices…',
    icon: 'play',
    needsTrust: true,
    menus: [singleViewItem('apps', APP, 'inline@2', '1_use@2')],
  }),
  [Command.stopApp]: command<Lines<'app'>>({
    title: 'Stop App on Devices…',
    needsTrust: true,
    menus: [singleViewItem('apps', APP, '1_use@3')],
  }),
  [Command.uninstallApp]: command<Lines<'app'>>({
    title: 'Uninstall App from Devices…',
    needsTrust: true,
    menus: [singleViewItem('apps', APP, '1_use@4')],
  }),
  [Command.deleteApp]: command<Lines<'app'>>({
    title: 'Delete App…',
    needsTrust: true,
    menus: [viewItem('apps', APP, '7_delete@1')],
  }),
  [Command.copyAppBundleId]: command<Lines<'app'>>({
    title: 'Copy Package Name',
    icon: 'copy',
    palette: false,
    menus: [singleViewItem('apps', APP, '9_copy@0')],
  }),
  [Command.showApp]: command<Lines<'app'>>({
    title: 'Show App…',
    icon: 'package',
  }),
};
