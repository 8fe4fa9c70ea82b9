import { Command } from '../manifest.ts';
import { command, type Lines } from './command.ts';
import { CONNECTED, listTitle, singleViewItem, viewItem, viewTitle } from './menus.ts';

/** Commands for webhook endpoints and their deliveries. */
export const webhookCommands = {
  [Command.refreshWebhooks]: command({
    title: 'Refresh Webhooks',
    icon: 'refresh',
    menus: [viewTitle('webhooks', 'navigation@3', CONNECTED)],
  }),
  [Command.searchWebhooks]: command({
    title: 'Search Webhooks…',
    icon: 'search',
    menus: [listTitle('webhooks', 'navigation@2')],
  }),
  [Command.filterWebhooks]: command({
    title: 'Filter Webhooks…',
    icon: 'filter',
    menus: [listTitle('webhooks', '1_list@1')],
  }),
  [Command.createWebhook]: command({
    title: 'Create Webhook…',
    icon: 'add',
    needsTrust: true,
    menus: [viewTitle('webhooks', 'navigation@1', CONNECTED)],
  }),
  [Command.testWebhook]: command<Lines<'webhook'>>({
    title: 'Send Test Event',
    icon: 'send',
    needsTrust: true,
    menus: [viewItem('webhooks', /^webhook\b/, 'inline@1', '1_use@1')],
  }),
  [Command.rotateWebhook]: command<Lines<'webhook'>>({
    title: 'Rotate Signing Secret…',
    needsTrust: true,
    menus: [singleViewItem('webhooks', /^webhook\b(?!.*\bbare\b)/, '2_change@4')],
  }),
  [Command.copyWebhookSecret]: command<Lines<'webhook'>>({
    title: 'Copy Signing Secret',
    menus: [singleViewItem('webhooks', /^webhook\b/, '9_copy@2')],
  }),
  [Command.editWebhookEvents]: command<Lines<'webhook'>>({
    title: 'Choose Webhook Events…',
    needsTrust: true,
    menus: [singleViewItem('webhooks', /^webhook\b(?!.*\bbare\b)/, '2_change@1')],
  }),
  [Command.enableWebhook]: command<Lines<'webhook'>>({
    title: 'Enable Webhook',
    needsTrust: true,
    menus: [viewItem('webhooks', /^webhook\b.*\b(off|blocked)\b/, '2_change@2')],
  }),
  [Command.disableWebhook]: command<Lines<'webhook'>>({
    title: 'Disable Webhook',
    needsTrust: true,
    menus: [viewItem('webhooks', /^webhook\b.*\bon\b/, '2_change@3')],
  }),
  [Command.deleteWebhook]: command<Lines<'webhook'>>({
    title: 'Delete Webhook…',
    needsTrust: true,
    menus: [viewItem('webhooks', /^webhook\b/, '7_delete@1')],
  }),
  [Command.showDelivery]: command<Lines<'delivery'>>({
    title: 'Show Delivery',
    icon: 'go-to-file',
    palette: false,
    menus: [singleViewItem('webhooks', /^delivery\b/, '1_open@1')],
  }),
  [Command.verifyDelivery]: command({
    title: 'Verify Pasted Webhook Delivery…',
    icon: 'verified',
    menus: [viewTitle('webhooks', '1_list@2', CONNECTED)],
  }),
};
