import type { Connection } from '../stores/connection.ts';
import type { SandboxProcess } from './sandboxProcess.ts';

/** Returns the base URL of a connection. Starts the sandbox if needed, since it has an address only while it runs. */
export async function readBaseUrl(
  { kind, baseUrl }: Connection,
  sandbox: Pick<SandboxProcess, 'start'>,
): Promise<string> {
  return kind === 'sandbox' ? (await sandbox.start()).baseUrl : baseUrl;
}
