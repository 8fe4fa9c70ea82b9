import type * as vscode from 'vscode';
import { Command } from '../manifest.ts';
import { command, rows, row, type CommandArguments } from './command.ts';
import { rowCommands, listCommand, viewCommand } from './commandKinds.ts';
import { CONNECTED, singleViewItem, viewItem, viewTitle } from './menus.ts';

const APP = /^app\b/;
const INTERRUPTED = /^upload interrupted\b/;

const changeApp = rowCommands('apps', singleViewItem, row('app'), { needsTrust: true });

/** App files to upload, and the device that gets them. */
const appFiles: CommandArguments<
  [files?: readonly vscode.Uri[], deviceId?: string],
  { readonly files: readonly vscode.Uri[]; readonly deviceId: string | undefined }
> = {
  read: given => {
    const deviceId = given.at(1);
    return { files: given.files(), deviceId: typeof deviceId === 'string' ? deviceId : undefined };
  },
};

/** Commands for apps in cloud storage and on devices. */
export const appCommands = {
  [Command.refreshApps]: viewCommand('Refresh Apps', 'refresh', 'apps', 'navigation@4'),
  [Command.searchApps]: listCommand('Search Apps…', 'search', 'apps', 'navigation@2'),
  [Command.filterApps]: listCommand('Filter Apps…', 'filter', 'apps', 'navigation@3'),
  [Command.orderApps]: listCommand('Sort Apps By…', 'list-ordered', 'apps', '1_list@1'),
  [Command.uploadApp]: command(
    {
      title: 'Upload App…',
      icon: 'cloud-upload',
      palette: CONNECTED,
      needsTrust: true,
      menus: [viewTitle('apps', 'navigation@1', CONNECTED)],
    },
    appFiles,
  ),
  [Command.resumeUpload]: command(
    {
      title: 'Resume Upload',
      icon: 'debug-continue',
      needsTrust: true,
      palette: false,
      menus: [singleViewItem('apps', INTERRUPTED, 'inline@1', '1_use@1')],
    },
    row('upload'),
  ),
  [Command.discardUpload]: command(
    {
      title: 'Discard Upload',
      icon: 'close',
      needsTrust: true,
      palette: false,
      menus: [singleViewItem('apps', INTERRUPTED, 'inline@2', '7_delete@1')],
    },
    row('upload'),
  ),
  [Command.installApp]: {
    ...changeApp('Install App on Devices…', 'desktop-download', APP, 'inline@1', '1_use@1'),
    palette: CONNECTED,
  },
  [Command.startApp]: changeApp('Start App on Devices…', 'play', APP, 'inline@2', '1_use@2'),
  [Command.stopApp]: changeApp('Stop App on Devices…', undefined, APP, '1_use@3'),
  [Command.uninstallApp]: changeApp('Uninstall App from Devices…', undefined, APP, '1_use@4'),
  [Command.deleteApp]: command(
    {
      title: 'Delete App…',
      palette: false,
      needsTrust: true,
      menus: [viewItem('apps', APP, '7_delete@1')],
    },
    rows('app'),
  ),
  [Command.copyAppBundleId]: command(
    {
      title: 'Copy Package Name',
      icon: 'copy',
      palette: false,
      menus: [singleViewItem('apps', APP, '9_copy@0')],
    },
    row('app'),
  ),
  [Command.showApp]: command({ title: 'Show App…', icon: 'package', palette: CONNECTED }, row('app')),
};
