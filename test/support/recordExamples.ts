import type * as z from 'zod';
import { operations } from '../../src/contract/operations.ts';
import { uuid } from './schemas.ts';

/** A record of the specification (spec 2) with all its fields, in its response. */
export interface RecordExample {
  readonly name: string;
  readonly schema: z.ZodType;
  /** Dotted path of the record in the response; empty if it is the response. */
  readonly at: string;
  readonly record: Readonly<Record<string, unknown>>;
  /** Returns the response around a record. */
  readonly reply: (record: unknown) => unknown;
  /** Required fields. */
  readonly required: readonly string[];
  /** Dotted paths of fields with open enumerations. */
  readonly enumerations: readonly string[];
  /** Fields with any JSON value. */
  readonly open: readonly string[];
}

const moment = '2026-03-01T10:20:30.456Z';
const later = '2026-04-01T00:00:00+02:00';

const pagination = { page: 2, pageSize: 20, pages: 3, total: 41, hasNext: true, hasPrev: true };
const inData = { at: 'data', reply: (record: unknown) => ({ data: record }) };
const inItems = { at: 'items.0', reply: (record: unknown) => ({ items: [record], pagination }) };

const flow = {
  id: uuid(1),
  name: 'Read the passcode',
  description: 'Opens the app and reads the code',
  triggerId: uuid(2),
  deviceIds: [uuid(3), uuid(4)],
  enabled: true,
  status: 'healthy',
  lifecycleStatus: 'active',
  consecutiveFailures: 0,
  lastFailureAt: moment,
  lastFailureCode: 'transient',
  lastTriggeredAt: moment,
  blockedAt: moment,
  archivedAt: later,
  cooldownScope: 'device',
  cooldownSeconds: 60,
  healthMonitoringEnabled: true,
  notifyOnSuccess: false,
  notifyOnFailure: true,
  notifyWebhookId: uuid(5),
  recordingEnabled: true,
  recordingPolicy: { mode: 'always' },
  delivery: {
    destination: 'bucket',
    folder: 'runs',
    recording: { filename: 'run.mp4' },
    screenshots: { each: 'step' },
  },
  selfHealingEnabled: true,
  selfHealingMaxAttempts: 3,
  templateResolutionVersion: 2,
  createdAt: moment,
  updatedAt: later,
  createdBy: uuid(6),
  ownerId: uuid(7),
  userId: uuid(8),
};

/** Fields that the create response omits (spec 2.1). */
export const ABSENT_ON_CREATE = ['archivedAt', 'lifecycleStatus', 'recordingPolicy', 'delivery'] as const;

/** The flow in the activation response, with every field (spec 2.1). */
export const flowExample: RecordExample = {
  name: 'flow (2.1)',
  schema: operations.activateFlow.response.body,
  ...inData,
  record: flow,
  required: ['id', 'name'],
  enumerations: [
    'status',
    'lifecycleStatus',
    'lastFailureCode',
    'cooldownScope',
    'recordingPolicy.mode',
    'delivery.destination',
  ],
  open: ['delivery.screenshots.each'],
};

/** Every record of the specification (spec 2) that a response contains. */
export const recordExamples: readonly RecordExample[] = [
  flowExample,
  {
    name: 'action (2.3)',
    schema: operations.listActions.response.body,
    ...inItems,
    record: {
      id: uuid(1),
      catalogEntryId: uuid(2),
      name: 'Tap',
      description: 'Taps the screen',
      service: 'devices_api',
      method: 'tap',
      params: { x: 1, deep: [null, { y: '{{event.y}}' }] },
      paramsSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        anyOf: [true, { type: 'null' }],
      },
      createdAt: moment,
      updatedAt: later,
      createdBy: uuid(3),
      ownerId: uuid(4),
      userId: uuid(5),
    },
    required: ['id', 'name', 'service'],
    enumerations: ['service'],
    open: ['params', 'paramsSchema'],
  },
  {
    name: 'mailbox (2.4)',
    schema: operations.listMailboxes.response.body,
    ...inItems,
    record: {
      id: uuid(1),
      address: 'box@example.com',
      label: 'Sign-ups',
      status: 'active',
      billingMode: 'included',
      provider: 'matix',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: later,
      checkoutUrl: 'https://example.com/checkout',
      checkoutExpiresAt: later,
      domainId: uuid(2),
      inboundMessages: { included: 1000, used: 12, exhausted: false, resetsAt: later },
      createdAt: moment,
    },
    required: ['id'],
    enumerations: ['status', 'billingMode', 'provider'],
    open: [],
  },
  {
    name: 'mailbox connection (2.5)',
    schema: operations.connectMailbox.response.body,
    at: '',
    reply: record => record,
    record: {
      connectionId: uuid(1),
      mailboxId: uuid(2),
      redirectUrl: 'https://example.com/consent',
      status: 'pending',
      address: 'me@example.com',
    },
    required: ['connectionId', 'mailboxId', 'redirectUrl', 'status', 'address'],
    enumerations: ['status'],
    open: [],
  },
  {
    name: 'mailbox message (2.6)',
    schema: operations.listMailboxMessages.response.body,
    at: 'items.0',
    reply: record => ({ items: [record], nextCursor: 'next' }),
    record: {
      id: 'msg-18c2/not a uuid',
      mailboxId: uuid(1),
      fromAddress: 'no-reply@example.com',
      subject: 'Your code',
      preview: 'Your code is 123456',
      hasOtp: true,
      receivedAt: moment,
    },
    required: ['id'],
    enumerations: [],
    open: [],
  },
  {
    name: 'message with its text (wire facts 15)',
    schema: operations.getMailboxMessage.response.body,
    ...inData,
    record: {
      id: 'msg-18c2/not a uuid',
      mailboxId: uuid(1),
      fromAddress: 'no-reply@example.com',
      fromName: 'Example',
      subject: 'Your code',
      textBody: 'Your code is 123456',
      hasOtp: true,
      receivedAt: moment,
      attachmentCount: 1,
      attachments: [{ name: 'terms.pdf', contentType: 'application/pdf', size: 12_000 }],
    },
    required: ['id'],
    enumerations: [],
    open: [],
  },
  {
    name: 'found passcode (wire facts 15)',
    schema: operations.findPasscode.response.body,
    ...inData,
    record: {
      code: '0123',
      confidence: 'high',
      messageId: 'msg-18c2/not a uuid',
      receivedAt: moment,
      sender: 'no-reply@example.com',
      subject: 'Your code',
    },
    required: ['code', 'messageId'],
    enumerations: ['confidence'],
    open: [],
  },
  {
    name: 'app (2.7)',
    schema: operations.getApp.response.body,
    ...inData,
    record: {
      id: uuid(1),
      bundleId: 'com.example.app',
      displayName: 'Example',
      developerName: 'Example Ltd',
      description: 'An app',
      iconURL: 'https://example.com/icon.png',
      platform: 'android',
      createdAt: moment,
      updatedAt: later,
    },
    required: ['id'],
    enumerations: ['platform'],
    open: [],
  },
  {
    name: 'pagination (2.9)',
    schema: operations.listActions.response.body,
    at: 'pagination',
    reply: record => ({ items: [], pagination: record }),
    record: pagination,
    required: Object.keys(pagination),
    enumerations: [],
    open: [],
  },
];
