import assert from 'node:assert/strict';
import * as known from '../../../src/contract/enumerations.ts';
import * as mailboxes from '../../../src/contract/mailboxValues.ts';
import { operations } from '../../../src/contract/operations.ts';
import { sandboxOperations } from '../../../src/contract/sandboxOperations.ts';
import { assertFits, assertRefuses, uuid } from '../../support/schemas.ts';

describe('contract/knownValues: known values of the interface', () => {
  const cases: readonly (readonly [name: string, values: readonly string[], wanted: string])[] = [
    ['services of actions (spec 2.3)', known.ACTION_SERVICES, 'tasks_api devices_api agents_api webhooks'],
    ['scopes of a cooldown (spec 2.1)', known.COOLDOWN_SCOPES, 'flow device'],
    ['health of a flow', known.FLOW_STATUSES, 'healthy failing blocked'],
    [
      'reasons of failure',
      known.FLOW_FAILURE_CODES,
      'device_not_found permission_denied client_error transient logic invalid_config',
    ],
    ['activations', known.ACTIVATIONS, 'event schedule custom'],
    [
      'states of an execution',
      known.EXECUTION_STATUSES,
      'pending running success failed cancelled skipped invalid',
    ],
    ['states of a finished one', known.FINISHED_EXECUTIONS, 'success failed cancelled skipped invalid'],
    [
      'states of a repair',
      known.REPAIR_STATUSES,
      'pending running canary promoting repaired failed escalated',
    ],
    [
      'states of a device',
      known.DEVICE_STATES,
      'creating assigned ready rebooting migrating resetting terminated maintenance stopped disconnected unknown',
    ],
    [
      'types of device',
      known.DEVICE_TYPES,
      'android_cloud_phone android_physical_phone ios_stealth_phone android_emulator device_slot',
    ],
    [
      'states of a task',
      known.TASK_STATUSES,
      'queued created running paused cancelling completed failed cancelled',
    ],
    ['states of a finished task', known.FINISHED_TASKS, 'completed failed cancelled'],
    ['zones of files (wire facts 19)', known.AGENT_FILE_ZONES, 'user agent workflow skills'],
    ['zones of uploads (wire facts 19)', known.UPLOAD_ZONES, 'user skills'],
    ['authors of files (wire facts 19)', known.AGENT_FILE_AUTHORS, 'user agent workflow'],
    ['countries', known.VPN_COUNTRIES, 'US BR FR DE IN JP KR ZA'],
    ['states of an endpoint', known.WEBHOOK_STATES, 'ACTIVE DISABLED DELETED'],
    ['health of an endpoint', known.WEBHOOK_HEALTHS, 'healthy failing blocked'],
    ['filters of endpoints', known.WEBHOOK_FILTERS, 'active failing blocked disabled'],
    ['states of a delivery', known.DELIVERY_STATUSES, 'pending success skipped dead'],
    [
      'events (spec 6.3)',
      known.EVENT_TYPES,
      'webhook.test task.run.completed task.run.failed workflow.run.failed chat.turn.failed triggers.notification',
    ],
    ['severities (spec 6.3)', known.SEVERITIES, 'info success warning error'],
    ['sources of events', known.EVENT_SOURCES, 'app system device webhook'],
    [
      'states of a mailbox connection (spec 2.5)',
      known.CONNECTION_STATUSES,
      'pending active expired removed',
    ],
    [
      'states of a mailbox (wire facts 15)',
      mailboxes.MAILBOX_STATUSES,
      'provisioning awaiting_payment active cancel_scheduled archived billing_error pending_connection connection_expired connection_removed',
    ],
    [
      'ways a mailbox is paid for (wire facts 15)',
      mailboxes.MAILBOX_BILLING_MODES,
      'rent included domain external',
    ],
    ['ways to pay for a new mailbox', mailboxes.BILLING_PREFERENCES, 'included included_only rent'],
    ['states of the capacity for mailboxes', mailboxes.CAPACITY_STATUSES, 'available exhausted not_included'],
    ['confidence in a passcode', mailboxes.PASSCODE_CONFIDENCES, 'high medium low'],
    ['providers of mailboxes (wire facts 15)', mailboxes.MAILBOX_PROVIDERS, 'matix gmail'],
    ['platforms of an app (spec 2.7)', known.APP_PLATFORMS, 'android ios'],
    ['states of an app version', known.APP_STATUSES, 'queued available failed'],
    ['permissions of an app (wire facts 9)', known.APP_PERMISSIONS, 'POST_NOTIFICATIONS'],
    ['states of an installation (wire facts 9)', known.APP_INSTALL_STATUSES, 'running succeeded failed'],
    [
      'media types of the files of an app (wire facts 13)',
      known.APP_FILE_TYPES,
      'application/vnd.android.package-archive application/octet-stream application/zip',
    ],
    [
      'kinds of values of a credential (wire facts 14)',
      known.CREDENTIAL_FIELD_TYPES,
      'email username password api_token phone_number two_factor_secret backup_codes',
    ],
  ];
  for (const [name, values, wanted] of cases) {
    it(`known values of the interface are the ${name}`, () => assert.equal(values.join(' '), wanted));
  }
});

