/**
 * The migrations of a data file, in order; its `user_version` is the number of those applied. A released migration must
 * never change.
 */
export const migrations: readonly string[] = [
  [
    records('catalogEntries', 'name', 'createdAt', 'service'),
    records('actions', 'name', 'createdAt', 'updatedAt', 'service', 'catalogEntryId', 'search'),
    records(
      'flows',
      'name',
      'createdAt',
      'updatedAt',
      'triggerId',
      'enabled',
      'status',
      'createdBy',
      'search',
    ),
    records('flowActions', 'createdAt', 'flowId', 'actionId'),
    records('repairs', 'createdAt', 'flowId'),
    records('triggers', 'name', 'createdAt', 'updatedAt', 'activation', 'eventType', 'search'),
    records('executions', 'createdAt', 'startedAt', 'finishedAt', 'status', 'flowId', 'triggerId', 'search'),
    records('runSteps', 'executionId'),
    records('runFiles', 'executionId'),
    records('appEvents', 'createdAt', 'occurredAt', 'deviceId', 'eventType', 'source'),
    records(
      'devices',
      'name',
      'createdAt',
      'updatedAt',
      'assignedAt',
      'state',
      'type',
      'country',
      'providerId',
      'createdBy',
      'search',
    ),
    records('phones', 'updatedAt'),
    records('gestures', 'createdAt', 'deviceId'),
    records('tasks', 'createdAt', 'updatedAt', 'finishedAt', 'status', 'deviceId', 'createdBy', 'search'),
    records('taskRuns', 'updatedAt'),
    records('taskEvents', 'taskId'),
    records('taskScreens', 'taskId'),
    records('mailboxes', 'createdAt'),
    records('connections', 'createdAt', 'status', 'tokenHash', 'mailboxId'),
    records('intents', 'createdAt', 'state'),
    records('messages', 'receivedAt', 'mailboxId', 'fromAddress', 'hasOtp'),
    records('webhooks', 'createdAt', 'filter', 'createdBy', 'search'),
    records('deliveries', 'createdAt', 'endpointId', 'eventId', 'status'),
    records('callbacks', 'createdAt'),
    records('apps', 'name', 'createdAt', 'platform', 'status', 'search'),
    records('jobs', 'runAt', 'kind', 'started'),
    'CREATE TABLE facts (name TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT',
  ].join(';\n'),
  [
    records('traces', 'createdAt', 'flowId'),
    records('traceSteps', 'executionId'),
    records('traceScreens', 'executionId'),
  ].join(';\n'),
  [
    records('uploads', 'createdAt', 'versionId', 'appId'),
    records('appInstalls', 'createdAt', 'deviceId'),
    records('credentialPackages', 'createdAt'),
    records('credentials', 'createdAt', 'packageName'),
  ].join(';\n'),
  [
    records('screenRecordings', 'createdAt', 'deviceId', 'status', 'executionId'),
    records('recordedScreens', 'createdAt', 'recordingId'),
    records('recordedGestures', 'createdAt', 'recordingId'),
  ].join(';\n'),
  records('archivedFlows', 'createdAt'),
  records('phoneFiles', 'deviceId'),
  ['flows', 'archivedFlows'].map(currentFlows).join(';\n'),
  [kindColumn('webhooks', 'kind'), kindColumn('deliveries', 'endpointKind')].join(';\n'),
  // Steps had no keys (wire facts 18).
  `UPDATE flowActions SET json = json_set(json, '$.key', 'step-' || substr(id, 1, 8))
   WHERE json_extract(json, '$.key') IS NULL`,
  `ALTER TABLE executions ADD COLUMN invocation TEXT;
   UPDATE executions SET invocation = json_extract(json, '$.invocationId');
   CREATE INDEX executions_invocation ON executions (invocation, seq)`,
  records('profiles', 'name', 'createdAt', 'updatedAt', 'search'),
  [records('agentFiles', 'createdAt', 'state'), records('fileLinks', 'expiresAt')].join(';\n'),
];

// A record is stored as its original JSON, so that unknown fields survive; the columns are copies for filters, search
// and order. JSON is the last column, because SQLite would have to read through it to reach a later one.
function records(table: string, ...columns: string[]): string {
  const defined = columns.map(column => `${column} TEXT${column === 'name' ? ' COLLATE NOCASE' : ''}`);
  return [
    `CREATE TABLE ${table} (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ${defined.join(', ')}, json TEXT NOT NULL) STRICT`,
    ...columns.map(column => `CREATE INDEX ${table}_${column} ON ${table} (${column}, seq)`),
  ].join(';\n');
}

// Every stored endpoint had a URL (wire facts 11).
function kindColumn(table: string, column: string): string {
  return [
    `ALTER TABLE ${table} ADD COLUMN ${column} TEXT`,
    `UPDATE ${table} SET ${column} = 'http', json = json_set(json, '$.${column}', 'http')`,
    `CREATE INDEX ${table}_${column} ON ${table} (${column}, seq)`,
  ].join(';\n');
}

// Flows were stored with other values of three fields, or without these fields (wire facts 3).
function currentFlows(table: string): string {
  const isTrue = (field: string): string => `json_extract(json, '$.${field}') IS TRUE`;
  const lifecycle = `CASE WHEN ${isTrue('enabled')} THEN 'enabled' ELSE 'disabled' END`;
  const mode = `CASE WHEN ${isTrue('recordingEnabled')} THEN 'flow' ELSE 'off' END`;
  return [
    `UPDATE ${table} SET json = json_set(json, '$.lifecycleStatus', ${lifecycle})
     WHERE ifnull(json_extract(json, '$.lifecycleStatus'), 'draft') IN ('active', 'draft')`,
    `UPDATE ${table} SET json = json_patch(json, json_object('recordingPolicy', json_object('mode', ${mode})))
     WHERE ifnull(json_extract(json, '$.recordingPolicy.mode'), 'never') = 'never'`,
    `UPDATE ${table} SET json = json_set(json, '$.delivery', NULL)
     WHERE ifnull(json_extract(json, '$.delivery.destination'), 'none') = 'none'`,
  ].join(';\n');
}
