import { Command } from '../manifest.ts';
import { command, type Lines } from './command.ts';
import { lineCommands, viewCommand } from './commandKinds.ts';
import { listTitle, singleViewItem, viewItem } from './menus.ts';

const PACKAGE = /^credentialPackage\b/;
const CREDENTIAL = /^credential\b/;
const VALUE = /^credentialValue\b/;

const changeValue = lineCommands<Lines<'credentialValue'>>('credentials', singleViewItem, {
  needsTrust: true,
  palette: false,
});

/** Commands for the credentials of apps. */
export const credentialCommands = {
  [Command.refreshCredentials]: viewCommand('Refresh Credentials', 'refresh', 'credentials', 'navigation@2'),
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
  [Command.changeCredentialValue]: changeValue('Change Value…', 'edit', VALUE, 'inline@2', '1_use@1'),
  [Command.deleteCredentialValue]: changeValue('Delete Value…', undefined, VALUE, '7_delete@1'),
  [Command.deleteCredential]: command<Lines<'credential'>>({
    title: 'Delete Credential…',
    needsTrust: true,
    palette: false,
    menus: [viewItem('credentials', CREDENTIAL, '7_delete@1')],
  }),
};
