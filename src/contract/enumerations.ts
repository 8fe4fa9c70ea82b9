import type { Fault, ScreenFault } from './sandbox/fault.ts';

/** The services that actions belong to (spec 2.3). */
export const ACTION_SERVICES = ['tasks_api', 'devices_api', 'agents_api', 'webhooks'] as const;

/** The scopes of a cooldown (spec 2.1). */
export const COOLDOWN_SCOPES = ['flow', 'device'] as const;

/** The health states of a flow (wire facts 3). */
export const FLOW_STATUSES = ['healthy', 'failing', 'blocked'] as const;

/** The reasons of a flow's last failure (wire facts 3). */
export const FLOW_FAILURE_CODES = [
  'device_not_found',
  'permission_denied',
  'client_error',
  'transient',
  'logic',
  'invalid_config',
] as const;

/** The lifecycle states of a flow (wire facts 3). */
export const FLOW_LIFECYCLES = ['enabled', 'disabled', 'archived'] as const;

/** Returns true if a flow is archived, so that it cannot be restored or run (wire facts 3). */
export function isArchived(flow: {
  readonly lifecycleStatus?: string | null | undefined;
  readonly archivedAt?: string | null | undefined;
}): boolean {
  return flow.lifecycleStatus === 'archived' || flow.archivedAt != null;
}

/** The parts of a run that are recorded: none, the whole run, or the chosen steps (wire facts 3). */
export const RECORDING_MODES = ['off', 'flow', 'selected_steps'] as const;

/** The drives that the results of a flow can be delivered to; services add their own storage (wire facts 3). */
export const DELIVERY_DESTINATIONS = ['one_drive', 'google_drive'] as const;

/** The states of a connection to a drive (wire facts 3). */
export const DRIVE_CONNECTIONS = ['connected', 'not_connected', 'expired', 'unknown'] as const;

/** The ways a trigger is activated (wire facts 5). */
export const ACTIVATIONS = ['event', 'schedule', 'custom'] as const;

const ENDED_EXECUTION = ['success', 'failed', 'cancelled', 'skipped', 'invalid'] as const;

/** The states of an execution (wire facts 6). */
export const EXECUTION_STATUSES = ['pending', 'running', ...ENDED_EXECUTION] as const;

/** The final states of an execution (wire facts 6). */
export const FINISHED_EXECUTIONS: readonly string[] = ENDED_EXECUTION;

/** Returns true if an execution is in a final state. */
export function isFinished({ status }: { readonly status?: string | null | undefined }): boolean {
  return FINISHED_EXECUTIONS.includes(status ?? '');
}

/** The states of a step in the progress of an execution (wire facts 6). */
export const PROGRESS_STATUSES = ['pending', 'running', 'success', 'failed', 'skipped', 'cancelled'] as const;

/** The states of a recording of an execution (wire facts 6). */
export const RUN_RECORDING_STATUSES = ['starting', 'recording', 'stopping', 'stopped', 'failed'] as const;

/** The states of what an execution delivers to a drive (wire facts 6). */
export const RUN_DELIVERY_STATUSES = [
  'waiting',
  'uploading',
  'succeeded',
  'failed',
  'unknown',
  'cancelled',
] as const;

/** The kinds of execution (wire facts 6). */
export const EXECUTION_KINDS = ['live', 'dry_run', 'verification'] as const;

/** Returns true if an execution verifies a flow; a service without verifications calls it a dry run (wire facts 6). */
export function isVerification({ kind }: { readonly kind?: string | null | undefined }): boolean {
  return kind === 'verification' || kind === 'dry_run';
}

/** The states of a repair attempt (wire facts 3). */
export const REPAIR_STATUSES = [
  'pending',
  'running',
  'canary',
  'promoting',
  'repaired',
  'failed',
  'escalated',
] as const;

/** The states of a device (wire facts 8). */
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

/** The canonical names of the device types (wire facts 8). */
export const DEVICE_TYPES = [
  'android_cloud_phone',
  'android_physical_phone',
  'ios_stealth_phone',
  'android_emulator',
  'device_slot',
] as const;

/** Former names of device types, which filters still accept, with their current names (wire facts 8). */
export const FORMER_DEVICE_TYPES: Readonly<Record<string, (typeof DEVICE_TYPES)[number]>> = {
  dedicated_premium_device: 'android_cloud_phone',
  dedicated_physical_device: 'android_physical_phone',
  dedicated_ios_device: 'ios_stealth_phone',
  dedicated_emulated_device: 'android_emulator',
};

