import type { WEBHOOK_FILTERS } from '../../contract/enumerations.ts';
import type { Action, CatalogEntry } from '../../contract/records/action.ts';
import type { Flow } from '../../contract/records/flow.ts';
import type { FlowAction } from '../../contract/records/flowAction.ts';
import type { Repair } from '../../contract/records/flowRun.ts';
import type { Mailbox } from '../../contract/records/mailbox.ts';
import type { Task } from '../../contract/records/task.ts';
import type { Trigger } from '../../contract/records/trigger.ts';
import type { Webhook } from '../../contract/records/webhook.ts';
import { Database } from './database.ts';
import type {
  RecordedGesture,
  RecordedScreen,
  RunFile,
  StoredApp,
  StoredAppInstall,
  StoredCallback,
  StoredConnection,
  StoredCredential,
  StoredCredentialPackage,
  StoredIntent,
  StoredJob,
  StoredAppEvent,
  StoredDelivery,
  StoredDevice,
  StoredExecution,
  StoredGesture,
  StoredMessage,
  StoredPhone,
  StoredScreenRecording,
  StoredStep,
  StoredTaskEvent,
  StoredTaskRun,
  StoredTaskScreen,
  StoredTrace,
  StoredTraceScreen,
  StoredTraceStep,
  StoredUpload,
  StoredWebhook,
} from './stored.ts';
import { foldText, Table } from './table.ts';

/** The tables that a copy of a store can use instead of its own. */
type SharedTables = Pick<Store, 'phones' | 'gestures' | 'callbacks'> &
  Partial<Pick<Store, 'traces' | 'traceSteps' | 'traceScreens'>>;

/** The tables that a copy starts with. */
const COPIED = ['triggers', 'mailboxes', 'messages', 'webhooks', 'apps', 'devices', 'tasks', 'taskRuns'];

/** All data of the sandbox: one table per resource, and single facts by name. */
export class Store {
  readonly #db: Database;
  readonly #file: string | undefined;
  readonly actions: Table<Action>;
  readonly catalogEntries: Table<CatalogEntry>;
  readonly flows: Table<Flow>;
  readonly flowActions: Table<FlowAction>;
  readonly repairs: Table<Repair>;
  readonly triggers: Table<Trigger>;
  readonly executions: Table<StoredExecution>;
  readonly runSteps: Table<StoredStep>;
  readonly runFiles: Table<RunFile>;
  readonly appEvents: Table<StoredAppEvent>;
  readonly devices: Table<StoredDevice>;
  readonly phones: Table<StoredPhone>;
  readonly gestures: Table<StoredGesture>;
  readonly screenRecordings: Table<StoredScreenRecording>;
  readonly recordedScreens: Table<RecordedScreen>;
  readonly recordedGestures: Table<RecordedGesture>;
  readonly tasks: Table<Task>;
  readonly taskRuns: Table<StoredTaskRun>;
  readonly taskEvents: Table<StoredTaskEvent>;
  readonly taskScreens: Table<StoredTaskScreen>;
  readonly mailboxes: Table<Mailbox>;
  readonly connections: Table<StoredConnection>;
  readonly intents: Table<StoredIntent>;
  readonly messages: Table<StoredMessage>;
  readonly webhooks: Table<StoredWebhook>;
  readonly deliveries: Table<StoredDelivery>;
  readonly callbacks: Table<StoredCallback>;
  readonly apps: Table<StoredApp>;
  readonly uploads: Table<StoredUpload>;
  readonly appInstalls: Table<StoredAppInstall>;
  readonly credentialPackages: Table<StoredCredentialPackage>;
  readonly credentials: Table<StoredCredential>;
  readonly jobs: Table<StoredJob>;
  readonly traces: Table<StoredTrace>;
  readonly traceSteps: Table<StoredTraceStep>;
  readonly traceScreens: Table<StoredTraceScreen>;

