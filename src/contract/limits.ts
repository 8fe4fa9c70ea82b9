/** The limits of the API: lengths in characters, counts in entries (spec 8, or as noted). */
export const Limits = {
  flowName: 256,
  flowDescription: 2048,
  flowDevices: 256,
  flowActions: { min: 1 },
  cooldownSeconds: { min: 0 },
  selfHealingAttempts: { min: 1, max: 5 },
  search: { min: 1, max: 256 },
  idempotencyKey: 255,
  mailboxLabel: 100,
  messagePage: { min: 1, max: 100 },
  /** The minimum of the lengths of passcodes to search (wire facts 15). */
  passcodeLength: { min: 3 },
  /** The maximum page size of a page-based list (wire facts 2). */
  page: 100,
  /** The default page size (a guess, wire facts 2). */
  defaultPage: 20,
  /** The maximum length of a task search (wire facts 2). */
  taskQuery: 128,
  /** Webhook limits (wire facts 11). */
  webhookUrl: 2048,
  webhookEventTypes: 100,
  eventType: 256,
  webhookDescription: 500,
  /** The maximum length of ingested event types (wire facts 7). */
  ingestEventType: 128,
  /** Name of a device (wire facts 8). */
  deviceName: 64,
  /** The minimum duration of a swipe in milliseconds (wire facts 9). */
  swipeDuration: { min: 10 },
  /** The text of a clipboard (a guess, wire facts 9). */
  clipboard: 100_000,
  /** The lengths of a path and of a file name on a device (a guess, wire facts 9). */
  devicePath: 1024,
  fileName: 255,
  /** The length of the type of a file (a guess, wire facts 19). */
  mimeType: 255,
  /** The length of a browser script (a guess, wire facts 9). */
  script: 100_000,
  /** The maximum schedule jitter in minutes (wire facts 5). */
  jitterMinutes: 1440,
} as const;

/** The pattern of an idempotency key: 1 to 255 printable ASCII characters (spec 4.1). */
export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7E]{1,255}$/;

/** The pattern of a binding hash: SHA-256 in lower-case hex (spec 4.1). */
export const BINDING_HASH_PATTERN = /^[0-9a-f]{64}$/;

/** The form of the key of a step, by which expressions read it (wire facts 18). */
export const STEP_KEY_FORM = /^(?:[a-z][a-z0-9_-]{0,63}|_(?:[a-z0-9-][a-z0-9_-]{0,62})?)$/;
/** The words that are no keys, because templates of one version or another begin with them (wire facts 18). */
export const RESERVED_STEP_KEYS: readonly string[] = [
  'trigger',
  'flow',
  'event',
  'user',
  'now',
  'chaindepth',
  'steps',
  'prev',
  'source',
  'schedule',
  'loop',
  'results',
  'execution',
  'owner',
  'constructor',
  'prototype',
];
