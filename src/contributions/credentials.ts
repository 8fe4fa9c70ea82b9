import { Command } from '../manifest.ts';
import { command, type Lines } from './command.ts';
import { CONNECTED, listTitle, singleViewItem, viewItem, viewTitle } from './menus.ts';

const PACKAGE = /^credentialPackage\b/;
const CREDENTIAL = /^credential\b/;
const VALUE = /^credentialValue\b/;

/** Commands for the credentials of apps. */
export const credentialCommands = {
  [Command.refreshCredentials]: command({
    title: 'Refresh Credentials',
    icon: 'refresh',
    menus: [viewTitle('credentials', 'navigation@2', CONNECTED)],
  }),
  [Command.createCredential]: command<Lines<'credentialPackage'>>({
    title: 'New Credential…',
    icon: 'add',
    needsTrust: true,
    menus: [
      listTitle('credentials', 'navigation@1'),
      singleViewItem('credentials', PACKAGE, 'inline@1', '1_use@1'),
    ],
  }),
  [Command.addCredentialValue]: command<Lines<'credential'>>({
    title: 'Add Value…',
    icon: 'add',
    needsTrust: true,
    palette: false,
    menus: [singleViewItem('credentials', CREDENTIAL, 'inline@1', '1_use@1')],
  }),
  [Command.copyCredentialValue]: command<Lines<'credentialValue'>>({
    title: 'Copy Value',
    icon: 'copy',
    palette: false,
    menus: [singleViewItem('credentials', VALUE, 'inline@1', '9_copy@1')],
  }),
  [Command.changeCredentialValue]: command<Lines<'credentialValue'>>({
    title: 'Change Value…',
    icon: 'edit',
    needsTrust: true,
    palette: false,
    menus: [singleViewItem('credentials', VALUE, 'inline@2', '1_use@1')],
  }),
  [Command.deleteCredentialValue]: command<Lines<'credentialValue'>>({
    title: 'Delete Value…',
    needsTrust: true,
    palette: false,
    menus: [singleViewItem('credentials', VALUE, '7_delete@1')],
  }),
  [Command.deleteCredential]: command<Lines<'credential'>>({
    title: 'Delete Credential…',
    needsTrust: true,
    palette: false,
    menus: [viewItem('credentials', CREDENTIAL, '7_delete@1')],
  }),
};
