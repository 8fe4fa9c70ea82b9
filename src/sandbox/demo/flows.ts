import type { Flow } from '../../contract/records/flow.ts';
import { FLOW_DEFAULTS, UNUSED_FLOW } from '../records/defaults.ts';
import { daysAgo, minutesAgo } from './ago.ts';
import { OWNED } from '../records/owner.ts';
import { stableId } from '../records/stableId.ts';
import { demoDeviceId } from './devices.ts';
import { demoMailboxId } from './mailboxes.ts';
import { demoTriggerId } from './triggers.ts';
import { demoWebhookId } from './webhooks.ts';

/** A step of a demo flow: its method, parameters and children. */
export interface DemoStep {
  readonly method: string;
  /** The key by which expressions of later steps read it. */
  readonly key?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly continueOnError?: boolean;
  readonly children?: readonly DemoStep[];
}

/** A demo flow with its steps. */
export interface DemoFlow {
  readonly flow: Flow;
  readonly steps: readonly DemoStep[];
}

type FlowData = Partial<Flow> & Pick<Flow, 'name'>;

/** Returns the ID of a demo flow by its key: sign-in, tour, nightly, blocked or draft. */
export function demoFlowId(key: string): string {
  return stableId(`flow:${key}`);
}

/**
 * Returns the demo flows, dated relative to `now`, one for each state that users encounter (spec 2.1, wire facts 3).
 */
export function demoFlows(now: number): readonly DemoFlow[] {
  const failedAt = minutesAgo(now, 25);
  return [
    {
      flow: flowOf(demoFlowId('sign-in'), daysAgo(now, 20), {
        name: 'Sign in with a passcode',
        description: 'Opens the form, asks for a code, reads it from the mailbox and types it.',
        enabled: true,
        lastTriggeredAt: minutesAgo(now, 12),
        notifyOnSuccess: true,
        notifyWebhookId: demoWebhookId('local'),
      }),
      steps: [
        { method: 'device.launchApp', params: { platform: 'android', app: 'org.sandbox.form' } },
        { method: 'device.tap', params: { target: { by: 'description', description: 'E-mail' } } },
        { method: 'device.typeText', params: { text: 'qa.devices@gmail.example' } },
        {
          method: 'mailbox.waitForPasscode',
          key: 'passcode',
          params: { mailboxId: demoMailboxId('gmail'), notBefore: daysAgo(now, 1) },
        },
        { method: 'device.tap', params: { target: { by: 'description', description: 'Password' } } },
        { method: 'device.typeText', params: { text: '{{steps.passcode.body.code}}', stealth: true } },
      ],
    },
    {
      flow: flowOf(demoFlowId('tour'), daysAgo(now, 19), {
        name: 'Location tour',
        description: 'Visits two cities and takes a picture in each.',
        enabled: true,
        triggerId: demoTriggerId('weekdays'),
        lastTriggeredAt: daysAgo(now, 1),
        cooldownScope: 'device',
        cooldownSeconds: 300,
        recordingEnabled: true,
      }),
      steps: [
        { method: 'device.setLocation', params: { latitude: 52.52, longitude: 13.405 } },
        { method: 'device.screenshot', params: { name: 'berlin' } },
        { method: 'device.setLocation', params: { latitude: 48.8566, longitude: 2.3522 } },
        { method: 'device.screenshot', params: { name: 'paris' } },
        { method: 'device.resetLocation' },
      ],
    },
    {
      flow: flowOf(demoFlowId('nightly'), daysAgo(now, 18), {
        name: 'Nightly check',
        enabled: true,
        triggerId: demoTriggerId('nightly'),
        deviceIds: [demoDeviceId('phone'), demoDeviceId('tablet')],
        status: 'failing',
        consecutiveFailures: 2,
        lastFailureAt: failedAt,
        lastFailureCode: 'logic',
        lastTriggeredAt: failedAt,
        notifyOnFailure: true,
        notifyWebhookId: demoWebhookId('team'),
        selfHealingEnabled: true,
      }),
      steps: [
        { method: 'device.openUrl', params: { url: 'https://example.com/status' } },
        {
          method: 'flow.repeat',
          params: { items: ['Shop', 'Tickets'] },
          children: [
            { method: 'device.assertText', params: { contains: '{{item}}' }, continueOnError: true },
            { method: 'device.screenshot', params: { name: 'part-{{index}}' } },
          ],
        },
        { method: 'device.assertText', params: { contains: 'All systems fine' } },
      ],
    },
    {
      flow: flowOf(demoFlowId('blocked'), daysAgo(now, 17), {
        name: 'Sync contacts',
        enabled: true,
        triggerId: demoTriggerId('passcode'),
        deviceIds: [demoDeviceId('offline')],
        status: 'blocked',
        consecutiveFailures: 5,
        lastFailureAt: failedAt,
        lastFailureCode: 'device_not_found',
        lastTriggeredAt: failedAt,
        blockedAt: failedAt,
      }),
      steps: [
        {
          method: 'task.run',
          name: 'Sync',
          params: { task: 'Synchronize the contacts and wait until it is done.', llmModel: 'demo/fast' },
        },
      ],
    },
    {
      flow: flowOf(demoFlowId('draft'), daysAgo(now, 16), {
        name: 'Unfinished survey',
        description: 'A draft that was never verified.',
        triggerId: demoTriggerId('order'),
      }),
      steps: [
        {
          method: 'agent.run',
          key: 'survey',
          params: { prompt: 'Fill in the survey about order {{event.payload.orderId}}.' },
        },
        {
          method: 'agent.classify',
          params: { text: '{{steps.survey.body.answer}}', labels: ['happy', 'unhappy', 'unclear'] },
        },
      ],
    },
  ];
}

/** Creates a flow with default fields, disabled by default; the given fields take precedence. */
export function flowOf(id: string, createdAt: string, given: FlowData): Flow {
  return {
    id,
    description: '',
    triggerId: demoTriggerId('custom'),
    deviceIds: [demoDeviceId('phone')],
    ...FLOW_DEFAULTS,
    ...UNUSED_FLOW,
    lifecycleStatus: given.enabled === true ? 'enabled' : 'disabled',
    recordingPolicy: { mode: given.recordingEnabled === true ? 'flow' : 'off' },
    createdAt,
    updatedAt: createdAt,
    ...OWNED,
    ...given,
  };
}
