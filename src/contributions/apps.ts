import type * as vscode from 'vscode';
import { Command } from '../manifest.ts';
import { command, type Lines } from './command.ts';
import { lineCommands, listCommand, viewCommand } from './commandKinds.ts';
import { CONNECTED, singleViewItem, viewItem, viewTitle } from './menus.ts';

const APP = /^app\b/;
const INTERRUPTED = /^upload interrupted\b/;

const changeApp = lineCommands<Lines<'app'>>('apps', singleViewItem, { needsTrust: true });

/** Commands for apps in cloud storage and on devices. */
export const appCommands = {
  [Command.refreshApps]: viewCommand('Refresh Apps', 'refresh', 'apps', 'navigation@4'),
  [Command.searchApps]: listCommand('Search Apps…', 'search', 'apps', 'navigation@2'),
  [Command.filterApps]: listCommand('Filter Apps…', 'filter', 'apps', 'navigation@3'),
  [Command.orderApps]: listCommand('Sort Apps By…', 'list-ordered', 'apps', '1_list@1'),
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
  [Command.installApp]: changeApp('Install App on Devices…', 'desktop-download', APP, 'inline@1', '1_use@1'),
  [Command.startApp]: changeApp('Start App on Devices…', 'play', APP, 'inline@2', '1_use@2'),
  [Command.stopApp]: changeApp('Stop App on Devices…', undefined, APP, '1_use@3'),
  [Command.uninstallApp]: changeApp('Uninstall App from Devices…', undefined, APP, '1_use@4'),
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
  [Command.showApp]: command<Lines<'app'>>({ title: 'Show App…', icon: 'package' }),
};
