import type { Services } from '../commandServices.ts';
import type { BulkServices } from '../prompts/runOnEach.ts';

/** The services that the commands for webhooks and the local receiver use. */
export type WebhookServices = BulkServices &
  Pick<
    Services,
    | 'createdWebhooks'
    | 'deliveries'
    | 'judgeAttempt'
    | 'log'
    | 'receiver'
    | 'run'
    | 'secretClipboard'
    | 'webhookSecrets'
  >;