describe('contract/knownValues: execution', () => {
  it('an execution is finished in each final state', () => {
    for (const status of ['success', 'failed', 'cancelled', 'skipped', 'invalid'])
      assert.ok(known.isFinished({ status }));
    for (const status of ['pending', 'running', 'other', '', null, undefined])
      assert.ok(!known.isFinished({ status }));
    assert.ok(!known.isFinished({}));
  });
});

describe('contract/knownValues: status of a successful response', () => {
  const other: Readonly<Record<string, string>> = {
    201: 'createMailbox createFlow createAction createTrigger createWebhook addFault takeSnapshot deliverMessage',
    202: 'fireTrigger ingestEvent verifyFlow runFlow startTrial startDebugRun',
    204:
      'tapDevice swipeDevice pressGlobal typeText pressKey clearInput setLocation resetLocation setOverlay connectProxy disconnectProxy ' +
      'setLanguage setTimezone applyProfile setClipboard grantPermission revokePermission enterKiosk exitKiosk uploadDeviceFile deleteDeviceFile deleteScreenRecording openDeepLink startApp stopApp uninstallApp deleteWebhook clearFaults removeFault disconnectDevice reconnectDevice deleteSnapshot revokeKey removePhone',
    302: 'getExecutionScreenshot downloadAgentFile',
  };

  it('the status of a successful response is 200 unless something was created or queued, is elsewhere, or there is no response body', () => {
    const named = new Map(
      Object.entries(other).flatMap(([status, ids]) => ids.split(' ').map(id => [id, +status])),
    );
    for (const [id, { response }] of Object.entries({ ...operations, ...sandboxOperations })) {
      assert.equal(response.status, named.get(id) ?? 200, id);
    }
  });
});

