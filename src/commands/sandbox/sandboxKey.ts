import { confirmed, done } from '../prompts/ask.ts';
import { runningSandbox } from './sandboxClient.ts';
import type { SandboxServices } from './sandboxServices.ts';

/** Revokes the API key of the running sandbox after confirmation; a restart creates a new one. */
export async function revokeKey(services: SandboxServices): Promise<void> {
  const client = await runningSandbox(services);
  if (!client) return;
  const detail =
    'Every request with it is refused at once, also those of this window. This cannot be undone; ' +
    'restart the sandbox to get a new key. Its data stays.';
  if (!(await confirmed('Revoke the API key of the sandbox?', detail, 'Revoke'))) return;
  await client.revokeKey({});
  done('The API key of the sandbox is revoked.');
  await services.sandboxStore.refresh();
}
