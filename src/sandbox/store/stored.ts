import type * as z from 'zod';
import type { TerminationReason } from '../../contract/enumerations.ts';
import type { AgentFile } from '../../contract/records/agentFile.ts';
import type { App, AppVersion } from '../../contract/records/app.ts';
import type { Credential } from '../../contract/records/credential.ts';
import type { DeliveryAttempt, Delivery } from '../../contract/records/delivery.ts';
import type { Device } from '../../contract/records/device.ts';
import type { Execution, ExecutionStep } from '../../contract/records/execution.ts';
import type { Location } from '../../contract/records/gesture.ts';
import type { Attachment, Mailbox, MailboxMessage } from '../../contract/records/mailbox.ts';
import type { DeviceProfile, SaveProfile } from '../../contract/records/profile.ts';
import type { ScreenRecording } from '../../contract/records/screenRecording.ts';
import type { AppEvent } from '../../contract/records/trigger.ts';
import type { UiState } from '../../contract/records/uiState.ts';
import type { Webhook } from '../../contract/records/webhook.ts';
import type { Gesture } from '../../contract/sandbox/devices.ts';
import type { TraceRun, TraceStep } from '../../contract/sandbox/traces.ts';
import type { PhoneState, Platform } from '../phone/state.ts';
import type { ScreenContext } from '../phone/screenContext.ts';

/** A stored record: the fields of replies, plus `sandbox` with internal data. */
type Stored<T, Inside> = T & { readonly sandbox: Inside };

/** A device with its country, capabilities and displays (wire facts 8, 9). */
export type StoredDevice = Stored<
  Device,
  {
    /** An ISO 3166 country code of two capital letters. */
    readonly country: string;
    readonly capabilities: Readonly<Record<string, boolean>>;
    readonly platform: Platform;
    /** True if the device has a display 1 in addition to display 0. */
    readonly secondDisplay: boolean;
    /** The real phone that the device is; undefined for a simulated one. */
    readonly phone?: RealPhoneAddress;
  }
>;

/** A phone that a user has added: of an adb server, or a device of a service. */
export type RealPhoneAddress =
  | { readonly driver: 'adb'; readonly serial: string }
  | {
      readonly driver: 'service';
      readonly serviceId: string;
      readonly serviceName: string;
      readonly deviceId: string;
    };

/** The simulated phone of a device; its ID is that of the device. */
export interface StoredPhone {
  readonly id: string;
  readonly updatedAt: string;
  readonly state: PhoneState;
  /** The sandbox time at which another screen opened last, in milliseconds since 1970. */
  readonly openedAt?: number;
  /** The simulated position, or null for the real one. */
  readonly position: Location | null;
  /** True if screenshots show the last gesture. */
  readonly overlayVisible: boolean;
  /** The proxy without its address and password, which nothing needs. */
  readonly proxy: { readonly name?: string | undefined } | null;
  /** The identity that a profile has set; undefined for the own one of the device. */
  readonly identity?: Pick<SaveProfile['spec'], 'identifiers' | 'carrier'> | undefined;
}

/** A profile of devices (wire facts 9). */
export type StoredProfile = DeviceProfile & Pick<SaveProfile, 'spec'>;

/** A file on a simulated phone. */
export interface StoredPhoneFile {
  /** The device ID and the hash of the path. */
  readonly id: string;
  readonly deviceId: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly modifiedAt: string;
  readonly base64: string;
}

/** A file of agents; its ID is the `fileId`. */
export type StoredAgentFile = Stored<
  AgentFile & { readonly id: string },
  {
    readonly state: 'pending' | 'ready';
    /** The content; null until it has arrived. */
    readonly base64: string | null;
  }
>;

/** A URL of a file; the ID is its secret part. */
export interface StoredFileLink {
  readonly id: string;
  readonly fileId: string;
  /** The time in ISO 8601 format when the URL expires. */
  readonly expiresAt: string;
}

export type StoredGesture = Gesture & { readonly deviceId: string };

/** A screen recording with the display that it shows; the video is drawn from its screens when somebody asks for it. */
/** A step of a run at its place. */
export interface RecordedStep {
  readonly flowActionId: string | null;
  readonly index: number;
  readonly childIndex: number | null;
  readonly round: number | null;
}

