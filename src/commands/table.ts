import { Command } from '../manifest.ts';
import {
  clearActionSearch,
  copyActionId,
  loadMoreActions,
  orderActions,
  refreshActions,
  searchActions,
  showActionSchema,
} from './actions.ts';
import { clearRequests, refreshActivity } from './activity.ts';
import { addConnection, removeConnection, switchConnection } from './connection.ts';
import { addDevice, filterDevices, refreshDevices, removeAddedDevice, searchDevices } from './deviceList.ts';
import { filterFlows, orderFlows, refreshFlows, searchFlows, showAllFlows } from './flowList.ts';
import { copyId, loadMore, retryList, showRecord } from './lists.ts';
import { startSandbox, stopSandbox } from './sandbox.ts';
import type { Services } from './services.ts';
import { signIn, signOut } from './signIn.ts';

/**
 * Handles a command. The argument comes from a menu or a link, the selection from the menu of a view; the
 * handler checks both.
 */
export type Handler = (services: Services, argument?: unknown, selection?: unknown) => unknown;

/** The handler of each command of package.json. */
export const commandTable: Readonly<Record<Command, Handler>> = {
  [Command.startSandbox]: startSandbox,
  [Command.stopSandbox]: stopSandbox,
  [Command.addConnection]: addConnection,
  [Command.switchConnection]: switchConnection,
  [Command.removeConnection]: removeConnection,
  [Command.signIn]: signIn,
  [Command.signOut]: signOut,
  [Command.showLog]: ({ log }) => log.show(),
  [Command.refreshActions]: refreshActions,
  [Command.searchActions]: searchActions,
  [Command.clearActionSearch]: clearActionSearch,
  [Command.orderActions]: orderActions,
  [Command.loadMoreActions]: loadMoreActions,
  [Command.showActionSchema]: showActionSchema,
  [Command.copyActionId]: copyActionId,
  [Command.retryList]: retryList,
  [Command.loadMore]: loadMore,
  [Command.copyId]: copyId,
  [Command.showRecord]: showRecord,
  [Command.refreshFlows]: refreshFlows,
  [Command.searchFlows]: searchFlows,
  [Command.filterFlows]: filterFlows,
  [Command.orderFlows]: orderFlows,
  [Command.showAllFlows]: showAllFlows,
  [Command.refreshDevices]: refreshDevices,
  [Command.searchDevices]: searchDevices,
  [Command.filterDevices]: filterDevices,
  [Command.addDevice]: addDevice,
  [Command.removeAddedDevice]: removeAddedDevice,
  [Command.refreshActivity]: refreshActivity,
  [Command.clearRequests]: clearRequests,
};
