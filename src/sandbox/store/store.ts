import type { WEBHOOK_FILTERS } from '../../contract/enumerations.ts';
import type { Action, CatalogEntry } from '../../contract/records/action.ts';
import type { Flow } from '../../contract/records/flow.ts';
import type { FlowAction } from '../../contract/records/flowAction.ts';
import type { RepairAttempt } from '../../contract/records/flowRun.ts';
import type { Task } from '../../contract/records/task.ts';
import type { Trigger } from '../../contract/records/trigger.ts';
import type { Webhook } from '../../contract/records/webhook.ts';
import { Database } from './database.ts';
import type {
  RecordedGesture,
  RecordedScreen,
  RunFile,
  StoredAgentFile,
  StoredApp,
  StoredAppInstall,
  StoredCallback,
  StoredConnection,
  StoredCredential,
  StoredCredentialPackage,
  StoredIntent,
  StoredJob,
  StoredMailbox,
  StoredAppEvent,
  StoredDelivery,
  StoredDevice,
  StoredExecution,
  StoredFileLink,
  StoredGesture,
  StoredMessage,
  StoredPhone,
  StoredPhoneFile,
  StoredProfile,
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
import { type ColumnField, type Columns, foldText, Table } from './table.ts';

/** The tables that a copy of a store can use instead of its own. */
type SharedTables = Pick<Store, 'phones' | 'phoneFiles' | 'gestures' | 'callbacks'> &
  Partial<Pick<Store, 'traces' | 'traceSteps' | 'traceScreens'>>;

/** The tables that a copy starts with. */
const COPIED = ['triggers', 'mailboxes', 'messages', 'webhooks', 'apps', 'devices', 'tasks', 'taskRuns'];

/** All data of the sandbox: one table per resource, and single facts by name. */
export class Store extends Database {
  readonly catalogEntries = this.#table<CatalogEntry>('catalogEntries', ['name', 'createdAt', 'service']);
  readonly actions = this.#table<Action>(
    'actions',
    ['name', 'createdAt', 'updatedAt', 'service', 'catalogEntryId'],
    { search: ({ name, description, method }) => foldText(name, description, method) },
  );
  readonly flows = this.#table<Flow>(
    'flows',
    ['name', 'createdAt', 'updatedAt', 'triggerId', 'enabled', 'status', 'createdBy'],
    { search: ({ name, description }) => foldText(name, description) },
  );
  /** The flows that were deleted, which reads no longer return (wire facts 3). */
  readonly archivedFlows = this.#table<Flow>('archivedFlows', ['createdAt']);
  readonly flowActions = this.#table<FlowAction>('flowActions', ['createdAt', 'flowId', 'actionId']);
  readonly repairs = this.#table<RepairAttempt>('repairs', ['createdAt', 'flowId']);
  readonly triggers = this.#table<Trigger>(
    'triggers',
    ['name', 'createdAt', 'updatedAt', 'activation', 'eventType'],
    { search: ({ name, description }) => foldText(name, description) },
  );
  readonly executions = this.#table<StoredExecution>(
    'executions',
    ['startedAt', 'finishedAt', 'status', 'flowId', 'triggerId'],
    {
      createdAt: ({ sandbox }) => sandbox.queuedAt,
      // Unlike IDs, identifiers of callers are compared with their letter case.
      invocation: ({ invocationId }) => invocationId,
      search: ({ flowName, triggerName, error }) => foldText(flowName, triggerName, error),
    },
  );
  readonly runSteps = this.#table<StoredStep>('runSteps', ['executionId']);
  readonly runFiles = this.#table<RunFile>('runFiles', ['executionId']);
  readonly agentFiles = this.#table<StoredAgentFile>('agentFiles', ['createdAt'], {
    state: ({ sandbox }) => sandbox.state,
  });
  readonly fileLinks = this.#table<StoredFileLink>('fileLinks', ['expiresAt']);
  readonly appEvents = this.#table<StoredAppEvent>('appEvents', [
    'createdAt',
    'occurredAt',
    'deviceId',
    'eventType',
    'source',
  ]);
  readonly devices = this.#table<StoredDevice>(
    'devices',
    ['name', 'createdAt', 'updatedAt', 'assignedAt', 'state', 'type', 'providerId', 'createdBy'],
    { country: ({ sandbox }) => sandbox.country, search: ({ name }) => foldText(name) },
  );
  readonly phones: Table<StoredPhone>;
  readonly phoneFiles: Table<StoredPhoneFile>;
  readonly gestures: Table<StoredGesture>;
  readonly profiles = this.#table<StoredProfile>('profiles', ['name', 'createdAt', 'updatedAt'], {
    search: ({ name }) => foldText(name),
  });
  readonly screenRecordings = this.#table<StoredScreenRecording>(
    'screenRecordings',
    ['deviceId', 'status', 'executionId'],
    { createdAt: ({ startedAt }) => startedAt },
  );
  readonly recordedScreens = this.#table<RecordedScreen>('recordedScreens', ['createdAt', 'recordingId']);
  readonly recordedGestures = this.#table<RecordedGesture>('recordedGestures', ['createdAt', 'recordingId']);
  readonly tasks = this.#table<Task>(
    'tasks',
    ['createdAt', 'updatedAt', 'finishedAt', 'status', 'deviceId', 'createdBy'],
    { search: ({ task }) => foldText(task) },
  );
  readonly taskRuns = this.#table<StoredTaskRun>('taskRuns', ['updatedAt']);
  readonly taskEvents = this.#table<StoredTaskEvent>('taskEvents', ['taskId']);
  readonly taskScreens = this.#table<StoredTaskScreen>('taskScreens', ['taskId']);
  readonly mailboxes = this.#table<StoredMailbox>('mailboxes', ['createdAt']);
  readonly connections = this.#table<StoredConnection>('connections', [
    'createdAt',
    'status',
    'tokenHash',
    'mailboxId',
  ]);
  readonly intents = this.#table<StoredIntent>('intents', ['createdAt', 'state']);
  readonly messages = this.#table<StoredMessage>('messages', ['receivedAt', 'mailboxId', 'hasOtp'], {
    fromAddress: ({ fromAddress }) => foldText(fromAddress),
  });
  readonly webhooks = this.#table<StoredWebhook>('webhooks', ['createdAt', 'createdBy', 'kind'], {
    filter: webhookFilter,
    search: ({ url, description, integration }) => foldText(url, description, integration?.label),
  });
  readonly deliveries = this.#table<StoredDelivery>('deliveries', [
    'createdAt',
    'endpointId',
    'eventId',
    'status',
    'endpointKind',
  ]);
  readonly callbacks: Table<StoredCallback>;
  readonly apps = this.#table<StoredApp>('apps', ['createdAt', 'platform'], {
    name: ({ displayName }) => displayName,
    status: ({ sandbox }) => sandbox.versions[0]?.status,
    search: ({ displayName, bundleId, developerName }) => foldText(displayName, bundleId, developerName),
  });
  readonly uploads = this.#table<StoredUpload>('uploads', ['createdAt', 'versionId', 'appId']);
  readonly appInstalls = this.#table<StoredAppInstall>('appInstalls', ['deviceId'], {
    createdAt: ({ startedAt }) => startedAt,
  });
  readonly credentialPackages = this.#table<StoredCredentialPackage>('credentialPackages', ['createdAt']);
  readonly credentials = this.#table<StoredCredential>('credentials', ['packageName'], {
    createdAt: ({ sandbox }) => sandbox.createdAt,
  });
  readonly jobs = this.#table<StoredJob>('jobs', ['runAt', 'kind', 'started']);
  readonly traces: Table<StoredTrace>;
  readonly traceSteps: Table<StoredTraceStep>;
  readonly traceScreens: Table<StoredTraceScreen>;

  /** Opens the data file, or keeps the data in memory without one. Throws DataFileError. */
  constructor(file: string | undefined, shared?: SharedTables) {
    super(file);
    this.phones = shared?.phones ?? this.#table('phones', ['updatedAt']);
    this.phoneFiles = shared?.phoneFiles ?? this.#table('phoneFiles', ['deviceId']);
    this.gestures = shared?.gestures ?? this.#table('gestures', ['createdAt', 'deviceId']);
    this.callbacks = shared?.callbacks ?? this.#table('callbacks', ['createdAt']);
    this.traces = shared?.traces ?? this.#table('traces', ['createdAt', 'flowId']);
    this.traceSteps = shared?.traceSteps ?? this.#table('traceSteps', ['executionId']);
    this.traceScreens = shared?.traceScreens ?? this.#table('traceScreens', ['executionId']);
  }

  /**
   * Copies what steps read into a store in memory, without actions and flows. Its phones, their files and gestures, and the
   * callbacks are those of this store, and with `keepsTraces` also its traces; changes of all other records stay in the
   * copy.
   */
  copyForTrial(keepsTraces: boolean): Store {
    const { phones, phoneFiles, gestures, callbacks } = this;
    const copy = new Store(undefined, keepsTraces ? this : { phones, phoneFiles, gestures, callbacks });
    copy.copyFrom(this, COPIED);
    return copy;
  }

  /** Returns a fact by its name, or undefined. */
  fact(name: string): unknown {
    const row = this.get('SELECT json FROM facts WHERE name = ?', name);
    return row === undefined ? undefined : JSON.parse(String(row['json']));
  }

  setFact(name: string, value: unknown): void {
    const sql = 'INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET json = excluded.json';
    this.run(sql, name, JSON.stringify(value));
  }

  #table<T extends { readonly id: string }>(
    name: string,
    fields: readonly ColumnField<T>[],
    columns: Columns<T> = {},
  ): Table<T> {
    return new Table(this, name, fields, columns);
  }
}

// Returns the filter value of a webhook endpoint (wire facts 11): disabled if switched off, otherwise by its health.
function webhookFilter({ state, health }: Webhook): (typeof WEBHOOK_FILTERS)[number] {
  if (state === 'DISABLED') return 'disabled';
  if (health === 'blocked') return 'blocked';
  return health === 'failing' ? 'failing' : 'active';
}
