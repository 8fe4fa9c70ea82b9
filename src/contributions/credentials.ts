import { Command } from '../manifest.ts';
import { command, rows, row } from './command.ts';
import { rowCommands, viewCommand } from './commandKinds.ts';
import { CONNECTED, listTitle, singleViewItem, viewItem } from './menus.ts';

const PACKAGE = /^credentialPackage\b/;
const CREDENTIAL = /^credential\b/;
const VALUE = /^credentialValue\b/;

const changeValue = rowCommands('credentials', singleViewItem, row('credentialValue'), {
  needsTrust: true,
});

/** Commands for the credentials of apps. */
export const credentialCommands = {
  [Command.refreshCredentials]: viewCommand('Refresh Credentials', 'refresh', 'credentials', 'navigation@2'),
  [Command.createCredential]: command(
    {
      title: 'New Credential…',
      icon: 'add',
      palette: CONNECTED,
      needsTrust: true,
      menus: [
        listTitle('credentials', 'navigation@1'),
        singleViewItem('credentials', PACKAGE, 'inline@1', '1_use@1'),
      ],
    },
    row('credentialPackage'),
  ),
  [Command.addCredentialValue]: command(
    {
      title: 'Add Value…',
      icon: 'add',
      needsTrust: true,
      palette: false,
      menus: [singleViewItem('credentials', CREDENTIAL, 'inline@1', '1_use@1')],
    },
    row('credential'),
  ),
  [Command.copyCredentialValue]: command(
    {
      title: 'Copy Value',
      icon: 'copy',
      palette: false,
      menus: [singleViewItem('credentials', VALUE, 'inline@1', '9_copy@1')],
    },
    row('credentialValue'),
  ),
  [Command.changeCredentialValue]: changeValue('Change Value…', 'edit', VALUE, 'inline@2', '1_use@1'),
  [Command.deleteCredentialValue]: changeValue('Delete Value…', undefined, VALUE, '7_delete@1'),
  [Command.deleteCredential]: command(
    {
      title: 'Delete Credential…',
      needsTrust: true,
      palette: false,
      menus: [viewItem('credentials', CREDENTIAL, '7_delete@1')],
    },
    rows('credential'),
  ),
};
