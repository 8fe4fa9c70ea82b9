/**
 * The steps that bring a data file up to date, in order; the file's `user_version` counts those it has
 * seen. A step that was released is never changed.
 */
export const migrations: readonly string[] = [
  [
    records('catalogEntries', 'name', 'createdAt', 'service'),
    records('actions', 'name', 'createdAt', 'updatedAt', 'service', 'search'),
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
    records('flowActions', 'createdAt', 'flowId'),
    records(
      'devices',
      'name',
      'createdAt',
      'updatedAt',
      'assignedAt',
      'state',
      'type',
      'country',
      'createdBy',
    ),
    records('mailboxes', 'createdAt'),
    records('messages', 'receivedAt', 'mailboxId', 'fromAddress', 'hasOtp'),
    records('apps', 'name', 'createdAt', 'platform', 'status', 'search'),
    'CREATE TABLE facts (name TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT',
  ].join(';\n'),
];

// A record is kept as the JSON it came in, so that fields nobody knows survive; the columns hold copies of
// what lists are filtered, searched and ordered by.
function records(table: string, ...columns: string[]): string {
  const defined = columns.map(column => `${column} TEXT${column === 'name' ? ' COLLATE NOCASE' : ''}`);
  const indexed = columns.filter(column => column !== 'search');
  return [
    `CREATE TABLE ${table} (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, json TEXT NOT NULL, ${defined.join(', ')}) STRICT`,
    ...indexed.map(column => `CREATE INDEX ${table}_${column} ON ${table} (${column}, seq)`),
  ].join(';\n');
}
