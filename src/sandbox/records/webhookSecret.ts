import { randomBytes } from 'node:crypto';

/** Generates a signing secret in the format `whsec_…` (wire facts 12). */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
