import assert from 'node:assert/strict';
import fc from 'fast-check';
import type * as z from 'zod';
import { Limits } from '../../../src/contract/limits.ts';
import { type OperationId, operationIds, operations } from '../../../src/contract/operations.ts';
import { sandboxOperations } from '../../../src/contract/sandboxOperations.ts';
import { assertFits, assertRefuses, canonical, uuid } from '../../support/schemas.ts';

const step = { actionId: uuid(), position: 1 };

/** A body that fits, for every operation that takes one; the nested objects are there to be widened. */
const bodies: Readonly<Partial<Record<OperationId, Readonly<Record<string, unknown>>>>> = {
  createFlow: {
    name: 'Flow',
    triggerId: uuid(),
    actions: [
      {
        ...step,
        continueOnError: true,
        nameOverride: 'First',
        overrides: { params: { text: '{{event.code}}' } },
        children: [{ ...step, overrides: { params: {} } }],
      },
    ],
  },
  updateFlow: {
    lifecycleStatus: 'disabled',
    notifyWebhookId: null,
    recordingPolicy: { mode: 'flow' },
    delivery: { destination: 'one_drive', folder: 'Runs', recording: { filename: 'run' }, screenshots: {} },
  },
  validateFlow: {
    name: 'Flow',
    actions: [{ ...step, overrides: { params: {} } }],
    delivery: { destination: 'one_drive', recording: { filename: 'run' } },
  },
  cloneFlow: { name: 'Copy' },
  dryRunFlow: { payload: { code: 1 } },
  addFlowAction: { ...step, parentFlowActionId: null },
  replaceFlowActions: { actions: [step] },
  activateFlow: { verificationExecutionId: uuid() },
  runFlow: { payload: { any: 1 } },
  verifyFlow: { invocationId: 'one', deviceId: uuid(), payload: { any: 1 } },
  createAction: { catalogEntryId: uuid(), name: 'Tap twice', params: { times: 2 } },
  updateAction: { name: 'Tap' },
  createTrigger: { activation: 'event', name: 'SMS', eventType: 'app.sms.received', conditions: { all: [] } },
  updateTrigger: { scheduleRule: null },
  fireTrigger: { payload: {}, invocationId: 'one' },
  dryRunEvent: { eventType: 'app.sms.received' },
  ingestEvent: { eventType: 'app.sms.received', payload: { text: 'hi' } },
  renameDevice: { name: 'Phone' },
  tapDevice: { x: 1, y: 2 },
  swipeDevice: { startX: 1, startY: 1, endX: 2, endY: 2, duration: 100 },
  pressGlobal: { action: 2 },
  typeText: { text: 'hello' },
  pressKey: { key: 66 },
  setLocation: { latitude: 1, longitude: 2 },
  setOverlay: { visible: true },
  connectProxy: { name: 'Proxy', smartIp: true, socks5: { host: 'proxy.example', port: 1080 } },
  connectMailbox: { provider: 'gmail', clientRequestId: 'one' },
  createMailbox: {
    localPart: 'tests',
    domainId: uuid(),
    label: 'Tests',
    billingPreference: 'included_only',
    clientRequestId: 'one',
  },
  renameMailbox: { label: null },
  restartMailbox: { billingPreference: 'rent' },
  createWebhook: { url: 'https://example.com/hook' },
  updateWebhook: { eventTypes: [] },
  updateNotificationPreferences: { mutedTypes: ['task.run.running'] },
  applyNotificationPreset: { preset: 'recommended' },
  runTask: {
    task: 'Open the settings',
    deviceId: uuid(),
    llmModel: 'maker/model',
    credentials: [{ packageName: 'com.example', credentialNames: ['login'] }],
    outputSchema: { type: 'object' },
    memoryNamespace: 'shared',
    subagentModel: 'maker/small',
    vpnCountry: 'DE',
  },
  streamTask: { task: 'Open the settings', deviceId: uuid(), llmModel: 'maker/model' },
  sendTaskMessage: { message: 'Go on' },
  createAgentFileUpload: { filename: 'a.csv', mimeType: 'text/csv', sizeBytes: 1, zone: 'skills' },
  updateAgentFile: { displayName: null, enabled: true },
  createAppUpload: {
    bundleId: 'com.example.app',
    displayName: 'Example',
    versionName: '1.0',
    versionCode: 1,
    files: [{ fileName: 'app.apk', contentType: 'application/vnd.android.package-archive' }],
  },
  installApp: { packageName: 'com.example.app' },
  openDeepLink: { deepLink: 'https://shop.example/verify?token=1' },
  startApp: { activity: '.Main' },
  stopApp: { clearData: true },
  setLanguage: { locale: 'de-DE', restart: true },
  setTimezone: { timezone: 'Europe/Berlin' },
  applyProfile: { profileId: uuid() },
  createProfile: {
    name: 'Lisbon',
    spec: {
      name: 'Phone',
      androidVersion: 14,
      apps: ['com.example'],
      files: null,
      country: 'PT',
      locale: 'pt-PT',
      timezone: 'Europe/Lisbon',
      location: { latitude: 38.7, longitude: -9.1 },
      proxy: { name: 'Office', smartIp: true, socks5: { host: 'proxy.example', port: 1080 } },
      carrier: { GsmOperatorNumeric: 26801 },
      identifiers: { IdentifierIMEI: '001010000000000' },
    },
  },
  replaceProfile: { name: 'Lisbon', spec: {} },
  setClipboard: { text: 'copied' },
  enterKiosk: { packageName: 'com.example.app' },
  uploadDeviceFile: { file: { name: 'a.txt', bytes: new Uint8Array([1]) } },
  runBrowserScript: { script: 'document.title' },
  startScreenRecording: { name: 'Checkout', retentionDays: 7, types: null },
  createCredentialPackage: { packageName: 'com.example.app' },
  createCredential: { credentialName: 'login', fields: [{ fieldType: 'email', value: 'ann@a.example' }] },
  addCredentialField: { fieldType: 'password', value: 'a' },
  updateCredentialField: { value: 'b' },
};

