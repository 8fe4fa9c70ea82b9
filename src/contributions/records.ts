import { Command } from '../manifest.ts';
import type { ListId } from '../stores/listNames.ts';
import { command, anyRows, type CommandArguments } from './command.ts';
import { all, IN_CONNECTION_VIEW } from './menus.ts';

const IS_RECORD = all(IN_CONNECTION_VIEW, 'viewItem =~ /\\brecord\\b/');

/** The ID of a list. */
const list: CommandArguments<[list?: { readonly list: ListId }], string | undefined> = {
  read: given => {
    const id = given.option('list');
    return typeof id === 'string' ? id : undefined;
  },
};

/** Commands for the records of all views. */
export const recordCommands = {
  [Command.retryList]: command(
    {
      title: 'Retry',
      icon: 'refresh',
      palette: false,
    },
    list,
  ),
  [Command.loadMore]: command({ title: 'Load More', palette: false }, list),
  [Command.clearFilter]: command({ title: 'Clear Search and Filter', palette: false }, list),
  [Command.copyId]: command(
    {
      title: 'Copy ID',
      icon: 'copy',
      palette: false,
      menus: [{ menu: 'view/item/context', when: IS_RECORD, group: '9_copy@1' }],
    },
    anyRows,
  ),
  [Command.showRecord]: command(
    {
      title: 'Open as JSON',
      icon: 'json',
      palette: false,
      menus: [{ menu: 'view/item/context', when: all(IS_RECORD, '!listMultiSelection'), group: '8_open@1' }],
    },
    anyRows,
  ),
};