export type StoredScreenRecording = Stored<
  ScreenRecording & {
    readonly deviceId: string;
    readonly startedAt: string;
    readonly expiresAt: string;
    /** The run that it records; null if a caller started it. A field that only the sandbox has. */
    readonly executionId: string | null;
  },
  {
    readonly displayId: number;
    /** Why the recording was cut short; null if it was not. */
    readonly limitReason: string | null;
    /** The step of the run that it records; undefined for a whole run. */
    readonly step?: RecordedStep;
  }
>;

/** A screen that a screen recording shows from a moment on. */
export interface RecordedScreen {
  readonly id: string;
  readonly createdAt: string;
  readonly recordingId: string;
  readonly state: PhoneState;
  readonly world: ScreenContext;
  readonly hideOverlay: boolean;
}

export interface RecordedGesture {
  readonly id: string;
  readonly createdAt: string;
  readonly recordingId: string;
  readonly gesture: Gesture;
}

/** A connection to an inbox, with the data for its consent (spec 2.5, 4.1). */
export interface StoredConnection {
  readonly id: string;
  readonly mailboxId: string;
  /** The path of the consent page; the origin is not stored, because it may change with a restart. */
  readonly linkPath: string;
  readonly status: 'pending' | 'active' | 'expired' | 'removed';
  readonly address: string | null;
  readonly label: string | null;
  readonly bindingHash: string | null;
  /** The hash of the token in the consent link. */
  readonly tokenHash: string;
  readonly createdAt: string;
  /** The time in ISO 8601 format when the link expires. */
  readonly expiresAt: string;
}

/** A call with an idempotency key; its ID is a hash of operation and key (spec 4.1). */
export interface StoredIntent {
  readonly id: string;
  readonly createdAt: string;
  readonly bodyHash: string;
  readonly state: 'inFlight' | 'done' | 'refused';
  /** The ID of the record that the call created. */
  readonly resultId: string | null;
  /** The answer, where a repetition gets the first one. */
  readonly answer?: unknown;
}

/** The run of a task, with data missing from the task's record (wire facts 10). */
export interface StoredTaskRun {
  readonly id: string;
  readonly updatedAt: string;
  /** The reason why the task was terminated, if it did not complete. */
  readonly terminationReason: TerminationReason | null;
  readonly lastResponse: string | null;
}

/** An event in the trajectory of a task. */
export interface StoredTaskEvent {
  readonly id: string;
  readonly taskId: string;
  readonly event: string;
  readonly data: unknown;
}

/** The screen of a task's device at one of its steps; the ID is the secret part of its URLs. */
export interface StoredTaskScreen {
  readonly id: string;
  readonly taskId: string;
  readonly displayId: number;
  readonly state: PhoneState;
  readonly world: ScreenContext;
}

/** A URL that waits for one call; the ID is its secret part. */
export interface StoredCallback {
  readonly id: string;
  readonly createdAt: string;
  readonly called: boolean;
  readonly body: unknown;
}

/** A mailbox; `checkoutUrl` is the path of a page of the sandbox. */
export type StoredMailbox = Mailbox & {
  /** The time in ISO 8601 format until which a mailbox is being created. */
  readonly sandbox?: { readonly readyAt: string } | undefined;
};

/** A message with its full text. */
export type StoredMessage = Stored<
  MailboxMessage,
  { readonly body: string; readonly attachments?: readonly Attachment[] | undefined }
>;

/** An app with its versions, newest first (wire facts 13). */
export type StoredApp = Stored<App, { readonly versions: readonly z.output<typeof AppVersion>[] }>;

/** A file of an app version that waits to be uploaded; the ID is the secret part of its URL. */
export interface StoredUpload {
  readonly id: string;
  readonly createdAt: string;
  readonly appId: string;
  readonly versionId: string;
  readonly fileName: string;
  /** The expected SHA-256 in hex, or null. */
  readonly sha256: string | null;
  /** The size of the file in bytes; null until all of it has arrived. */
  readonly sizeBytes: number | null;
}

