import { Command, ContextKey } from '../manifest.ts';
import { command, row } from './command.ts';
import { CONNECTED, reportTitle, singleViewItem, viewItem, viewTitle } from './menus.ts';

/** Commands for the local receiver. */
export const receiverCommands = {
  [Command.startReceiver]: command({
    title: 'Start Local Receiver',
    icon: 'inbox',
    enablement: `!${ContextKey.receiverRunning}`,
    needsTrust: true,
    menus: [viewTitle('webhooks', 'navigation@0', `!${ContextKey.receiverRunning}`)],
  }),
  [Command.stopReceiver]: command({
    title: 'Stop Local Receiver…',
    icon: 'debug-stop',
    enablement: ContextKey.receiverRunning,
    ignoresRow: true,
    menus: [viewItem('webhooks', /^receiver\b/, 'inline@3', '7_stop@1')],
  }),
  [Command.answerReceiver]: command({
    title: 'Choose Answer of Local Receiver…',
    icon: 'reply',
    palette: false,
    enablement: ContextKey.receiverRunning,
    needsTrust: true,
    ignoresRow: true,
    menus: [viewItem('webhooks', /^receiver\b/, 'inline@2', '1_use@2')],
  }),
  [Command.registerReceiver]: command({
    title: 'Register Local Receiver',
    icon: 'plug',
    palette: CONNECTED,
    needsTrust: true,
    ignoresRow: true,
    menus: [
      viewItem('webhooks', /^receiver unregistered\b/, 'inline@1'),
      viewItem('webhooks', /^receiver\b/, '1_use@1'),
    ],
  }),
  [Command.clearReceiver]: command({
    title: 'Clear Received Deliveries',
    icon: 'clear-all',
    palette: false,
    enablement: ContextKey.receiverRunning,
    ignoresRow: true,
    menus: [viewItem('webhooks', /^receiver\b/, '3_clear@1')],
  }),
  [Command.copyReceiverAddress]: command({
    title: 'Copy Address of Local Receiver',
    icon: 'copy',
    palette: false,
    enablement: ContextKey.receiverRunning,
    ignoresRow: true,
    menus: [viewItem('webhooks', /^receiver\b/, '2_copy@1')],
  }),
  [Command.showReceived]: command(
    {
      title: 'Show Received Delivery',
      icon: 'go-to-file',
      palette: false,
      menus: [singleViewItem('webhooks', /^received\b/, '1_open@1')],
    },
    row('received'),
  ),
  [Command.replayReceived]: command(
    {
      title: 'Replay Delivery…',
      icon: 'debug-restart',
      palette: false,
      needsTrust: true,
      menus: [
        singleViewItem('webhooks', /^received\b/, 'inline@1', '1_open@2'),
        reportTitle('received', 'navigation@1'),
      ],
    },
    row('received'),
  ),
};
