import type { Client } from '../../src/client/client.ts';
import type { HttpEndpoint } from '../../src/contract/records/webhook.ts';

/** Creates a webhook endpoint with a URL. */
export async function createEndpoint(
  client: Client,
  body: HttpEndpoint,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { id, secret } = (await client.createWebhook({ body })).value.data;
  if (secret == null) throw new Error('The endpoint has no secret.');
  return { id, secret };
}
