import assert from 'node:assert/strict';
import { DEVICE_STATES, FLOW_STATUSES } from '../../../src/contract/enumerations.ts';
import { type OperationId, operationIds, operations } from '../../../src/contract/operations.ts';
import { assertFits, assertRefuses, uuid } from '../../support/schemas.ts';

const paged = operationIds.filter(id => operations[id].paging === 'page');

/** Names and values of list queries as the specification and the wire facts have them, with one outside each. */
const filters: readonly [
  id: OperationId,
  field: string,
  inside: readonly string[],
  outside: readonly string[],
][] = [
  ['listActions', 'service', ['tasks_api', 'devices_api', 'agents_api', 'webhooks', 'a_new_one'], ['']],
  ['listActions', 'orderBy', ['name', 'createdAt', 'updatedAt'], ['id', 'service']],
  ['listActions', 'orderByDirection', ['asc', 'desc'], ['ASC', 'up', '']],
  ['listFlows', 'orderBy', ['name', 'createdAt', 'updatedAt'], ['status']],
  ['listFlows', 'triggerId', [uuid()], ['', 'x']],
  ['listCatalogEntries', 'service', ['webhooks'], ['other']],
  ['listTriggers', 'activation', ['event', 'schedule', 'custom'], ['cron']],
  ['listTriggers', 'orderBy', ['name', 'createdAt', 'updatedAt'], ['activation']],
  [
    'listExecutions',
    'status',
    ['pending', 'running', 'success', 'failed', 'cancelled', 'skipped', 'invalid'],
    ['success,failed', 'done'],
  ],
  ['listExecutions', 'orderBy', ['startedAt', 'finishedAt', 'status'], ['createdAt']],
  ['listAppEvents', 'source', ['app', 'system', 'device', 'webhook'], ['phone']],
  ['listDevices', 'orderBy', ['id', 'createdAt', 'updatedAt', 'assignedAt'], ['name']],
  ['listProfiles', 'orderBy', ['name', 'created_at', 'updated_at'], ['createdAt', 'id']],
  ['listDeviceTasks', 'orderBy', ['id', 'createdAt', 'updatedAt', 'assignedAt'], ['status']],
  ['listTasks', 'orderBy', ['id', 'createdAt', 'finishedAt', 'status'], ['name']],
  ['listTasks', 'status', ['queued', 'created', 'running', 'cancelling', 'completed'], ['done']],
  ['listWebhooks', 'status', ['active', 'failing', 'blocked', 'disabled'], ['ACTIVE', 'deleted']],
  ['listDeliveries', 'status', ['pending', 'success', 'skipped', 'dead'], ['failed']],
  ['listApps', 'platform', ['all', 'android', 'ios'], ['windows']],
  ['listApps', 'status', ['all', 'queued', 'available', 'failed'], ['ready']],
  ['listApps', 'sortBy', ['createdAt', 'name'], ['updatedAt']],
  ['listApps', 'order', ['asc', 'desc'], ['up']],
];

describe('contract/queries', () => {
  for (const [id, field, inside, outside] of filters) {
    it(`queries of ${id} accept the known values of ${field} and no others`, () => {
      const { query } = operations[id];
      assert.ok(field in query.shape, 'the field is not in the table');
      for (const value of inside) assertFits(query, { [field]: value });
      for (const value of outside) assertRefuses(query, { [field]: value }, field);
    });
  }

  it('queries are all optional, except the path of a file and the revision of an integration', () => {
    const withPath = operationIds.filter(id => 'path' in operations[id].query.shape);
    assert.deepEqual(withPath, [
      'listDeviceFiles',
      'downloadDeviceFile',
      'uploadDeviceFile',
      'deleteDeviceFile',
    ]);
    for (const id of operationIds) {
      if (id === 'listIntegrationTargets') assertRefuses(operations[id].query, {}, 'revision');
      else if (withPath.includes(id)) assertRefuses(operations[id].query, {}, 'path');
      else assertFits(operations[id].query, {});
    }
  });

  it('queries read numbers from numbers and from decimal strings', () => {
    for (const id of paged) {
      const { query } = operations[id];
      assert.deepEqual(query.parse({ page: '2', pageSize: '050' }), { page: 2, pageSize: 50 }, id);
      assert.deepEqual(query.parse({ page: 2, pageSize: 50 }), { page: 2, pageSize: 50 }, id);
      for (const page of ['', ' 1', '1e2', '0x10', '1.0', 'NaN', '9'.repeat(17), true, null, ['1']]) {
        assertRefuses(query, { page }, 'page');
      }
    }
  });

  it('queries read flags from Booleans and from true and false as strings', () => {
    const flags = [
      [operations.listFlows.query, 'enabled'],
      [operations.listFlows.query, 'mine'],
      [operations.listMailboxMessages.query, 'hasOtp'],
      [operations.takeScreenshot.query, 'hideOverlay'],
      [operations.getUiState.query, 'filter'],
    ] as const;
    for (const [query, field] of flags) {
      for (const [given, read] of [
        [true, true],
        ['true', true],
        [false, false],
        ['false', false],
      ]) {
        assert.deepEqual(query.parse({ [field]: given }), { [field]: read });
      }
      for (const given of ['', 'TRUE', 'yes', '1', '0', 1, 0, null, ['true']]) {
        assertRefuses(query, { [field]: given }, field);
      }
    }
  });

  it('queries read lists from one parameter with commas, from repeated parameters, and from unknown values', () => {
    const lists = [
      [operations.listFlows.query, 'status', [...FLOW_STATUSES]],
      [operations.listDevices.query, 'state', [...DEVICE_STATES]],
    ] as const;
    for (const [query, field, values] of lists) {
      assert.deepEqual(query.parse({ [field]: values.join(',') }), { [field]: values });
      assert.deepEqual(query.parse({ [field]: values }), { [field]: values });
      assert.deepEqual(query.parse({ [field]: values[0] }), { [field]: [values[0]] });
      assert.deepEqual(query.parse({ [field]: ['of_next_year'] }), { [field]: ['of_next_year'] });
      assert.deepEqual(query.parse({ [field]: '' }), { [field]: [] });
      assertRefuses(query, { [field]: 5 }, field);
    }
  });

  it('queries accept an empty or null time bound as no bound (wire facts 2)', () => {
    for (const id of ['listExecutions', 'getExecutionMetrics', 'listAppEvents'] as const) {
      for (const from of ['', null, '2026-03-01T00:00:00Z', undefined])
        assertFits(operations[id].query, { from });
    }
  });

  it('queries use the search parameter of each list (wire facts 2)', () => {
    const words = {
      listFlows: 'search',
      listActions: 'search',
      listTriggers: 'search',
      listExecutions: 'search',
      listWebhooks: 'search',
      listTasks: 'query',
      listApps: 'query',
      listDevices: 'name',
      listProfiles: 'name',
      listCatalogEntries: undefined,
      listAppEvents: undefined,
      listDeliveries: undefined,
      listWebhookDeliveries: undefined,
      listDeviceTasks: undefined,
      listMailboxes: undefined,
      listCredentials: undefined,
    } as const;
    assert.deepEqual(Object.keys(words).sort(), [...paged].sort());
    for (const id of paged) {
      const found = ['search', 'query', 'name'].filter(word => word in operations[id].query.shape);
      const word = words[id as keyof typeof words];
      assert.deepEqual(found, word === undefined ? [] : [word], id);
    }
  });
});
