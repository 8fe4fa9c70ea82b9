import type { App, AppVersion } from '../../contract/records/app.ts';
import type { Device } from '../../contract/records/device.ts';
import type { MailboxMessage } from '../../contract/records/mailbox.ts';
import type * as z from 'zod';
import type { DemoDevice } from '../demo/devices.ts';

/** A record as it is stored: what is answered, and beside it what only the sandbox knows. */
export type Stored<T, Inside> = T & { readonly sandbox: Inside };

/** A device with its country, what it can do and how it is built (wire facts 8, 9). */
export type StoredDevice = Stored<Device, Omit<DemoDevice, 'device'>>;

/** A message with its whole text. */
export type StoredMessage = Stored<MailboxMessage, { readonly body: string }>;

/** An app with its versions, newest first (wire facts 13). */
export type StoredApp = Stored<App, { readonly versions: readonly z.output<typeof AppVersion>[] }>;

/** A stored record without what only the sandbox knows. */
export function answered<T, Inside>(stored: Stored<T, Inside>): T {
  return { ...stored, sandbox: undefined };
}