const created = bodies.createCredential;
const proxyOf = (length: number): object => ({ host: 'x'.repeat(length), port: 1080 });

/** Changes of the example bodies, those that fit and those that are refused with the path of the field. */
const changes: Readonly<
  Partial<
    Record<
      OperationId,
      { fits?: readonly object[]; refused: readonly (readonly [change: object, path: string])[] }
    >
  >
> = {
  createFlow: {
    refused: [
      [{ actions: [{ ...step, children: [{ ...step, children: [] }] }] }, 'actions.0.children.0.children'],
    ],
  },
  cloneFlow: {
    fits: [{ name: 'x'.repeat(Limits.flowName) }],
    refused: [[{ name: 'x'.repeat(Limits.flowName + 1) }, 'name']],
  },
  addFlowAction: {
    refused: [
      [{ parentFlowActionId: 'first' }, 'parentFlowActionId'],
      [{ actionId: 'tap' }, 'actionId'],
    ],
  },
  connectProxy: {
    fits: [
      { socks5: undefined, connect: { id: 'a' } },
      { socks5: undefined, connect: { country: 'DE' } },
      { socks5: undefined, ...proxyOf(253) },
    ],
    refused: [
      [{ name: 7 }, 'name'],
      [{ smartIp: 'yes' }, 'smartIp'],
      [{ socks5: { host: 'a' } }, 'socks5.port'],
      [{ socks5: { ...proxyOf(1), user: 7 } }, 'socks5.user'],
      [{ socks5: proxyOf(254) }, 'socks5.host'],
      [{ socks5: undefined, connect: { id: '' } }, 'connect.id'],
      [{ socks5: undefined, connect: {} }, 'connect'],
      [{ socks5: undefined, ...proxyOf(254) }, 'host'],
    ],
  },
  createMailbox: {
    fits: [
      { localPart: undefined, domainId: undefined, label: undefined, billingPreference: undefined },
      { localPart: 'a', label: 'x'.repeat(Limits.mailboxLabel), clientRequestId: 'a' },
      { billingPreference: 'included' },
      { billingPreference: 'rent' },
    ],
    refused: [
      [{ localPart: '' }, 'localPart'],
      [{ domainId: 'mail' }, 'domainId'],
      [{ label: 'x'.repeat(Limits.mailboxLabel + 1) }, 'label'],
      [{ billingPreference: 'free' }, 'billingPreference'],
      [{ clientRequestId: '' }, 'clientRequestId'],
    ],
  },
  renameMailbox: {
    fits: [{ label: '' }, { label: 'x'.repeat(Limits.mailboxLabel) }],
    refused: [
      [{ label: undefined }, 'label'],
      [{ label: 'x'.repeat(Limits.mailboxLabel + 1) }, 'label'],
    ],
  },
  restartMailbox: { fits: [{}], refused: [[{ billingPreference: 'free' }, 'billingPreference']] },
  updateNotificationPreferences: {
    fits: [{ mutedTypes: [] }],
    refused: [
      [{ mutedTypes: undefined }, 'mutedTypes'],
      [{ mutedTypes: 'task.run.running' }, 'mutedTypes'],
      [{ mutedTypes: [1] }, 'mutedTypes.0'],
    ],
  },
  applyNotificationPreset: {
    fits: [{ preset: 'failures' }, { preset: 'everything' }],
    refused: [[{ preset: 'nothing' }, 'preset']],
  },
  createAgentFileUpload: {
    fits: [
      { zone: undefined },
      { zone: 'user' },
      { filename: 'x'.repeat(Limits.fileName), mimeType: 'x'.repeat(Limits.mimeType) },
    ],
    refused: [
      [{ filename: '' }, 'filename'],
      [{ filename: 'x'.repeat(Limits.fileName + 1) }, 'filename'],
      [{ mimeType: '' }, 'mimeType'],
      [{ mimeType: 'x'.repeat(Limits.mimeType + 1) }, 'mimeType'],
      [{ sizeBytes: 0 }, 'sizeBytes'],
      [{ sizeBytes: 1.5 }, 'sizeBytes'],
      [{ zone: 'agent' }, 'zone'],
    ],
  },
  updateAgentFile: {
    fits: [{ displayName: undefined, enabled: undefined }, { displayName: 'a' }],
    refused: [
      [{ displayName: '' }, 'displayName'],
      [{ enabled: 'yes' }, 'enabled'],
    ],
  },
  createAppUpload: {
    fits: [{ bundleId: 'a', displayName: 'a', versionName: 'a', versionCode: 0 }],
    refused: [
      [{ bundleId: '' }, 'bundleId'],
      [{ displayName: undefined }, 'displayName'],
      [{ versionCode: 1.5 }, 'versionCode'],
      [{ files: [] }, 'files'],
      [{ files: [{ fileName: 'app.apk', contentType: 'text/html' }] }, 'files.0.contentType'],
    ],
  },
  installApp: {
    fits: [{ packageName: 'a' }, { packageName: undefined, bundleId: 'b' }, { background: true }],
    refused: [
      [{ packageName: '' }, 'packageName'],
      [{ bundleId: 'b' }, ''],
      [{ background: 'yes' }, 'background'],
    ],
  },
  setLanguage: {
    fits: [{ locale: 'de' }, { locale: 'fil' }, { locale: 'zh-Hans-CN' }, { locale: 'sr-Latn' }],
    refused: [
      ...['', 'd', 'german', 'de-D', 'de-DEU', 'de_DE', 'de-DE-x', '../de'].map(
        locale => [{ locale }, 'locale'] as const,
      ),
      [{ restart: 'yes' }, 'restart'],
    ],
  },
  applyProfile: { refused: [[{ profileId: '' }, 'profileId']] },
  createProfile: {
    fits: [{ spec: {} }, { spec: { apps: null } }],
    refused: [
      [{ name: '' }, 'name'],
      [{ spec: undefined }, 'spec'],
      [{ spec: { androidVersion: 1.5 } }, 'spec.androidVersion'],
      [{ spec: { country: 'Portugal' } }, 'spec.country'],
      [{ spec: { locale: 'pt_PT' } }, 'spec.locale'],
      [{ spec: { timezone: '' } }, 'spec.timezone'],
      [{ spec: { location: { latitude: 91, longitude: 0 } } }, 'spec.location.latitude'],
      [{ spec: { proxy: { socks5: { host: 'a' } } } }, 'spec.proxy.socks5.port'],
      [{ spec: { identifiers: [] } }, 'spec.identifiers'],
    ],
  },
  setTimezone: { refused: [[{ timezone: '' }, 'timezone']] },
  setClipboard: {
    fits: [{ text: '' }, { text: 'x'.repeat(Limits.clipboard) }],
    refused: [
      [{ text: undefined }, 'text'],
      [{ text: 'x'.repeat(Limits.clipboard + 1) }, 'text'],
    ],
  },
  enterKiosk: { refused: [[{ packageName: '' }, 'packageName']] },
  runBrowserScript: {
    fits: [{ script: 'x'.repeat(Limits.script) }],
    refused: [
      [{ script: '' }, 'script'],
      [{ script: 'x'.repeat(Limits.script + 1) }, 'script'],
    ],
  },
  uploadDeviceFile: {
    fits: [{ file: { name: 'x'.repeat(Limits.fileName), bytes: new Uint8Array() } }],
    refused: [
      [{ file: undefined }, 'file'],
      [{ file: { name: '', bytes: new Uint8Array() } }, 'file.name'],
      [{ file: { name: 'x'.repeat(Limits.fileName + 1), bytes: new Uint8Array() } }, 'file.name'],
      [{ file: { name: 'a', bytes: 'text' } }, 'file.bytes'],
    ],
  },
  openDeepLink: {
    fits: [{ deepLink: 'maps://berlin' }],
    refused: [
      [{ deepLink: '' }, 'deepLink'],
      [{ deepLink: undefined }, 'deepLink'],
    ],
  },
  startApp: { fits: [{ activity: 'a' }], refused: [[{ activity: '' }, 'activity']] },
  stopApp: { refused: [[{ clearData: 'yes' }, 'clearData']] },
  startScreenRecording: {
    refused: [
      [{ name: 7 }, 'name'],
      [{ retentionDays: '7' }, 'retentionDays'],
      [{ types: 'video' }, 'types'],
    ],
  },
  createCredentialPackage: { fits: [{ packageName: 'a' }], refused: [[{ packageName: '' }, 'packageName']] },
  createCredential: {
    fits: [{ credentialName: 'a' }, { fields: [created?.['fields'], created?.['fields']].flat() }],
    refused: [
      [{ credentialName: '' }, 'credentialName'],
      [{ fields: [] }, 'fields'],
      [{ fields: [{ fieldType: 'email' }] }, 'fields.0.value'],
      [{ fields: [{ value: 'a' }] }, 'fields.0.fieldType'],
    ],
  },
};

