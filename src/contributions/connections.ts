import { Command, ContextKey } from '../manifest.ts';
import { command } from './command.ts';
import { connectionTitle, viewTitle } from './menus.ts';

/** Commands for connections, the log and the support of a service. */
export const connectionCommands = {
  [Command.addConnection]: command({ title: 'Add Connection…', icon: 'add' }),
  [Command.switchConnection]: command({
    title: 'Switch Connection…',
    icon: 'plug',
    menus: [connectionTitle('2_connection@1')],
  }),
  [Command.editConnection]: command({ title: 'Edit Connection…' }),
  [Command.removeConnection]: command({ title: 'Remove Connection…' }),
  [Command.signIn]: command({ title: 'Sign In…' }),
  [Command.signOut]: command({
    title: 'Sign Out',
    menus: [connectionTitle('2_connection@2', `${ContextKey.session} == open`, `!${ContextKey.onSandbox}`)],
  }),
  [Command.showLog]: command({ title: 'Show Log', icon: 'output', menus: [connectionTitle('3_log@1')] }),
  [Command.checkService]: command({
    title: 'Check Service against the Interface',
    icon: 'checklist',
    menus: [viewTitle('activity', '2_connection@4')],
  }),
  [Command.exportSupportBundle]: command({
    title: 'Export Support Bundle…',
    icon: 'save',
    menus: [viewTitle('activity', '3_log@2')],
  }),
};
