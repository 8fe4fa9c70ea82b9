import type { OperationId } from '../../src/contract/operations.ts';
import type { SandboxOperationId } from '../../src/contract/sandboxOperations.ts';
import type { WireForm } from './wireForm.ts';
import {
  id,
  moment,
  times,
  any,
  trigger,
  validation,
  gates,
  steps,
  verdict,
  execution,
  device,
  app,
  version,
  credential,
  screenRecording,
  delivery,
  attempt,
  endpoint,
  task,
  screen,
  event,
  eventType,
  flow,
} from './wireRecords.ts';

const inData = (form: WireForm): WireForm => ({ 'data!': form });
const changed = (form: WireForm): WireForm => ({ 'data!': form, success: true, message: 'text' });
const inPage = (form: WireForm): WireForm => ({
  'items~': [form],
  'pagination!': {
    'page!': 1,
    'pageSize!': 20,
    'pages!': 1,
    'total!': 1,
    'hasNext!': false,
    'hasPrev!': false,
  },
});

/** Forms of responses that the specification does not show completely (docs/wire-facts.md). */
export const wireReplies: Partial<Record<OperationId, WireForm>> = {
  listServiceMethods: inData([
    {
      'method!': 'tap',
      params: [
        { 'name!': 'x', type: 'number', required: true, description: 'text', default: any, example: any },
      ],
    },
  ]),
  getCatalogEntry: inData({
    'id!': id,
    'name!': 'Tap',
    'service!': 'devices_api',
    description: 'text',
    method: 'tap',
    paramsSchema: any,
    ...times,
  }),
  listApps: {
    ...(inPage({ ...app, version }) as object),
    count: { totalCount: 1, availableCount: 1, queuedCount: 1, failedCount: 1 },
  },
  getAppStorage: inData({ quotaBytes: 1.5, usedBytes: 1.5, availableBytes: 1.5 }),
  listAppVersions: inData([version]),
  listCredentials: inPage(credential),
  listPackageCredentials: inData([credential]),
  createCredential: changed(credential),
  createCredentialPackage: changed({ 'packageName!': 'com.example' }),
  listDevices: inPage(device),
  getDevice: device,
  getDeviceCapabilities: { 'capabilities!': { geo: any }, deviceType: 'android_emulator' },
  listDeviceTasks: inPage({ 'taskId!': 'task', ...times }),
  listExecutions: inPage(execution),
  getExecution: inData(execution),
  dryRunFlow: inData({
    'wouldFire!': true,
    activation: 'event',
    validation,
    conditionsPassed: true,
    nextFireTime: moment,
    rateLimited: false,
    gates,
    actions: steps,
  }),
  listFlowRepairs: inData([
    {
      'id!': id,
      flowId: id,
      sourceExecutionId: id,
      episode: 1,
      attempt: 1,
      maxAttempts: 3,
      failedStepIndex: 0,
      originalSlug: 'a',
      candidateSlug: 'b',
      status: 'repaired',
      verdict,
      agentRunId: 'run',
      chatSessionId: 'chat',
      deviceId: id,
      error: 'text',
      startedAt: moment,
      finishedAt: moment,
      ...times,
    },
  ]),
  getExecutionMetrics: inData({
    'total!': 1,
    'byStatus!': { 'success*': 1 },
    avgDurationMs: 1.5,
    lastExecutionAt: moment,
  }),
  getLocation: { 'latitude!': 1.5, 'longitude!': 1.5 },
  getProxy: { connected: true, name: 'Proxy', protocol: 'socks5' },
  listInstalledApps: [
    {
      'packageName!': 'com.example',
      label: 'Example',
      versionName: '1.0',
      versionCode: 3,
      isSystemApp: true,
    },
  ],
  getLanguage: { locale: 'de-DE' },
  getTimezone: { timezone: 'Europe/Berlin' },
  getClipboard: { text: 'text' },
  listAppInstalls: {
    'installs~': [
      {
        'appId!': 'app',
        platform: 'android',
        status: 'installed',
        startedAt: moment,
        updatedAt: moment,
        errorClass: 'text',
      },
    ],
  },
  listScreenRecordings: [screenRecording],
  getScreenRecording: screenRecording,
  getUiState: screen,
  getOverlay: { 'visible!': true },
  runTask: { 'id!': 'task', status: 'queued', streamUrl: 'https://example.com' },
  listTasks: inPage(task),
  getTask: { 'task!': task },
  getTaskStatus: {
    'status!': 'running',
    succeeded: true,
    message: 'text',
    output: any,
    steps: 1.5,
    lastResponse: any,
    execution: { terminationReason: 'text', checkpoint: { a: any }, retrySafety: any },
  },
  cancelTask: { 'cancelled!': true },
  sendTaskMessage: { 'sent!': true },
  getTaskTrajectory: { 'trajectory!': [{ 'event!': 'step', data: any }] },
  listModels: {
    object: 'list',
    data: [{ id: 'maker/model', object: 'model', created: 1.5, owned_by: 'maker' }],
  },
  listTriggers: inPage(trigger),
  createTrigger: inData(trigger),
  fireTrigger: { 'enqueuedCount!': 1, invocationId: 'call' },
  listAppEventTypes: inData([eventType]),
  getAppEventType: inData(eventType),
  listAppEvents: inPage(event),
  getAppEvent: inData(event),
  dryRunEvent: inData({
    'matchedFlows!': [{ 'flow!': flow, 'wouldFire!': true, trigger, actions: steps, gates }],
    validation,
  }),
  ingestEvent: { 'eventId!': 'event' },
  createWebhook: inData({ ...endpoint, 'secret!': 'whsec' }),
  rotateWebhookSecret: inData({ ...endpoint, 'secret!': 'whsec' }),
  listWebhooks: { ...(inPage(endpoint) as object), counts: { 'active*': 1 } },
  updateWebhook: inData(endpoint),
  testWebhook: inData({ 'success!': true, statusCode: 200, error: 'text' }),
  listDeliveries: inPage({ ...delivery, attempts: 2 }),
  getDelivery: inData({ ...delivery, attempts: [attempt] }),
  getDeliveryStats: inData({ 'total!': 1, 'byStatus!': { 'success*': 1 }, successRate: 0.5 }),
  listEventTypes: inData({
    'sources!': [
      {
        'source!': 'tasks',
        'events!': [
          {
            'type!': 'task.run.completed',
            description: 'text',
            surfaces: { webhook: true, feed: true, toast: true },
          },
        ],
      },
    ],
    schemaVersion: 1,
  }),
};

