import { Command } from '../manifest.ts';
import type { ListId } from '../stores/listNames.ts';
import { command, type Lines } from './command.ts';
import { all, IN_CONNECTION_VIEW } from './menus.ts';

const IS_RECORD = all(IN_CONNECTION_VIEW, 'viewItem =~ /\\brecord\\b/');

/** Commands for the records of all views. */
export const recordCommands = {
  [Command.retryList]: command<[list?: { readonly list: ListId }]>({
    title: 'Retry',
    icon: 'refresh',
    palette: false,
  }),
  [Command.loadMore]: command<[list?: { readonly list: ListId }]>({ title: 'Load More', palette: false }),
  [Command.copyId]: command<Lines<string>>({
    title: 'Copy ID',
    icon: 'copy',
    palette: false,
    menus: [{ menu: 'view/item/context', when: IS_RECORD, group: '9_copy@1' }],
  }),
  [Command.showRecord]: command<Lines<string>>({
    title: 'Open as JSON',
    icon: 'json',
    palette: false,
    menus: [{ menu: 'view/item/context', when: all(IS_RECORD, '!listMultiSelection'), group: '8_open@1' }],
  }),
};