/** The names of the capability flags of a device (wire facts 8). */
export const DEVICE_CAPABILITIES = [
  'accessibility',
  'agent',
  'apps',
  'browser',
  'cameraInjection',
  'clipboard',
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

/** The zones of files (wire facts 19). */
export const AGENT_FILE_ZONES = ['user', 'agent', 'workflow', 'skills'] as const;

/** The zones to which files are uploaded (wire facts 19). */
export const UPLOAD_ZONES = ['user', 'skills'] as const;

/** The authors of files (wire facts 19). */
export const AGENT_FILE_AUTHORS = ['user', 'agent', 'workflow'] as const;

/** The permissions of apps that can be granted and revoked (wire facts 9). */
export const APP_PERMISSIONS = ['POST_NOTIFICATIONS'] as const;

/** The global buttons with their numbers in requests (wire facts 9). */
export const GLOBAL_ACTIONS = { back: 1, home: 2, recents: 3 } as const;

const ENDED_TASK = ['completed', 'failed', 'cancelled'] as const;

/** The states of a task (wire facts 10). */
export const TASK_STATUSES = ['queued', 'created', 'running', 'paused', 'cancelling', ...ENDED_TASK] as const;

/** The final states of a task (wire facts 10). */
export const FINISHED_TASKS: readonly string[] = ENDED_TASK;

/** The reasons why a task was terminated (wire facts 10). */
export const TERMINATION_REASONS = ['execution_timeout', 'worker_lost', 'cancelled', 'agent_failed'] as const;
export type TerminationReason = (typeof TERMINATION_REASONS)[number];

/** The countries from which a task's traffic can exit (wire facts 10). */
export const VPN_COUNTRIES = ['US', 'BR', 'FR', 'DE', 'IN', 'JP', 'KR', 'ZA'] as const;

/** The kinds of a webhook endpoint (wire facts 11). */
export const WEBHOOK_KINDS = ['http', 'integration'] as const;

/** The states of the connection to an integration (wire facts 11). */
export const INTEGRATION_CONNECTIONS = ['connected', 'not_connected', 'expired'] as const;

/** The states of a webhook endpoint (wire facts 11). */
export const WEBHOOK_STATES = ['ACTIVE', 'DISABLED', 'DELETED'] as const;

/** The health states of a webhook endpoint, as observed by the service (wire facts 11). */
export const WEBHOOK_HEALTHS = ['healthy', 'failing', 'blocked'] as const;

/** The filter values of the endpoint list (wire facts 11). */
export const WEBHOOK_FILTERS = ['active', 'failing', 'blocked', 'disabled'] as const;

/** The states of a delivery (wire facts 11). */
export const DELIVERY_STATUSES = ['pending', 'success', 'skipped', 'dead'] as const;

/** The event types named in the specification (spec 6.3). */
export const EVENT_TYPES = [
  'webhook.test',
  'task.run.completed',
  'task.run.failed',
  'workflow.run.failed',
  'chat.turn.failed',
  'triggers.notification',
] as const;

/** The selections of event types without notifications that a service offers (wire facts 21). */
export const NOTIFICATION_PRESETS = ['recommended', 'failures', 'everything'] as const;

/** The severities of a workflow notification (spec 6.3). */
export const SEVERITIES = ['info', 'success', 'warning', 'error'] as const;

/** The sources of an app event (wire facts 5). */
export const EVENT_SOURCES = ['app', 'system', 'device', 'webhook'] as const;

/** The initial data of a sandbox: demo data, only the action catalog, or thousands of records. */
export const SEED_NAMES = ['demo', 'empty', 'large'] as const;
export type SeedName = (typeof SEED_NAMES)[number];

/** The states of a mailbox connection (spec 2.5). */
export const CONNECTION_STATUSES = ['pending', 'active', 'expired', 'removed'] as const;

/** The platforms of an app (spec 2.7, wire facts 1). */
export const APP_PLATFORMS = ['android', 'ios'] as const;

/** The media types of the files of an app (wire facts 13). */
export const APP_FILE_TYPES = [
  'application/vnd.android.package-archive',
  'application/octet-stream',
  'application/zip',
] as const;

/** The states of an app version (wire facts 13). */
export const APP_STATUSES = ['queued', 'available', 'failed'] as const;

/** The states of an installation on a device (wire facts 9). */
export const APP_INSTALL_STATUSES = ['running', 'succeeded', 'failed'] as const;

/** The kinds of values of a credential (wire facts 14). */
export const CREDENTIAL_FIELD_TYPES = [
  'email',
  'username',
  'password',
  'api_token',
  'phone_number',
  'two_factor_secret',
  'backup_codes',
] as const;

/** Returns true for a fault of the screens of devices, which spoils no responses. */
export function isOfScreens(fault: Fault): fault is ScreenFault {
  return fault.kind === 'layout' || fault.kind === 'slowScreen';
}
