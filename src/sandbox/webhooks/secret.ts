import { randomBytes } from 'node:crypto';

/** A new signing secret in the form `whsec_…` (wire facts 12). */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
