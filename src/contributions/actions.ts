import { Command, ContextKey } from '../manifest.ts';
import { command, catalogActions, type CommandArguments } from './command.ts';
import { rowCommands, viewCommand } from './commandKinds.ts';
import { CONNECTED, singleViewItem, viewItem, viewTitle } from './menus.ts';

const forAction = rowCommands('actions', singleViewItem, catalogActions);

/** True to read only the lists that failed. */
const failedOnly: CommandArguments<[options?: { readonly failedOnly: boolean }], boolean> = {
  read: given => given.option('failedOnly') === true,
};

/** Commands for the action catalog. */
export const actionCommands = {
  [Command.refreshActions]: command(
    {
      title: 'Refresh Actions',
      icon: 'refresh',
      palette: false,
      menus: [viewTitle('actions', 'navigation@3', CONNECTED)],
    },
    failedOnly,
  ),
  [Command.searchActions]: viewCommand('Search Actions…', 'search', 'actions', 'navigation@1'),
  [Command.clearActionSearch]: command({
    title: 'Clear Action Search',
    icon: 'clear-all',
    palette: false,
    enablement: ContextKey.actionSearch,
    menus: [viewTitle('actions', 'navigation@2', ContextKey.actionSearch)],
  }),
  [Command.orderActions]: command({
    title: 'Sort Actions By…',
    icon: 'list-ordered',
    palette: false,
    menus: [viewTitle('actions', '1_list@1')],
  }),
  [Command.showActionSchema]: forAction(
    'Show Action Schema',
    'json',
    /^action\b.*\bschema\b/,
    'inline@1',
    '1_open@1',
  ),
  [Command.copyActionId]: command(
    {
      title: 'Copy Action ID',
      icon: 'copy',
      palette: false,
      menus: [viewItem('actions', /^action\b/, '2_copy@1')],
    },
    catalogActions,
  ),
  [Command.insertAction]: forAction('Insert into Open Flow', 'insert', /^action\b/, 'inline@2', '1_open@2'),
  [Command.refreshCatalog]: command({ title: 'Refresh Catalog', icon: 'refresh', palette: false }),
};
