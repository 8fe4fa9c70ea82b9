import type { App, AppVersion } from '../../contract/records/app.ts';
import type { Device } from '../../contract/records/device.ts';
import type { MailboxMessage } from '../../contract/records/mailbox.ts';
import type * as z from 'zod';

/** A record as it is stored: what is answered, and beside it what only the sandbox knows. */
export type Stored<T, Inside> = T & { readonly sandbox: Inside };

/** A device with its country and what it can do (wire facts 8). */
export type StoredDevice = Stored<
  Device,
  { readonly country: string; readonly capabilities: Readonly<Record<string, boolean>> }
>;

/** A message with its whole text. */
export type StoredMessage = Stored<MailboxMessage, { readonly body: string }>;

/** An app with its versions, newest first (wire facts 13). */
export type StoredApp = Stored<App, { readonly versions: readonly z.output<typeof AppVersion>[] }>;

/** A stored record without what only the sandbox knows. */
export function answered<T, Inside>(stored: Stored<T, Inside>): T {
  return { ...stored, sandbox: undefined };
}
