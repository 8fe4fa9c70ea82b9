import { Command, ContextKey } from '../manifest.ts';
import { command, row, nothing, type CommandRow, type CommandArguments } from './command.ts';
import { rowCommands } from './commandKinds.ts';
import { itemEntry, viewItem, viewTitle } from './menus.ts';

/** The commands for data and faults of the sandbox act on the running one. */
const IN_SANDBOX = { enablement: ContextKey.sandboxRunning, needsTrust: true } as const;

const changeSandbox = rowCommands('sandbox', viewItem, nothing, { ...IN_SANDBOX, ignoresRow: true });

/** The row of a fault, and true to switch the fault on. */
const faultSwitch: CommandArguments<
  [row?: { readonly kind: string; readonly record?: unknown }, on?: boolean],
  { readonly row: CommandRow | undefined; readonly isOn: boolean }
> = { read: given => ({ row: given.row('fault'), isOn: given.at(1) === true }) };

/** Commands for the sandbox. */
export const sandboxCommands = {
  [Command.startSandbox]: command({
    title: 'Start Sandbox',
    icon: 'play',
    enablement: `!${ContextKey.sandboxRunning}`,
  }),
  [Command.stopSandbox]: command({
    title: 'Stop Sandbox',
    icon: 'debug-stop',
    enablement: ContextKey.sandboxRunning,
    menus: [
      viewTitle('flows', '2_connection@3', ContextKey.sandboxRunning),
      viewTitle('sandbox', '4_stop@1'),
    ],
  }),
  [Command.resetSandbox]: command({
    title: 'Reset Sandbox…',
    icon: 'discard',
    ...IN_SANDBOX,
    menus: [viewTitle('sandbox', '1_data@1')],
  }),
  [Command.reseedSandbox]: command({
    title: 'Reset Sandbox to Different Data…',
    palette: false,
    ...IN_SANDBOX,
    menus: [viewTitle('sandbox', '1_data@2')],
  }),
  [Command.saveSnapshot]: command({
    title: 'Save Sandbox Snapshot…',
    icon: 'save',
    ...IN_SANDBOX,
    menus: [
      viewTitle('sandbox', '2_snapshots@1'),
      viewItem('sandbox', /^snapshots\b/, 'inline@1', '1_save@1'),
    ],
  }),
  [Command.restoreSnapshot]: command(
    {
      title: 'Restore Sandbox Snapshot…',
      icon: 'history',
      palette: false,
      ...IN_SANDBOX,
      menus: [
        viewTitle('sandbox', '2_snapshots@2'),
        viewItem('sandbox', /^snapshot$/, 'inline@1', '1_use@1'),
      ],
    },
    row('snapshot'),
  ),
  [Command.deleteSnapshot]: command(
    {
      title: 'Delete Sandbox Snapshot…',
      icon: 'trash',
      palette: false,
      ...IN_SANDBOX,
      menus: [viewItem('sandbox', /^snapshot$/, 'inline@2', '2_delete@1')],
    },
    row('snapshot'),
  ),
  [Command.revokeKey]: changeSandbox(
    'Revoke Sandbox API Key…',
    'circle-slash',
    /^key$/,
    'inline@1',
    '1_key@1',
  ),
  [Command.deliverMail]: command(
    {
      title: 'Deliver Mail to Sandbox…',
      icon: 'mail',
      ...IN_SANDBOX,
      menus: [
        viewTitle('mailboxes', '1_list@2', ContextKey.onSandbox, ContextKey.sandboxRunning),
        viewTitle('sandbox', 'navigation@1'),
        itemEntry('mailboxes', /^mailbox\b/, '1_use@2', ContextKey.onSandbox, '!listMultiSelection'),
      ],
    },
    row('mailbox'),
  ),
  [Command.addFault]: command(
    {
      title: 'Add Sandbox Fault…',
      icon: 'add',
      ...IN_SANDBOX,
      menus: [viewItem('sandbox', /^(faults|fault preset)\b/, 'inline@1', '1_faults@1')],
    },
    row('fault'),
  ),
  [Command.switchFault]: command(
    {
      title: 'Toggle Sandbox Fault',
      ...IN_SANDBOX,
      palette: false,
    },
    faultSwitch,
  ),
  [Command.liftFaults]: changeSandbox(
    'Turn Off All Sandbox Faults',
    'clear-all',
    /^faults on\b/,
    'inline@2',
    '1_faults@2',
  ),
  [Command.moveClock]: {
    ...changeSandbox('Advance Sandbox Clock…', 'debug-step-over', /^clock\b/, 'inline@1', '1_clock@1'),
    palette: ContextKey.sandboxRunning,
  },
  [Command.freezeClock]: changeSandbox(
    'Freeze Sandbox Clock',
    'debug-pause',
    /^clock\b.*\bgoing\b/,
    'inline@2',
    '1_clock@2',
  ),
  [Command.resumeClock]: changeSandbox(
    'Resume Sandbox Clock',
    'debug-continue',
    /^clock\b.*\bfrozen\b/,
    'inline@2',
    '1_clock@2',
  ),
  [Command.resetClock]: changeSandbox(
    'Reset Sandbox Clock to Now',
    'discard',
    /^clock\b.*\bmoved\b/,
    'inline@3',
    '1_clock@3',
  ),
};
