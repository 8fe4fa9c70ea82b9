import { Command } from '../manifest.ts';
import { command, rows, row } from './command.ts';
import { rowCommands, listCommand, viewCommand } from './commandKinds.ts';
import { CONNECTED, singleViewItem, viewItem, viewTitle } from './menus.ts';

const changeWebhooks = rowCommands('webhooks', viewItem, rows('webhook'), { needsTrust: true });
const changeWebhook = rowCommands('webhooks', singleViewItem, row('webhook'), { needsTrust: true });

/** Commands for webhook endpoints and their deliveries. */
export const webhookCommands = {
  [Command.refreshWebhooks]: viewCommand('Refresh Webhooks', 'refresh', 'webhooks', 'navigation@3'),
  [Command.searchWebhooks]: listCommand('Search Webhooks…', 'search', 'webhooks', 'navigation@2'),
  [Command.filterWebhooks]: listCommand('Filter Webhooks…', 'filter', 'webhooks', '1_list@1'),
  [Command.createWebhook]: command({
    title: 'Create Webhook…',
    icon: 'add',
    palette: CONNECTED,
    needsTrust: true,
    menus: [viewTitle('webhooks', 'navigation@1', CONNECTED)],
  }),
  [Command.testWebhook]: changeWebhooks('Send Test Event', 'send', /^webhook\b/, 'inline@1', '1_use@1'),
  [Command.rotateWebhook]: changeWebhook(
    'Rotate Signing Secret…',
    undefined,
    /^webhook\b(?!.*\b(bare|unsigned)\b)/,
    '2_change@4',
  ),
  [Command.copyWebhookSecret]: command(
    {
      title: 'Copy Signing Secret',
      palette: false,
      menus: [singleViewItem('webhooks', /^webhook\b(?!.*\bunsigned\b)/, '9_copy@2')],
    },
    row('webhook'),
  ),
  [Command.editWebhookEvents]: changeWebhook(
    'Choose Webhook Events…',
    undefined,
    /^webhook\b(?!.*\bbare\b)/,
    '2_change@1',
  ),
  [Command.enableWebhook]: changeWebhooks(
    'Enable Webhook',
    undefined,
    /^webhook\b.*\b(off|blocked)\b/,
    '2_change@2',
  ),
  [Command.disableWebhook]: changeWebhooks('Disable Webhook', undefined, /^webhook\b.*\bon\b/, '2_change@3'),
  [Command.deleteWebhook]: changeWebhooks('Delete Webhook…', undefined, /^webhook\b/, '7_delete@1'),
  [Command.showDelivery]: command(
    {
      title: 'Show Delivery',
      icon: 'go-to-file',
      palette: false,
      menus: [singleViewItem('webhooks', /^delivery\b/, '1_open@1')],
    },
    row('delivery'),
  ),
  [Command.verifyDelivery]: command({
    title: 'Verify Pasted Webhook Delivery…',
    icon: 'verified',
    menus: [viewTitle('webhooks', '1_list@2', CONNECTED)],
  }),
};
