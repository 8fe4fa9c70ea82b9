import type { Connection } from '../stores/connection.ts';
import type { SandboxProcess } from './sandboxProcess.ts';

/** The address that requests of a connection go to. The sandbox, which has one only while it runs, is started. */
export async function baseUrlOf(
  { kind, baseUrl }: Connection,
  sandbox: Pick<SandboxProcess, 'start'>,
): Promise<string> {
  return kind === 'sandbox' ? (await sandbox.start()).baseUrl : baseUrl;
}
