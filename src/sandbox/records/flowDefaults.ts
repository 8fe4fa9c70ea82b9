/** The default settings of a flow (spec 2.1; values are a choice of the sandbox). */
export const FLOW_DEFAULTS = {
  enabled: false,
  cooldownScope: 'flow',
  cooldownSeconds: 0,
  healthMonitoringEnabled: true,
  notifyOnSuccess: false,
  notifyOnFailure: false,
  notifyWebhookId: null,
  recordingEnabled: false,
  recordingPolicy: { mode: 'never' },
  delivery: { destination: 'none', folder: '', recording: { filename: '' }, screenshots: {} },
  selfHealingEnabled: false,
  selfHealingMaxAttempts: 3,
  templateResolutionVersion: 2,
} as const;

/** The fields of a flow that has never run. */
export const UNUSED_FLOW = {
  status: 'healthy',
  consecutiveFailures: 0,
  lastFailureAt: null,
  lastFailureCode: null,
  lastTriggeredAt: null,
  blockedAt: null,
  archivedAt: null,
} as const;