/** An attempt to install an app in the background. */
export interface StoredAppInstall {
  readonly id: string;
  readonly deviceId: string;
  readonly appId: string;
  readonly platform: string;
  readonly status: string;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly errorClass?: string;
}

/** An app under which credentials are kept. */
export interface StoredCredentialPackage {
  readonly id: string;
  readonly packageName: string;
  readonly createdAt: string;
}

export type StoredCredential = Stored<Credential & { readonly id: string }, { readonly createdAt: string }>;

/** An execution with its steps, as far as it has ended. */
export type ExecutionWithSteps = Execution & {
  readonly result: { readonly steps: readonly ExecutionStep[] };
};

/** An execution with the time it was queued, in ISO 8601 format, by which lists are ordered by default. */
export type StoredExecution = Stored<
  ExecutionWithSteps,
  {
    readonly queuedAt: string;
    /** The hash of the flow's graph at the start of the execution (spec 3.1). */
    readonly graph: string;
    /** The devices it runs on; empty for a flow without devices. */
    readonly deviceIds?: readonly string[];
    /** True for a run that may send requests only to this computer. */
    readonly isConfined?: boolean;
  }
>;

/** A webhook endpoint with its signing secret, returned only on creation and rotation (spec 6.1). */
export type StoredWebhook = Stored<
  Webhook,
  {
    readonly secret: string;
    /** The number of consecutive failed attempts; 0 if undefined. */
    readonly failures?: number;
  }
>;

/** A delivery with its attempts and its body as signed and sent (spec 6.2). */
export type StoredDelivery = Stored<
  Delivery,
  { readonly rawBody: string; readonly attempts: readonly DeliveryAttempt[] }
>;

export type StoredAppEvent = z.output<typeof AppEvent>;

/** A step of an unfinished run. */
export interface StoredStep {
  /** The execution ID and the number of the step in it. */
  readonly id: string;
  readonly executionId: string;
  readonly step: ExecutionStep;
}

/** A file stored with a run of a flow, such as a screenshot. */
export interface RunFile {
  readonly id: string;
  readonly executionId: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly base64: string;
}

/** The evidence of a run, except for its steps and screens; its ID is that of the execution. */
export interface StoredTrace {
  readonly id: string;
  readonly flowId: string;
  readonly createdAt: string;
  /** For a debug run that is a trial, everything about the run; otherwise what its execution lacks. */
  readonly run: Pick<
    TraceRun,
    | 'payload'
    | 'devices'
    | 'error'
    | 'flowName'
    | 'triggerName'
    | 'kind'
    | 'status'
    | 'startedAt'
    | 'finishedAt'
  >;
}

/** The evidence of one step of a run. */
export interface StoredTraceStep {
  readonly id: string;
  readonly executionId: string;
  readonly step: TraceStep;
}

/** A screen of a run: the state from which a simulated one is drawn, or what a real phone showed. */
export type StoredTraceScreen = {
  /** The execution ID and the hash of the content. */
  readonly id: string;
  readonly executionId: string;
  readonly deviceId: string;
} & (DrawnScreen | CapturedScreen);

/** A screen of a simulated phone, which is drawn when it is wanted. */
export interface DrawnScreen {
  readonly state: PhoneState;
  readonly world: ScreenContext;
}

/** A screen of a real phone, without secrets. */
export interface CapturedScreen {
  readonly takenAt: string;
  /** The time that the phone took, in milliseconds. */
  readonly tookMs: number;
  readonly tree: UiState | null;
  /** The PNG picture in Base64. */
  readonly picture: string | null;
  /** The reason why a part is missing. */
  readonly problem: string | null;
  /** Known for runs that settle. */
  readonly theme?: 'light' | 'dark';
}

export interface StoredJob {
  readonly id: string;
  readonly kind: string;
  /** The scheduled time in ISO 8601 format. */
  readonly runAt: string;
  readonly started: boolean;
  readonly attempts: number;
  readonly payload: unknown;
}

/** Returns a record without its internal data. */
export function toResponse<T, Inside>(stored: Stored<T, Inside>): T {
  return { ...stored, sandbox: undefined };
}
