/** The settings of a flow whose creator names none (spec 2.1); their values are a choice of the sandbox. */
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

/** A flow that has neither run nor failed. */
export const UNUSED_FLOW = {
  status: 'healthy',
  consecutiveFailures: 0,
  lastFailureAt: null,
  lastFailureCode: null,
  lastTriggeredAt: null,
  blockedAt: null,
  archivedAt: null,
} as const;
