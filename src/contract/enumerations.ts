/** Services an action belongs to (spec 2.3). */
export const ACTION_SERVICES = ['tasks_api', 'devices_api', 'agents_api', 'webhooks'] as const;
/** One of the services an action belongs to (spec 2.3). */
export type ActionService = (typeof ACTION_SERVICES)[number];

/** What a cooldown is counted for (spec 2.1). */
export const COOLDOWN_SCOPES = ['flow', 'device'] as const;

/** Health of a flow (wire facts 3). */
export const FLOW_STATUSES = ['healthy', 'failing', 'blocked'] as const;

/** Why a flow failed last (wire facts 3). */
export const FLOW_FAILURE_CODES = [
  'device_not_found',
  'permission_denied',
  'client_error',
  'transient',
  'logic',
  'invalid_config',
] as const;

/** Where a flow stands in its life; a guess, kept open (wire facts 3). */
export const FLOW_LIFECYCLES = ['draft', 'active', 'archived'] as const;

/** How a trigger is started (wire facts 5). */
export const ACTIVATIONS = ['event', 'schedule', 'custom'] as const;

/** State of an execution (wire facts 6). */
export const EXECUTION_STATUSES = [
  'pending',
  'running',
  'success',
  'failed',
  'cancelled',
  'skipped',
  'invalid',
] as const;

/** States in which an execution no longer changes (wire facts 6). */
export const FINISHED_EXECUTIONS: readonly string[] = [
  'success',
  'failed',
  'cancelled',
  'skipped',
  'invalid',
];

/** Whether an execution was real or a trial (wire facts 6). */
export const EXECUTION_KINDS = ['live', 'dry_run'] as const;

/** State of a repair attempt (wire facts 3). */
export const REPAIR_STATUSES = [
  'pending',
  'running',
  'canary',
  'promoting',
  'repaired',
  'failed',
  'escalated',
] as const;

/** State of a device (wire facts 8). */
export const DEVICE_STATES = [
  'creating',
  'assigned',
  'ready',
  'rebooting',
  'migrating',
  'resetting',
  'terminated',
  'maintenance',
  'stopped',
  'disconnected',
  'unknown',
] as const;

/** Kinds of device by their canonical names (wire facts 8). */
export const DEVICE_TYPES = [
  'android_cloud_phone',
  'android_physical_phone',
  'ios_stealth_phone',
  'android_emulator',
  'device_slot',
] as const;

/** Former names of kinds of device, which filters still take, with the names that replaced them (wire facts 8). */
export const FORMER_DEVICE_TYPES: Readonly<Record<string, (typeof DEVICE_TYPES)[number]>> = {
  dedicated_premium_device: 'android_cloud_phone',
  dedicated_physical_device: 'android_physical_phone',
  dedicated_ios_device: 'ios_stealth_phone',
  dedicated_emulated_device: 'android_emulator',
};

/** What a device can do, each a flag of its capabilities (wire facts 8). */
export const DEVICE_CAPABILITIES = [
  'accessibility',
  'agent',
  'apps',
  'browser',
  'cameraInjection',
  'esim',
  'files',
  'fingerprint',
  'frida',
  'geo',
  'humanTouch',
  'language',
  'logcat',
  'microphoneInjection',
  'proxy',
  'reset',
  'shell',
  'spoofing',
  'stop',
  'stream',
  'time',
] as const;

/** Global buttons and the numbers they are sent as (wire facts 9). */
export const GLOBAL_ACTIONS = { back: 1, home: 2, recents: 3 } as const;

/** State of a task (wire facts 10). */
export const TASK_STATUSES = [
  'queued',
  'created',
  'running',
  'paused',
  'cancelling',
  'completed',
  'failed',
  'cancelled',
] as const;

/** States in which a task no longer changes (wire facts 10). */
export const FINISHED_TASKS: readonly string[] = ['completed', 'failed', 'cancelled'];

/** Why a task ended other than by itself (wire facts 10). */
export const TERMINATION_REASONS = ['execution_timeout', 'worker_lost', 'cancelled', 'agent_failed'] as const;
/** Why a task ended other than by itself (wire facts 10). */
export type TerminationReason = (typeof TERMINATION_REASONS)[number];

/** Countries that a task's traffic can leave from (wire facts 10). */
export const VPN_COUNTRIES = ['US', 'BR', 'FR', 'DE', 'IN', 'JP', 'KR', 'ZA'] as const;

/** Whether a webhook endpoint is switched on (wire facts 11). */
export const WEBHOOK_STATES = ['ACTIVE', 'DISABLED', 'DELETED'] as const;

/** Health of a webhook endpoint as the service observes it (wire facts 11). */
export const WEBHOOK_HEALTHS = ['healthy', 'failing', 'blocked'] as const;

/** Filter values of the endpoint list (wire facts 11). */
export const WEBHOOK_FILTERS = ['active', 'failing', 'blocked', 'disabled'] as const;

/** State of a delivery (wire facts 11). */
export const DELIVERY_STATUSES = ['pending', 'success', 'skipped', 'dead'] as const;

/** Event identifiers that the specification names (spec 6.3). */
export const EVENT_TYPES = [
  'webhook.test',
  'task.run.completed',
  'task.run.failed',
  'workflow.run.failed',
  'chat.turn.failed',
  'triggers.notification',
] as const;

/** Severity of a workflow notification (spec 6.3). */
export const SEVERITIES = ['info', 'success', 'warning', 'error'] as const;

/** Where an app event came from (wire facts 5). */
export const EVENT_SOURCES = ['app', 'system', 'device', 'webhook'] as const;

/** What a sandbox can begin with: the demo data, the action catalogue only, or thousands of records. */
export const SEED_NAMES = ['demo', 'empty', 'large'] as const;
/** What a sandbox begins with. */
export type SeedName = (typeof SEED_NAMES)[number];

/** State of a mailbox connection (spec 2.5). */
export const CONNECTION_STATUSES = ['pending', 'active', 'expired', 'removed'] as const;

/** Platform of an app (spec 2.7, wire facts 1). */
export const APP_PLATFORMS = ['android', 'ios'] as const;

/** State of an app version (wire facts 13). */
export const APP_STATUSES = ['queued', 'available', 'failed'] as const;
