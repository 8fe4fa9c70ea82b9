/** Bounds of the interface: lengths in characters, counts in entries (spec 8, or as noted). */
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
  /** Largest page asked of a page-based list (wire facts 2). */
  page: 100,
  /** Page size of a list that names none (a guess, wire facts 2). */
  defaultPage: 20,
  /** Task search (wire facts 2). */
  taskQuery: 128,
  /** Webhook bounds (wire facts 11). */
  webhookUrl: 2048,
  webhookEventTypes: 100,
  eventType: 256,
  webhookDescription: 500,
  /** Ingested event types (wire facts 7). */
  ingestEventType: 128,
  /** Name of a device (wire facts 8). */
  deviceName: 64,
  /** Shortest swipe in milliseconds (wire facts 9). */
  swipeDuration: { min: 10 },
  /** Schedule jitter in minutes (wire facts 5). */
  jitterMinutes: 1440,
} as const;

/** Form of an idempotency key: 1 to 255 printable ASCII characters (spec 4.1). */
export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7E]{1,255}$/;

/** Form of a binding hash: SHA-256 as lower-case hex (spec 4.1). */
export const BINDING_HASH_PATTERN = /^[0-9a-f]{64}$/;