const gesture = {
  'id!': 'gesture',
  'createdAt!': moment,
  'kind!': 'tap',
  'displayId!': 0,
  'stealth!': true,
  'durationMs!': 1.5,
  'path!': [{ 'x!': 1.5, 'y!': 1.5, 'ms!': 1.5 }],
  'mistakes!': 0,
  'asked!': { x: any },
};
const snapshot = { 'id!': id, 'name!': 'Before', 'takenAt!': moment };

/** Forms of the responses that only the sandbox has. */
export const sandboxWireReplies: Partial<Record<SandboxOperationId, WireForm>> = {
  listGestures: inData([{ ...gesture, 'input~': 'text' }]),
  listDeviceFiles: inData([{ 'path!': '/a', 'sizeBytes!': 5, 'labels!': { 'run*': 'text' } }]),
  runFlow: inData(execution),
  listSnapshots: inData([snapshot]),
  takeSnapshot: inData(snapshot),
  restoreSnapshot: inData(snapshot),
  getClock: inData({ 'now!': moment, 'frozen!': true, 'aheadMs!': 1.5 }),
  getMailboxBackend: inData({ 'state!': 'slow' }),
  setLoopbackPorts: inData({ 'ports!': [4011] }),
  resetSandbox: inData({ 'seed!': 'demo' }),
};

/** A step in the result of an execution (wire facts 6). */
export const wireStep: WireForm = {
  index: 0,
  childIndex: 0,
  round: 0,
  deviceId: 'device',
  flowActionId: 'step',
  actionId: 'action',
  name: 'Tap',
  service: 'devices_api',
  method: 'tap',
  status: 'success',
  startedAt: moment,
  finishedAt: moment,
  output: any,
  error: 'text',
  code: 'logic',
  verdict,
};
