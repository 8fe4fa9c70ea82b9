import type * as z from 'zod';
import type { TerminationReason } from '../../contract/enumerations.ts';
import type { App, AppVersion } from '../../contract/records/app.ts';
import type { Attempt, Delivery } from '../../contract/records/delivery.ts';
import type { Device } from '../../contract/records/device.ts';
import type { Execution } from '../../contract/records/execution.ts';
import type { Location } from '../../contract/records/gesture.ts';
import type { MailboxMessage } from '../../contract/records/mailbox.ts';
import type { AppEvent } from '../../contract/records/trigger.ts';
import type { Webhook } from '../../contract/records/webhook.ts';
import type { Gesture, Proxy } from '../../contract/sandbox/devices.ts';
import type { DemoDevice } from '../demo/devices.ts';
import type { PhoneState } from '../phone/state.ts';
import type { World } from '../phone/world.ts';

/** A record as it is stored: what is answered, and beside it what only the sandbox knows. */
export type Stored<T, Inside> = T & { readonly sandbox: Inside };

/** A device with its country, what it can do and how it is built (wire facts 8, 9). */
export type StoredDevice = Stored<Device, Omit<DemoDevice, 'device'>>;

/** The simulated phone behind a device, under the device's id. */
export interface StoredPhone {
  readonly id: string;
  readonly updatedAt: string;
  readonly state: PhoneState;
  /** The simulated position, or null for the real one. */
  readonly position: Location | null;
  /** Whether pictures show the last gesture. */
  readonly overlayVisible: boolean;
  readonly proxy: Proxy | null;
  readonly files: readonly PhoneFile[];
}

/** A file in a folder of a phone. */
export interface PhoneFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** A gesture as a phone carried it out. */
export type StoredGesture = Gesture & { readonly deviceId: string };

/** A connection of an inbox with what its consent needs (spec 2.5, 4.1). */
export interface StoredConnection {
  readonly id: string;
  readonly mailboxId: string;
  /** Where a person consents, below the origin, which may be another after a restart. */
  readonly linkPath: string;
  readonly status: 'pending' | 'active' | 'expired' | 'removed';
  readonly address: string | null;
  readonly label: string | null;
  readonly bindingHash: string | null;
  /** Fingerprint of what names the connection in its link. */
  readonly tokenHash: string;
  readonly createdAt: string;
  /** Until when the link can be used. */
  readonly expiresAt: string;
}

/** A call with an idempotency key, under the hash of the key (spec 4.1). */
export interface StoredIntent {
  readonly id: string;
  readonly createdAt: string;
  readonly bodyHash: string;
  readonly state: 'inFlight' | 'done' | 'refused';
  /** What the call made. */
  readonly resultId: string | null;
}

/** What a task's record does not tell (wire facts 10). */
export interface StoredTaskRun {
  readonly id: string;
  readonly updatedAt: string;
  /** Why it ended other than by itself. */
  readonly terminationReason: TerminationReason | null;
  readonly lastResponse: string | null;
}

/** Something that happened in a task. */
export interface StoredTaskEvent {
  readonly id: string;
  readonly taskId: string;
  readonly event: string;
  readonly data: unknown;
}

/** The screen of a task's device at one of its steps; the id is the secret part of its addresses. */
export interface StoredTaskScreen {
  readonly id: string;
  readonly taskId: string;
  readonly displayId: number;
  readonly state: PhoneState;
  readonly world: World;
}

/** An address that waits for one call; the id is the secret part of it. */
export interface StoredCallback {
  readonly id: string;
  readonly createdAt: string;
  readonly called: boolean;
  readonly body: unknown;
}

/** A message with its whole text. */
export type StoredMessage = Stored<MailboxMessage, { readonly body: string }>;

/** An app with its versions, newest first (wire facts 13). */
export type StoredApp = Stored<App, { readonly versions: readonly z.output<typeof AppVersion>[] }>;

/** An execution with the moment it was queued, in ISO 8601, by which lists are ordered, and what it verified. */
export type StoredExecution = Stored<
  Execution,
  {
    readonly queuedAt: string;
    /** Fingerprint of the flow's graph as the execution ran it (spec 3.1). */
    readonly graph: string;
    /** The devices it runs on; empty for a flow without devices. */
    readonly deviceIds?: readonly string[];
  }
>;

/** A webhook endpoint with its signing secret, which is answered by create and rotate only (spec 6.1). */
export type StoredWebhook = Stored<
  Webhook,
  {
    readonly secret: string;
    /** Failed attempts in a row; none where absent. */
    readonly failures?: number;
  }
>;

/** A delivery with its attempts and the body as it is signed and sent (spec 6.2). */
export type StoredDelivery = Stored<
  Delivery,
  { readonly rawBody: string; readonly attempts: readonly Attempt[] }
>;

/** An app event that happened (wire facts 5). */
export type StoredAppEvent = z.output<typeof AppEvent>;

/** A stored record without what only the sandbox knows. */
export function answered<T, Inside>(stored: Stored<T, Inside>): T {
  return { ...stored, sandbox: undefined };
}
