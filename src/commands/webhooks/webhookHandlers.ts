import type { receiverCommands } from '../../contributions/receiver.ts';
import type { webhookCommands } from '../../contributions/webhooks.ts';
import { Command } from '../../manifest.ts';
import type { Handlers } from '../commandServices.ts';
import { showDelivery } from './deliveries.ts';
import {
  answerReceiver,
  clearReceiver,
  copyReceiverAddress,
  startReceiver,
  stopReceiver,
} from './receiver.ts';
import { replayReceived, showReceived } from './receiverDeliveries.ts';
import { registerReceiver } from './receiverRegister.ts';
import { filterWebhooks, refreshWebhooks, searchWebhooks } from './webhookList.ts';
import type { WebhookServices } from './webhookServices.ts';
import { deleteWebhook, disableWebhook, enableWebhook } from './webhookState.ts';
import { testWebhook } from './webhookTest.ts';
import { copyWebhookSecret, createWebhook, editWebhookEvents, rotateWebhook } from './webhooks.ts';

// Repeated calls while one is running, such as by a double-click, share its result.
function oneAtATime<S>(handler: (services: S) => Promise<void>): (services: S) => Promise<void> {
  let running: Promise<void> | undefined;
  return services =>
    (running ??= handler(services).finally(() => {
      running = undefined;
    }));
}

/** The handlers of the commands of this folder. */
export const webhookHandlers: Handlers<WebhookServices, typeof receiverCommands & typeof webhookCommands> = {
  [Command.refreshWebhooks]: refreshWebhooks,
  [Command.searchWebhooks]: searchWebhooks,
  [Command.filterWebhooks]: filterWebhooks,
  [Command.createWebhook]: createWebhook,
  [Command.testWebhook]: testWebhook,
  [Command.rotateWebhook]: rotateWebhook,
  [Command.copyWebhookSecret]: copyWebhookSecret,
  [Command.editWebhookEvents]: editWebhookEvents,
  [Command.enableWebhook]: enableWebhook,
  [Command.disableWebhook]: disableWebhook,
  [Command.deleteWebhook]: deleteWebhook,
  [Command.showDelivery]: showDelivery,
  [Command.verifyDelivery]: ({ verifyPastedDelivery }) => verifyPastedDelivery(),
  [Command.startReceiver]: startReceiver,
  [Command.stopReceiver]: stopReceiver,
  [Command.answerReceiver]: answerReceiver,
  [Command.registerReceiver]: oneAtATime(registerReceiver),
  [Command.clearReceiver]: clearReceiver,
  [Command.copyReceiverAddress]: copyReceiverAddress,
  [Command.showReceived]: showReceived,
  [Command.replayReceived]: replayReceived,
};