  /** Opens the data file, or keeps the data in memory without one. Throws DataFileError. */
  constructor(file: string | undefined, shared?: SharedTables) {
    const db = new Database(file);
    this.#db = db;
    this.#file = file;
    this.catalogEntries = new Table(db, 'catalogEntries', {
      name: entry => entry.name,
      createdAt: entry => entry.createdAt,
      service: entry => entry.service,
    });
    this.actions = new Table(db, 'actions', {
      name: action => action.name,
      createdAt: action => action.createdAt,
      updatedAt: action => action.updatedAt,
      service: action => action.service,
      catalogEntryId: action => action.catalogEntryId,
      search: action => foldText(action.name, action.description, action.method),
    });
    this.flows = new Table(db, 'flows', {
      name: flow => flow.name,
      createdAt: flow => flow.createdAt,
      updatedAt: flow => flow.updatedAt,
      triggerId: flow => flow.triggerId,
      enabled: flow => flow.enabled,
      status: flow => flow.status,
      createdBy: flow => flow.createdBy,
      search: flow => foldText(flow.name, flow.description),
    });
    this.flowActions = new Table(db, 'flowActions', {
      createdAt: step => step.createdAt,
      flowId: step => step.flowId,
      actionId: step => step.actionId,
    });
    this.repairs = new Table(db, 'repairs', {
      createdAt: repair => repair.createdAt,
      flowId: repair => repair.flowId,
    });
    this.triggers = new Table(db, 'triggers', {
      name: trigger => trigger.name,
      createdAt: trigger => trigger.createdAt,
      updatedAt: trigger => trigger.updatedAt,
      activation: trigger => trigger.activation,
      eventType: trigger => trigger.eventType,
      search: trigger => foldText(trigger.name, trigger.description),
    });
    this.executions = new Table(db, 'executions', {
      createdAt: execution => execution.sandbox.queuedAt,
      startedAt: execution => execution.startedAt,
      finishedAt: execution => execution.finishedAt,
      status: execution => execution.status,
      flowId: execution => execution.flowId,
      triggerId: execution => execution.triggerId,
      search: execution => foldText(execution.flowName, execution.triggerName, execution.error),
    });
    this.runSteps = new Table(db, 'runSteps', { executionId: row => row.executionId });
    this.runFiles = new Table(db, 'runFiles', { executionId: file => file.executionId });
    this.appEvents = new Table(db, 'appEvents', {
      createdAt: event => event.createdAt,
      occurredAt: event => event.occurredAt,
      deviceId: event => event.deviceId,
      eventType: event => event.eventType,
      source: event => event.source,
    });
    this.devices = new Table(db, 'devices', {
      name: device => device.name,
      createdAt: device => device.createdAt,
      updatedAt: device => device.updatedAt,
      assignedAt: device => device.assignedAt,
      state: device => device.state,
      type: device => device.type,
      country: device => device.sandbox.country,
      providerId: device => device.providerId,
      createdBy: device => device.createdBy,
      search: device => foldText(device.name),
    });
    this.phones = shared?.phones ?? new Table(db, 'phones', { updatedAt: phone => phone.updatedAt });
    this.gestures =
      shared?.gestures ??
      new Table(db, 'gestures', {
        createdAt: gesture => gesture.createdAt,
        deviceId: gesture => gesture.deviceId,
      });
    this.screenRecordings = new Table(db, 'screenRecordings', {
      createdAt: recording => recording.startedAt,
      deviceId: recording => recording.deviceId,
      status: recording => recording.status,
      executionId: recording => recording.executionId,
    });
    const ofRecording = {
      createdAt: (row: RecordedScreen | RecordedGesture) => row.createdAt,
      recordingId: (row: RecordedScreen | RecordedGesture) => row.recordingId,
    };
    this.recordedScreens = new Table<RecordedScreen>(db, 'recordedScreens', ofRecording);
    this.recordedGestures = new Table<RecordedGesture>(db, 'recordedGestures', ofRecording);
    this.tasks = new Table(db, 'tasks', {
      createdAt: task => task.createdAt,
      updatedAt: task => task.updatedAt,
      finishedAt: task => task.finishedAt,
      status: task => task.status,
      deviceId: task => task.deviceId,
      createdBy: task => task.createdBy,
      search: task => foldText(task.task),
    });
    this.taskRuns = new Table(db, 'taskRuns', { updatedAt: run => run.updatedAt });
    this.taskEvents = new Table(db, 'taskEvents', { taskId: event => event.taskId });
    this.taskScreens = new Table(db, 'taskScreens', { taskId: screen => screen.taskId });
    this.mailboxes = new Table(db, 'mailboxes', { createdAt: mailbox => mailbox.createdAt });
    this.connections = new Table(db, 'connections', {
      createdAt: connection => connection.createdAt,
      status: connection => connection.status,
      tokenHash: connection => connection.tokenHash,
      mailboxId: connection => connection.mailboxId,
    });
    this.intents = new Table(db, 'intents', {
      createdAt: intent => intent.createdAt,
      state: intent => intent.state,
    });
    this.messages = new Table(db, 'messages', {
      receivedAt: message => message.receivedAt,
      mailboxId: message => message.mailboxId,
      fromAddress: message => foldText(message.fromAddress),
      hasOtp: message => message.hasOtp,
    });
    this.webhooks = new Table(db, 'webhooks', {
      createdAt: webhook => webhook.createdAt,
      filter: webhook => webhookFilter(webhook),
      createdBy: webhook => webhook.createdBy,
      search: webhook => foldText(webhook.url, webhook.description),
    });
    this.deliveries = new Table(db, 'deliveries', {
      createdAt: delivery => delivery.createdAt,
      endpointId: delivery => delivery.endpointId,
      eventId: delivery => delivery.eventId,
      status: delivery => delivery.status,
    });
    this.callbacks =
      shared?.callbacks ?? new Table(db, 'callbacks', { createdAt: callback => callback.createdAt });
    this.apps = new Table(db, 'apps', {
      name: app => app.displayName,
      createdAt: app => app.createdAt,
      platform: app => app.platform,
      status: app => app.sandbox.versions[0]?.status,
      search: app => foldText(app.displayName, app.bundleId, app.developerName),
    });
    this.uploads = new Table(db, 'uploads', {
      createdAt: upload => upload.createdAt,
      versionId: upload => upload.versionId,
      appId: upload => upload.appId,
    });
    this.appInstalls = new Table(db, 'appInstalls', {
      createdAt: attempt => attempt.startedAt,
      deviceId: attempt => attempt.deviceId,
    });
    this.credentialPackages = new Table(db, 'credentialPackages', { createdAt: one => one.createdAt });
    this.credentials = new Table(db, 'credentials', {
      createdAt: credential => credential.sandbox.createdAt,
      packageName: credential => credential.packageName,
    });
    this.jobs = new Table(db, 'jobs', {
      runAt: job => job.runAt,
      kind: job => job.kind,
      started: job => job.started,
    });
    this.traces =
      shared?.traces ??
      new Table(db, 'traces', { createdAt: trace => trace.createdAt, flowId: trace => trace.flowId });
    this.traceSteps =
      shared?.traceSteps ?? new Table(db, 'traceSteps', { executionId: row => row.executionId });
    this.traceScreens =
      shared?.traceScreens ?? new Table(db, 'traceScreens', { executionId: screen => screen.executionId });
  }

