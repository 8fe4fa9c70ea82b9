import type { Flow } from '../../contract/records/flow.ts';
import type { Store } from '../store/store.ts';
import { demoActionId } from '../demo/catalogue/demoCatalogue.ts';
import { daysAgo, minutesAgo } from './ago.ts';
import { demoDeviceId } from './devices.ts';
import { OWNER_ID } from './owner.ts';
import { stableId } from './stableId.ts';

interface DemoFlow {
  readonly key: string;
  readonly flow: Partial<Flow> & Pick<Flow, 'name'>;
  readonly steps: readonly (readonly [method: string, params: Readonly<Record<string, unknown>>])[];
}

function demoFlows(now: number): readonly DemoFlow[] {
  const failedAt = minutesAgo(now, 25);
  return [
    {
      key: 'sign-in',
      flow: {
        name: 'Sign in with a passcode',
        description: 'Opens the shop, asks for a code, reads it from the mailbox and types it.',
        enabled: true,
        lastTriggeredAt: minutesAgo(now, 12),
      },
      steps: [
        ['device.launchApp', { platform: 'android', app: 'com.example.shop' }],
        ['device.tap', { target: { by: 'text', text: 'Sign in' } }],
        ['mailbox.waitForPasscode', { mailboxId: stableId('mailbox:gmail') }],
        ['device.typeText', { text: '{{steps[2].output.code}}' }],
      ],
    },
    {
      key: 'tour',
      flow: {
        name: 'Location tour',
        description: 'Visits three cities and takes a picture in each.',
        enabled: true,
      },
      steps: [
        ['device.setLocation', { latitude: 52.52, longitude: 13.405 }],
        ['device.screenshot', { name: 'berlin' }],
        ['device.setLocation', { latitude: 48.8566, longitude: 2.3522 }],
        ['device.screenshot', { name: 'paris' }],
      ],
    },
    {
      key: 'nightly',
      flow: {
        name: 'Nightly check',
        enabled: true,
        status: 'failing',
        consecutiveFailures: 2,
        lastFailureAt: failedAt,
        lastFailureCode: 'logic',
        lastTriggeredAt: failedAt,
        notifyOnFailure: true,
      },
      steps: [
        ['device.openUrl', { url: 'https://example.com/status' }],
        ['device.assertText', { contains: 'All systems fine' }],
      ],
    },
    {
      key: 'blocked',
      flow: {
        name: 'Sync contacts',
        enabled: true,
        status: 'blocked',
        consecutiveFailures: 5,
        lastFailureAt: failedAt,
        lastFailureCode: 'device_not_found',
        blockedAt: failedAt,
      },
      steps: [['device.launchApp', { platform: 'android', app: 'com.example.contacts' }]],
    },
    {
      key: 'draft',
      flow: { name: 'Unfinished survey', description: 'A draft that was never verified.', enabled: false },
      steps: [['agent.run', { agentId: 0, prompt: 'Fill in the survey.' }]],
    },
  ];
}

/** Stores flows in different states with their steps. */
export function seedFlows(store: Store, now: number): void {
  for (const [index, { key, flow, steps }] of demoFlows(now).entries()) {
    const id = stableId(`flow:${key}`);
    storeFlow(store, id, flow, daysAgo(now, 20 - index));
    for (const [position, [method, params]] of steps.entries()) {
      store.flowActions.put({
        id: stableId(`flow:${key}:${position}`),
        flowId: id,
        actionId: demoActionId(method),
        parentFlowActionId: null,
        position: position + 1,
        nameOverride: null,
        continueOnError: false,
        overrides: { params },
        createdAt: daysAgo(now, 20 - index),
      });
    }
  }
}

/** Stores a flow with the usual fields; what is given wins. */
export function storeFlow(store: Store, id: string, given: DemoFlow['flow'], createdAt: string): void {
  const enabled = given.enabled === true;
  store.flows.put({
    id,
    description: '',
    triggerId: stableId('trigger:custom'),
    deviceIds: [demoDeviceId('phone')],
    enabled,
    status: 'healthy',
    lifecycleStatus: enabled ? 'active' : 'draft',
    consecutiveFailures: 0,
    lastFailureAt: null,
    lastFailureCode: null,
    lastTriggeredAt: null,
    blockedAt: null,
    archivedAt: null,
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
    createdAt,
    updatedAt: createdAt,
    createdBy: OWNER_ID,
    ownerId: OWNER_ID,
    userId: OWNER_ID,
    ...given,
  });
}
