import type { Services } from '../commandServices.ts';
import type { OnEachServices } from '../prompts/onEach.ts';

/** The services that the commands for webhooks and the local receiver use. */
export type WebhookServices = OnEachServices &
  Pick<
    Services,
    | 'createdWebhooks'
    | 'deliveries'
    | 'judgeAttempt'
    | 'log'
    | 'receiver'
    | 'run'
    | 'secretClipboard'
    | 'verifyPastedDelivery'
    | 'webhookSecrets'
  >;
