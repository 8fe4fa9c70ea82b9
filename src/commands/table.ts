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
import { addConnection, removeConnection, switchConnection } from './connection.ts';
import { startSandbox, stopSandbox } from './sandbox.ts';
import type { Services } from './services.ts';
import { signIn, signOut } from './signIn.ts';

/** Handles a command; the argument comes from a menu or a link and is checked by the handler. */
export type Handler = (services: Services, argument?: unknown) => unknown;

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
};