/** A copy of a body with one more field in it and in every object of its lists. */
function widened(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map(entry => widened(entry, text));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  const inner = Object.entries(value).map(([name, field]) => [name, widened(field, text)]);
  return { ...Object.fromEntries(inner), ofNextYear: JSON.parse(text) as unknown };
}

function bodyOf(id: OperationId): z.ZodType {
  const { body } = operations[id];
  assert.ok(body, `${id} takes no body`);
  return body;
}

describe('contract/requestBodies', () => {
  it('request bodies have an example for each operation with a body', () => {
    const withBody = operationIds.filter(id => operations[id].body !== undefined);
    assert.deepEqual(Object.keys(bodies).sort(), withBody.sort());
  });

  for (const [name, body] of Object.entries(bodies)) {
    const id = name as OperationId;
    it(`request bodies of ${id} are unchanged and keep unknown fields at every depth`, () => {
      const schema = bodyOf(id);
      assert.equal(canonical(schema.parse(body)), canonical(body));
      const json = fc
        .jsonValue()
        .filter(value => !JSON.stringify(value).includes('"__proto__"'))
        .map(value => JSON.stringify(value));
      fc.assert(
        fc.property(json, text => {
          const wider = widened(body, text);
          assert.equal(canonical(schema.parse(wider)), canonical(wider));
        }),
        { numRuns: 20 },
      );
    });
  }

  for (const [name, { fits = [], refused }] of Object.entries(changes)) {
    const id = name as OperationId;
    it(`request bodies of ${id} are refused with the name of the field`, () => {
      for (const change of fits) assertFits(bodyOf(id), { ...bodies[id], ...change });
      for (const [change, path] of refused) assertRefuses(bodyOf(id), { ...bodies[id], ...change }, path);
    });
  }

  it('request bodies of trial runs have limits', () => {
    const schema = sandboxOperations.startTrial.body;
    const trial = { flow: { actions: [step] }, step: { index: 0 } };
    const earlier = (count: number): object => ({
      earlier: { steps: Array.from({ length: count }, () => ({})) },
    });
    assertFits(schema, { ...trial, timeoutSeconds: 900 });
    assertFits(schema, { ...trial, timeoutSeconds: 1 });
    assertFits(schema, { ...trial, ...earlier(2000) });
    assertRefuses(schema, { ...trial, timeoutSeconds: 901 }, 'timeoutSeconds');
    assertRefuses(schema, { ...trial, ...earlier(2001) }, 'earlier.steps');
    assertRefuses(schema, { ...trial, flow: { actions: [] } }, 'flow.actions');
    assertRefuses(schema, { ...trial, flow: { name: 7, actions: [step] } }, 'flow.name');
    assertRefuses(schema, { ...trial, step: { index: -1 } }, 'step.index');
    assertRefuses(operations.runFlow.body, { payload: 'text' }, 'payload');
  });

  it('request bodies of debug runs have limits', () => {
    const { startDebugRun, controlDebugRun, readDebugEvents, setLoopbackPorts } = sandboxOperations;
    const breakpoints = (count: number, text = 1): object => ({
      breakpoints: Array.from({ length: count }, () => ({
        step: { index: 0 },
        logMessage: 'x'.repeat(text),
      })),
    });
    const from = (round: number): object => ({ from: { index: 0, round } });
    for (const fitting of [
      ...['trial', 'live', 'verification'].map(mode => ({ mode })),
      ...[
        { timeoutSeconds: 5 },
        { timeoutSeconds: 3600 },
        breakpoints(200),
        breakpoints(1, 2000),
        from(2000),
      ],
    ])
      assertFits(startDebugRun.body, fitting);
    for (const [change, path] of [
      [{ mode: 'other' }, 'mode'],
      [{ timeoutSeconds: 4 }, 'timeoutSeconds'],
      [{ timeoutSeconds: 3601 }, 'timeoutSeconds'],
      [breakpoints(201), 'breakpoints'],
      [breakpoints(1, 2001), 'breakpoints.0.logMessage'],
      [from(2001), 'from.round'],
    ] as const)
      assertRefuses(startDebugRun.body, change, path);
    const commands = ['continue', 'pause', 'next', 'stepIn', 'stepOut', 'runTo', 'goto', 'skip', 'again'];
    for (const command of commands) assertFits(controlDebugRun.body, { command });
    assertRefuses(controlDebugRun.body, { command: 'stop' }, 'command');
    assertFits(readDebugEvents.query, { waitSeconds: '20' });
    assertRefuses(readDebugEvents.query, { waitSeconds: '21' }, 'waitSeconds');
    const ports = (count: number): object => ({ ports: Array.from({ length: count }, () => 4011) });
    assertFits(setLoopbackPorts.body, ports(16));
    assertRefuses(setLoopbackPorts.body, ports(17), 'ports');
  });

  it('request bodies are optional only if the table says so', () => {
    const optional = operationIds.filter(id => operations[id].body?.safeParse(undefined).success);
    assert.deepEqual(optional, ['cloneFlow', 'dryRunFlow', 'runFlow', 'restartMailbox']);
  });

  it('request bodies name the nested field that is invalid (spec 2.2)', () => {
    const flow = (entry: object): unknown => ({ name: 'Flow', triggerId: uuid(), actions: [step, entry] });
    const schema = operations.createFlow.body;
    assertRefuses(schema, flow({ ...step, overrides: { params: [] } }), 'actions.1.overrides.params');
    assertRefuses(schema, flow({ ...step, continueOnError: 'no' }), 'actions.1.continueOnError');
    assertRefuses(schema, flow({ ...step, nameOverride: 3 }), 'actions.1.nameOverride');
    assertRefuses(schema, flow({ ...step, children: {} }), 'actions.1.children');
    assertRefuses(
      schema,
      flow({ ...step, children: [{ position: 1, actionId: uuid(), overrides: 'x' }] }),
      'actions.1.children.0.overrides',
    );
  });

  it('request bodies require the fields of a schedule that its type needs (wire facts 5)', () => {
    const trigger = (scheduleRule: object): unknown => ({ activation: 'schedule', name: 'x', scheduleRule });
    const schema = operations.createTrigger.body;
    for (const [type, part] of Object.entries({ once: 'dateTime', cron: 'expression', recurring: 'rrule' })) {
      assertFits(schema, trigger({ type, [part]: 'x' }));
      assertRefuses(schema, trigger({ type }), `scheduleRule.${part}`);
      assertRefuses(schema, trigger({ type, [part]: '' }), `scheduleRule.${part}`);
    }
    assertRefuses(schema, trigger({ type: 'hourly' }), 'scheduleRule.type');
  });
});
