/**
 * The steps that bring a data file up to date, in order; the file's `user_version` counts those it has
 * seen. A step that was released is never changed.
 */
export const migrations: readonly string[] = [
  [
    records('catalogEntries', 'name', 'createdAt', 'service'),
    records('actions', 'name', 'createdAt', 'updatedAt', 'service', 'catalogEntryId', 'search'),
    records(
      'flows',
      ...['name', 'createdAt', 'updatedAt', 'triggerId', 'enabled', 'status', 'createdBy', 'search'],
    ),
    records('flowActions', 'createdAt', 'flowId', 'actionId'),
    records('repairs', 'createdAt', 'flowId'),
    records('triggers', 'name', 'createdAt', 'updatedAt', 'activation', 'eventType', 'search'),
    records(
      'executions',
      ...['createdAt', 'startedAt', 'finishedAt', 'status', 'flowId', 'triggerId', 'search'],
    ),
    records('runSteps', 'executionId'),
    records('runFiles', 'executionId'),
    records('appEvents', 'createdAt', 'occurredAt', 'deviceId', 'eventType', 'source'),
    records(
      'devices',
      ...['name', 'createdAt', 'updatedAt', 'assignedAt', 'state', 'type', 'country', 'providerId'],
      ...['createdBy', 'search'],
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
];

// A record is kept as the JSON it came in, so that fields nobody knows survive; the columns hold copies of
// what lists are filtered, searched and ordered by. The JSON comes last: a column behind it would be read
// through all of it.
function records(table: string, ...columns: string[]): string {
  const defined = columns.map(column => `${column} TEXT${column === 'name' ? ' COLLATE NOCASE' : ''}`);
  return [
    `CREATE TABLE ${table} (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ${defined.join(', ')}, json TEXT NOT NULL) STRICT`,
    ...columns.map(column => `CREATE INDEX ${table}_${column} ON ${table} (${column}, seq)`),
  ].join(';\n');
}
