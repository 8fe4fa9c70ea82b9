import { Command, ContextKey } from '../manifest.ts';
import { command, type ActionLine } from './command.ts';
import { lineCommands, viewCommand } from './commandKinds.ts';
import { CONNECTED, singleViewItem, viewItem, viewTitle } from './menus.ts';

const forAction = lineCommands<ActionLine>('actions', singleViewItem);

/** Commands for the action catalog. */
export const actionCommands = {
  [Command.refreshActions]: command<[options?: { readonly failedOnly: boolean }]>({
    title: 'Refresh Actions',
    icon: 'refresh',
    menus: [viewTitle('actions', 'navigation@3', CONNECTED)],
  }),
  [Command.searchActions]: viewCommand('Search Actions…', 'search', 'actions', 'navigation@1'),
  [Command.clearActionSearch]: command({
    title: 'Clear Action Search',
    icon: 'clear-all',
    enablement: ContextKey.actionSearch,
    menus: [viewTitle('actions', 'navigation@2', ContextKey.actionSearch)],
  }),
  [Command.orderActions]: command({
    title: 'Sort Actions By…',
    icon: 'list-ordered',
    menus: [viewTitle('actions', '1_list@1')],
  }),
  [Command.showActionSchema]: forAction(
    'Show Action Schema',
    'json',
    /^action\b.*\bschema\b/,
    'inline@1',
    '1_open@1',
  ),
  [Command.copyActionId]: command<ActionLine>({
    title: 'Copy Action ID',
    icon: 'copy',
    menus: [viewItem('actions', /^action\b/, '2_copy@1')],
  }),
  [Command.insertAction]: forAction('Insert into Open Flow', 'insert', /^action\b/, 'inline@2', '1_open@2'),
  [Command.refreshCatalog]: command({ title: 'Refresh Catalog', icon: 'refresh' }),
};
