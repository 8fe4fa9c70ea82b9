import type { recordCommands } from '../../contributions/records.ts';
import { Command } from '../../manifest.ts';
import type { Handlers } from '../commandServices.ts';
import type { RecordServices } from './recordServices.ts';
import { copyId, loadMore, retryList, showRecord } from './records.ts';

/** The handlers of the commands of this folder. */
export const recordHandlers: Handlers<RecordServices, typeof recordCommands> = {
  [Command.retryList]: retryList,
  [Command.loadMore]: loadMore,
  [Command.copyId]: copyId,
  [Command.showRecord]: showRecord,
};
