import type { connectionCommands } from '../../contributions/connections.ts';
import { Command } from '../../manifest.ts';
import type { Handlers } from '../commandServices.ts';
import { addConnection, removeConnection, switchConnection } from './connection.ts';
import { editConnection } from './connectionEdit.ts';
import type { ConnectionServices } from './connectionServices.ts';
import { signIn, signOut } from './signIn.ts';
import { checkService, exportSupportBundle } from './support.ts';

/** The handlers of the commands of this folder. */
export const connectionHandlers: Handlers<ConnectionServices, typeof connectionCommands> = {
  [Command.addConnection]: addConnection,
  [Command.switchConnection]: switchConnection,
  [Command.editConnection]: editConnection,
  [Command.removeConnection]: removeConnection,
  [Command.signIn]: signIn,
  [Command.signOut]: signOut,
  [Command.showLog]: ({ log }) => log.show(),
  [Command.checkService]: checkService,
  [Command.exportSupportBundle]: exportSupportBundle,
};
