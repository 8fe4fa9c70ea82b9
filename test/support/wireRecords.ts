import { uuid } from './schemas.ts';
import { ANY, type WireForm } from './wireForm.ts';

/** An ID. */
export const id = uuid(1);
/** A timestamp. */
export const moment = '2026-03-01T10:20:30.456Z';
/** Creation and update times of a record. */
export const times = { createdAt: moment, updatedAt: moment };
/** The owners of a record. */
const owners = { createdBy: id, ownerId: id, userId: id };
/** Any JSON value. */
export const any: WireForm = ANY as unknown as WireForm;

/** A trigger (wire facts 5). */
export const trigger = {
  'id!': id,
  'name!': 'SMS',
  'activation!': 'event',
  description: 'text',
  eventType: 'app.sms.received',
  conditions: { all: [any], any: [any] },
  scheduleRule: { 'type!': 'cron' },
  timezone: 'Europe/Berlin',
  customPayloadSchema: any,
  nextFireTime: moment,
  ...times,
  ...owners,
};
/** A payload validation (wire facts 3). */
export const validation = { 'valid!': true, errors: [{ 'message!': 'text', field: 'code' }] };
/** The conditions for a run (wire facts 3). */
export const gates = {
  enabled: true,
  deviceAttached: true,
  deviceIds: [id],
  blocked: false,
  cooldownActive: false,
};
/** An action with its parameters resolved (wire facts 3). */
const resolved = {
  'name!': 'Tap',
  service: 'devices_api',
  method: 'tap',
  continueOnError: true,
  params: any,
};
/** Nested resolved actions (wire facts 3). */
export const steps = [{ ...resolved, children: [resolved] }];
/** A verification (wire facts 3, 6). */
export const verdict = { 'outcome!': 'passed', summary: 'text', reason: 'text' };
/** Files of an execution (wire facts 6). */
const files = [{ 'fileId!': 'f', filename: 'run.mp4', mimeType: 'video/mp4', sizeBytes: 5 }];
/** An execution (wire facts 6). */
export const execution = {
  'id!': id,
  flowId: id,
  triggerId: id,
  flowName: 'Flow',
  triggerName: 'SMS',
  eventId: 'event',
  createdBy: id,
  error: 'text',
  kind: 'live',
  status: 'success',
  startedAt: moment,
  finishedAt: moment,
  result: any,
  files,
};
/** A device (wire facts 8). */
export const device = {
  'id!': id,
  name: 'Phone',
  state: 'ready',
  stateMessage: 'text',
  type: 'android_emulator',
  streamUrl: 'https://example.com',
  streamToken: 'token',
  activeTaskId: 'task',
  taskCount: 2,
  providerId: 'provider',
  billingStrategy: 'hourly',
  assignedAt: moment,
  terminatesAt: moment,
  ...times,
  ...owners,
};
/** An app in the cloud storage (spec 2.7). */
export const app = {
  'id!': id,
  bundleId: 'com.example',
  displayName: 'Example',
  developerName: 'Example Ltd',
  description: 'text',
  iconURL: 'https://example.com/icon.png',
  platform: 'android',
  ...times,
};
/** A version of an app (wire facts 13). */
export const version = {
  'id!': id,
  appId: id,
  versionCode: 3,
  versionName: '1.0',
  status: 'available',
  source: 'upload',
  country: 'DE',
  sizeBytes: 1.5,
  targetSdk: 34,
  queuedAt: moment,
  ...times,
  ...owners,
};
/** A credential (wire facts 14). */
export const credential = {
  'packageName!': 'com.example',
  'credentialName!': 'login',
  'fields!': [{ 'fieldType!': 'email', 'value!': 'ann@a.example' }],
  secretPath: 'path',
  ...owners,
};
/** A file of agents (wire facts 19). */
export const agentFile = {
  'fileId!': 'file',
  'filename!': 'a.csv',
  displayName: 'Addresses',
  mimeType: 'text/csv',
  sizeBytes: 5,
  zone: 'workflow',
  createdBy: 'workflow',
  enabled: true,
  createdAt: moment,
  collectionStatus: {
    version: 1,
    completeness: 'complete',
    coverage: 'bounded',
    endReached: true,
    resumable: false,
    records: { reported: 1.5, unit: 'text' },
  },
};
/** A profile of devices (wire facts 9). */
export const profile = {
  'id!': 'profile',
  'name!': 'Lisbon',
  spec: {
    name: 'Phone',
    androidVersion: 14,
    apps: ['com.example'],
    files: ['a.txt'],
    country: 'PT',
    locale: 'pt-PT',
    timezone: 'Europe/Lisbon',
    location: { latitude: 38.7, longitude: -9.1 },
    proxy: { name: 'Office', smartIp: true, socks5: { host: any } },
    carrier: { name: any },
    identifiers: { imei: any },
  },
  ...times,
  ...owners,
};
/** A screen recording of a device (wire facts 9). */
export const screenRecording = {
  'id!': 'recording',
  deviceId: 'device',
  name: 'Checkout',
  status: 'recording',
  types: ['video'],
  actions: 3,
  display: { width: 1.5, height: 1.5, rotation: 0.5 },
  startedAt: moment,
  endedAt: moment,
  expiresAt: moment,
  error: 'text',
  video: { durationMs: 1.5, format: 'mp4', sizeBytes: 1.5, limited: true, limitReason: 'text' },
};
/** A delivery (wire facts 11). */
export const delivery = {
  'id!': 'delivery',
  endpointId: id,
  endpointUrl: 'https://example.com/hook',
  endpointKind: 'http',
  endpointLabel: 'text',
  eventId: 'event',
  eventType: 'webhook.test',
  source: 'app',
  occurredAt: moment,
  createdAt: moment,
  status: 'success',
  isTest: true,
  completedAt: moment,
  lastError: 'text',
  createdBy: id,
  lastStatusCode: 200,
  durationMs: 1.5,
};
/** A delivery attempt (wire facts 11). */
export const attempt = {
  attemptNo: 1,
  sentAt: moment,
  signed: true,
  requestUrl: 'https://example.com/hook',
  requestMethod: 'POST',
  requestHeaders: { 'accept*': 'text' },
  requestBody: any,
  responseStatus: 200,
  responseHeaders: { 'server*': 'text' },
  responseSnippet: 'text',
  durationMs: 1.5,
  error: 'text',
};
/** An endpoint (spec 6.1). */
export const endpoint = {
  'id!': id,
  url: 'https://example.com/hook',
  kind: 'integration',
  integration: { capability: { 'id!': 'chat', 'revision!': 1 }, args: { 'channel*': any }, label: 'text' },
  description: 'text',
  eventTypes: ['webhook.test'],
  state: 'ACTIVE',
  health: 'healthy',
  signingEnabled: true,
  blockedAt: moment,
  blockedReason: 'text',
  createdBy: id,
  ...times,
};
/** A task (wire facts 10). */
export const task = {
  'id!': 'task',
  task: 'Open the settings',
  status: 'running',
  deviceId: 'device',
  llmModel: 'maker/model',
  steps: 1.5,
  succeeded: true,
  message: 'text',
  output: any,
  creditsUsed: 1.5,
  agentId: 1,
  displayId: 0,
  maxSteps: 1.5,
  executionTimeout: 1.5,
  temperature: 1.5,
  reasoning: true,
  vision: true,
  accessibility: true,
  stealth: true,
  continueOnFailure: true,
  apps: ['app'],
  files: ['file'],
  credentials: [{ packageName: 'com.example', credentialNames: ['login'] }],
  outputSchema: { type: any },
  memoryNamespace: 'shared',
  subagentModel: 'maker/small',
  vpnCountry: 'DE',
  tmpDevice: true,
  ownerId: 'owner',
  userId: 'user',
  createdBy: 'user',
  dispatchedAt: moment,
  claimedAt: moment,
  finishedAt: moment,
  cancelRequestedAt: moment,
  streamUrl: 'https://example.com',
  ...times,
};
/** A screen element (wire facts 9). */
const element = {
  boundsInScreen: { 'left!': 0.5, 'top!': 0.5, 'right!': 1.5, 'bottom!': 1.5 },
  className: 'Button',
  packageName: 'com.example',
  resourceId: 'ok',
  text: 'OK',
  contentDescription: 'text',
  hint: 'text',
  childCount: 1,
  isCheckable: true,
  isChecked: true,
  isClickable: true,
  isEditable: true,
  isEnabled: true,
  isFocusable: true,
  isFocused: true,
  isLongClickable: true,
  isPassword: true,
  isScrollable: true,
  isSelected: true,
  isVisibleToUser: true,
};
/** A UI state (wire facts 9). */
export const screen = {
  a11y_tree: { ...element, children: [{ ...element, children: [{ text: 'inner' }] }] },
  ime_tree: { text: 'q' },
  device_context: {
    screen_bounds: { 'width!': 0.5, 'height!': 0.5 },
    display_metrics: {
      density: 0.5,
      densityDpi: 0.5,
      scaledDensity: 0.5,
      widthPixels: 0.5,
      heightPixels: 0.5,
    },
    filtering_params: { min_element_size: 0.5, overlay_offset: 0.5 },
  },
  phone_state: {
    isEditable: true,
    keyboardVisible: true,
    currentApp: 'App',
    packageName: 'com.example',
    activityName: 'Main',
    focusedElement: { text: 'a', className: 'b', resourceId: 'c' },
  },
};
/** An app event (wire facts 5). */
export const event = {
  'id!': id,
  'eventType!': 'app.sms.received',
  source: 'device',
  payload: any,
  deviceId: id,
  rawEventId: 'raw',
  occurredAt: moment,
  createdAt: moment,
  ...owners,
};
/** A type of app event (wire facts 5). */
export const eventType = {
  'appEventType!': 'app.sms.received',
  sourceEventType: 'sms',
  appName: 'Messages',
  label: 'SMS',
  packageName: 'com.example',
  category: 'app',
  payloadSchema: [{ 'name!': 'text', type: 'string', description: 'text', example: any }],
};
/** A flow with required fields only (spec 2.1). */
export const flow = { 'id!': id, 'name!': 'Flow' };
