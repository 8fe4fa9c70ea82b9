import { randomBytes } from 'node:crypto';
import type { Task } from '../../contract/records/task.ts';

/** Returns the default fields of a task (wire facts 10). */
export function taskDefaults(): Partial<Task> {
  return {
    agentId: 0,
    displayId: 0,
    maxSteps: 100,
    executionTimeout: 1000,
    temperature: 0.5,
    reasoning: true,
    vision: false,
    accessibility: true,
    stealth: false,
    continueOnFailure: false,
    apps: [],
    files: [],
    credentials: [],
    outputSchema: null,
    vpnCountry: null,
  };
}

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
  recordingPolicy: { mode: 'off' },
  delivery: null,
  selfHealingEnabled: false,
  selfHealingMaxAttempts: 3,
  templateResolutionVersion: 3,
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

/** Generates a signing secret in the format `whsec_…` (wire facts 12). */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