  /**
   * Copies what steps read into a store in memory, without actions and flows. Its phones, their gestures and the
   * callbacks are those of this store, and with `keepsTraces` also its traces; changes of all other records stay in the
   * copy.
   */
  copyForTrial(keepsTraces: boolean): Store {
    const { phones, gestures, callbacks } = this;
    const copy = new Store(undefined, keepsTraces ? this : { phones, gestures, callbacks });
    copy.#db.copyFrom(this.#db, COPIED);
    return copy;
  }

  /** Reads the entire file. Throws DataFileError if it is damaged. */
  refuseDamage(): void {
    this.#db.refuseDamage(this.#file);
  }

  /** Runs work in a transaction; the work must be synchronous. */
  transaction<T>(work: () => T): T {
    return this.#db.transaction(work);
  }

  /** Returns a fact by its name, or undefined. */
  fact(name: string): unknown {
    const row = this.#db.get('SELECT json FROM facts WHERE name = ?', name);
    return row === undefined ? undefined : JSON.parse(String(row['json']));
  }

  setFact(name: string, value: unknown): void {
    const sql = 'INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET json = excluded.json';
    this.#db.run(sql, name, JSON.stringify(value));
  }

  clear(): void {
    this.#db.clear();
  }

  /** Replaces all data with that of another store. */
  copyFrom(source: Store): void {
    this.#db.copyFrom(source.#db);
  }

  close(): void {
    this.#db.close();
  }
}

// Returns the filter value of a webhook endpoint (wire facts 11): disabled if switched off, otherwise by its health.
function webhookFilter({ state, health }: Webhook): (typeof WEBHOOK_FILTERS)[number] {
  if (state === 'DISABLED') return 'disabled';
  if (health === 'blocked') return 'blocked';
  return health === 'failing' ? 'failing' : 'active';
}
