import type { commands } from '../contributions/commands.ts';
import { activityHandlers } from './activity/activityHandlers.ts';
import { appHandlers } from './apps/appHandlers.ts';
import { connectionHandlers } from './connections/connectionHandlers.ts';
import { credentialHandlers } from './credentials/credentialHandlers.ts';
import { deviceHandlers } from './devices/deviceHandlers.ts';
import { flowHandlers } from './flows/flowHandlers.ts';
import { mailboxHandlers } from './mailboxes/mailboxHandlers.ts';
import { recordHandlers } from './records/recordHandlers.ts';
import { sandboxHandlers } from './sandbox/sandboxHandlers.ts';
import { webhookHandlers } from './webhooks/webhookHandlers.ts';
import type { Handlers, Services } from './commandServices.ts';

/** The handlers of all commands. */
export const handlers: Handlers<Services, typeof commands> = {
  ...activityHandlers,
  ...appHandlers,
  ...connectionHandlers,
  ...credentialHandlers,
  ...deviceHandlers,
  ...flowHandlers,
  ...mailboxHandlers,
  ...recordHandlers,
  ...sandboxHandlers,
  ...webhookHandlers,
};
