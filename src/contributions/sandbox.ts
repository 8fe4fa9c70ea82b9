import { Command, ContextKey } from '../manifest.ts';
import { command, type Lines } from './command.ts';
import { lineCommands } from './commandKinds.ts';
import { itemEntry, viewItem, viewTitle } from './menus.ts';

/** The commands for data and faults of the sandbox act on the running one. */
const IN_SANDBOX = { enablement: ContextKey.sandboxRunning, needsTrust: true } as const;

const changeSandbox = lineCommands('sandbox', viewItem, { ...IN_SANDBOX, ignoresLine: true });

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
      viewTitle('actions', '2_connection@3', ContextKey.sandboxRunning),
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
  [Command.restoreSnapshot]: command<Lines<'snapshot'>>({
    title: 'Restore Sandbox Snapshot…',
    icon: 'history',
    ...IN_SANDBOX,
    menus: [viewTitle('sandbox', '2_snapshots@2'), viewItem('sandbox', /^snapshot$/, 'inline@1', '1_use@1')],
  }),
  [Command.deleteSnapshot]: command<Lines<'snapshot'>>({
    title: 'Delete Sandbox Snapshot…',
    icon: 'trash',
    ...IN_SANDBOX,
    menus: [viewItem('sandbox', /^snapshot$/, 'inline@2', '2_delete@1')],
  }),
  [Command.revokeKey]: changeSandbox(
    'Revoke Sandbox API Key…',
    'circle-slash',
    /^key$/,
    'inline@1',
    '1_key@1',
  ),
  [Command.deliverMail]: command<Lines<'mailbox'>>({
    title: 'Deliver Mail to Sandbox…',
    icon: 'mail',
    ...IN_SANDBOX,
    menus: [
      viewTitle('mailboxes', '1_list@2', ContextKey.onSandbox, ContextKey.sandboxRunning),
      viewTitle('sandbox', 'navigation@1'),
      itemEntry('mailboxes', /^mailbox\b/, '1_use@2', ContextKey.onSandbox, '!listMultiSelection'),
    ],
  }),
  [Command.addFault]: command<Lines<'fault'>>({
    title: 'Add Sandbox Fault…',
    icon: 'add',
    ...IN_SANDBOX,
    menus: [viewItem('sandbox', /^(faults|fault preset)\b/, 'inline@1', '1_faults@1')],
  }),
  [Command.switchFault]: command<[line?: { readonly kind: string; readonly record?: unknown }, on?: boolean]>(
    {
      title: 'Toggle Sandbox Fault',
      ...IN_SANDBOX,
      palette: false,
    },
  ),
  [Command.liftFaults]: changeSandbox(
    'Turn Off All Sandbox Faults',
    'clear-all',
    /^faults on\b/,
    'inline@2',
    '1_faults@2',
  ),
  [Command.moveClock]: changeSandbox(
    'Advance Sandbox Clock…',
    'debug-step-over',
    /^clock\b/,
    'inline@1',
    '1_clock@1',
  ),
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