describe('contract/knownValues: limits of the sandbox operations', () => {
  const fault = (more: object): object => ({ fault: { kind: 'reset' }, ...more });
  const kind = (more: object): object => ({ fault: more });
  const rule = sandboxOperations.addFault.body;

  it('the limits of the sandbox operations cover faults', () => {
    for (const kindOnly of ['reset', 'halfBody', 'malformedJson', 'html', 'emptyBody']) {
      assertFits(rule, kind({ kind: kindOnly }));
    }
    assertRefuses(rule, kind({ kind: 'other' }), 'fault.kind');
    for (const status of [200, 404, 599]) assertFits(rule, kind({ kind: 'status', status }));
    for (const status of [199, 600, 404.5])
      assertRefuses(rule, kind({ kind: 'status', status }), 'fault.status');
    assertRefuses(rule, kind({ kind: 'html', status: 199 }), 'fault.status');
    for (const milliseconds of [0, 120_000]) assertFits(rule, kind({ kind: 'latency', milliseconds }));
    for (const milliseconds of [-1, 120_001]) {
      assertRefuses(rule, kind({ kind: 'latency', milliseconds }), 'fault.milliseconds');
    }
    for (const change of ['missing', 'null', 'wrongType', 'unknownValue']) {
      assertFits(rule, kind({ kind: 'field', at: 'a', change }));
    }
    assertRefuses(rule, kind({ kind: 'field', at: '', change: 'null' }), 'fault.at');
    assertRefuses(rule, kind({ kind: 'field', at: 'a', change: '' }), 'fault.change');
  });

  it('the limits of the sandbox operations cover the headers of a fault, except those for framing', () => {
    const headers = (given: object): object => kind({ kind: 'status', status: 503, headers: given });
    assertFits(rule, headers({ 'retry-after': '5', 'X-A_1': '', 'content-length-of': ' ~' }));
    for (const name of ['content-length', 'Transfer-Encoding', 'connection', 'a b', '']) {
      assertRefuses(rule, headers({ [name]: '5' }), `fault.headers.${name}`);
    }
    for (const value of ['a\nb', 'é', '\u007f']) {
      assertRefuses(rule, headers({ a: value }), 'fault.headers.a');
    }
  });

  it('the limits of the sandbox operations cover the calls that a fault applies to', () => {
    assertFits(rule, fault({ name: 'x'.repeat(80), operation: 'o', path: '/a', probability: 1, times: 1 }));
    assertFits(rule, fault({ probability: 0, times: 500 }));
    for (const [field, value] of [
      ['name', 'x'.repeat(81)],
      ['operation', ''],
      ['path', 'a/'],
      ['probability', -0.1],
      ['probability', 1.1],
      ['times', 0],
      ['times', 1.5],
    ] as const) {
      assertRefuses(rule, fault({ [field]: value }), field);
    }
  });

  it('the limits of the sandbox operations cover the clock', () => {
    const { advanceClock, setClock } = sandboxOperations;
    for (const milliseconds of [0, 315_360_000_000]) assertFits(advanceClock.body, { milliseconds });
    for (const milliseconds of [-1, 315_360_000_001, 1.5]) {
      assertRefuses(advanceClock.body, { milliseconds }, 'milliseconds');
    }
    assertFits(setClock.body, {});
    assertFits(setClock.body, { now: '2026-03-01T10:20:30+02:00', frozen: true });
    assertRefuses(setClock.body, { now: 'noon' }, 'now');
    assertRefuses(setClock.body, { frozen: 1 }, 'frozen');
  });

  it('the limits of the sandbox operations cover mails, mailboxes, and snapshots', () => {
    const { deliverMessage, setMailboxBackend, takeSnapshot, resetSandbox } = sandboxOperations;
    assertFits(deliverMessage.body, {});
    assertFits(deliverMessage.body, { fromAddress: 'x'.repeat(320), subject: 'x'.repeat(998) });
    assertRefuses(deliverMessage.body, { fromAddress: '' }, 'fromAddress');
    assertRefuses(deliverMessage.body, { fromAddress: 'x'.repeat(321) }, 'fromAddress');
    assertRefuses(deliverMessage.body, { subject: 'x'.repeat(999) }, 'subject');
    assertRefuses(deliverMessage.body, { passcode: 'yes' }, 'passcode');
    for (const state of 'working slow rejecting alreadyConnected rateLimited unavailable disabled'.split(
      ' ',
    )) {
      assertFits(setMailboxBackend.body, { state });
    }
    assertRefuses(setMailboxBackend.body, { state: '' }, 'state');
    assert.deepEqual(takeSnapshot.body.parse({ name: ' A ' }), { name: 'A' });
    assertFits(takeSnapshot.body, { name: 'x'.repeat(80) });
    assertRefuses(takeSnapshot.body, { name: ' ' }, 'name');
    assertRefuses(takeSnapshot.body, { name: 'x'.repeat(81) }, 'name');
    for (const seed of ['demo', 'empty', 'large']) assertFits(resetSandbox.body, { seed });
    assertRefuses(resetSandbox.body, { seed: 'small' }, 'seed');
    assert.equal(resetSandbox.body.parse(undefined), undefined);
  });

  it('the limits of the sandbox operations cover the records that a path names', () => {
    for (const { params } of [
      sandboxOperations.listGestures,
      sandboxOperations.deliverMessage,
      sandboxOperations.restoreSnapshot,
    ]) {
      const [name = ''] = Object.keys(params.shape);
      assertFits(params, { [name]: uuid() });
      assertRefuses(params, { [name]: 'none' }, name);
      assertRefuses(params, {}, name);
    }
  });
});

describe('contract/knownValues: limits of request bodies', () => {
  const run = operations.runTask.body;
  const task = (more: object): object => ({ task: 'Open', deviceId: uuid(), llmModel: 'm', ...more });

  it('the limits of request bodies cover tasks', () => {
    assertFits(
      run,
      task({ executionTimeout: 1, maxSteps: 1, temperature: 0, displayId: 0, outputSchema: null }),
    );
    assertFits(run, task({ executionTimeout: 10_000, maxSteps: 500, temperature: 2, displayId: 3 }));
    for (const [field, value] of [
      ['task', ''],
      ['executionTimeout', 0],
      ['maxSteps', 0],
      ['temperature', -1],
      ['displayId', -1],
      ['llmModel', ''],
      ['deviceId', ''],
      ['agentId', 1.5],
    ] as const) {
      assertRefuses(run, task({ [field]: value }), field);
    }
  });

  it('the limits of request bodies cover actions', () => {
    const { createAction, updateAction } = operations;
    assertFits(updateAction.body, { name: 'A', description: '', params: {} });
    assertRefuses(updateAction.body, { name: '' }, 'name');
    assertRefuses(updateAction.body, { description: 1 }, 'description');
    assertRefuses(updateAction.body, { params: [] }, 'params');
    assertRefuses(createAction.body, { catalogEntryId: uuid(), name: '' }, 'name');
    assertRefuses(createAction.body, { name: 'A' }, 'catalogEntryId');
  });
});
