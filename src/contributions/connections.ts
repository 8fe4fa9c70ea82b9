import { Command, ContextKey } from '../manifest.ts';
import { command, connectionToUse } from './command.ts';
import { all, CONNECTED, connectionTitle, viewTitle } from './menus.ts';

/** True if the connection is to a service, which needs a key. */
const TAKES_KEY = all(`${ContextKey.session} =~ /^(?!none$)/`, `!${ContextKey.onSandbox}`);

/** Commands for connections, the log and the support of a service. */
export const connectionCommands = {
  [Command.addConnection]: command({ title: 'Add Connection…', icon: 'add' }),
  [Command.switchConnection]: command(
    { title: 'Switch Connection…', icon: 'plug', menus: [connectionTitle('2_connection@1')] },
    connectionToUse,
  ),
  [Command.editConnection]: command({ title: 'Edit Connection…', palette: ContextKey.hasConnections }),
  [Command.removeConnection]: command({ title: 'Remove Connection…', palette: ContextKey.hasConnections }),
  [Command.signIn]: command({ title: 'Sign In…', palette: TAKES_KEY }),
  [Command.signOut]: command({
    title: 'Sign Out',
    palette: all(CONNECTED, `!${ContextKey.onSandbox}`),
    menus: [connectionTitle('2_connection@2', `${ContextKey.session} == open`, `!${ContextKey.onSandbox}`)],
  }),
  [Command.showLog]: command({ title: 'Show Log', icon: 'output', menus: [connectionTitle('3_log@1')] }),
  [Command.checkService]: command({
    title: 'Check Service against the Interface',
    icon: 'checklist',
    palette: CONNECTED,
    menus: [viewTitle('activity', '2_connection@4')],
  }),
  [Command.exportSupportBundle]: command({
    title: 'Export Support Bundle…',
    icon: 'save',
    menus: [viewTitle('activity', '3_log@2')],
  }),
};
