import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Flow } from '../../../../src/contract/records/flow.ts';
import { DataFileError } from '../../../../src/sandbox/store/database.ts';
import { migrations } from '../../../../src/sandbox/store/migrations.ts';
import { Store } from '../../../../src/sandbox/store/store.ts';

describe('sandbox/store/dataFile', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'cloud-devices-store-'));
  });

  after(() => rmSync(folder, { recursive: true }));

  it('a data file stores the version of its migrations and keeps its records', () => {
    const file = join(folder, 'kept.db');
    const first = new Store(file);
    first.setFact('colour', { name: 'blue' });
    first.close();
    const second = new Store(file);
    assert.deepEqual(second.fact('colour'), { name: 'blue' });
    second.close();
    const db = new DatabaseSync(file);
    assert.equal(db.prepare('PRAGMA user_version').get()!['user_version'], migrations.length);
    assert.equal(db.prepare('PRAGMA journal_mode').get()!['journal_mode'], 'wal');
    db.close();
  });

  it('a data file of a newer version is refused and not changed', () => {
    const file = join(folder, 'newer.db');
    const db = new DatabaseSync(file);
    db.exec(`CREATE TABLE future (x); PRAGMA user_version = ${migrations.length + 1}`);
    db.close();
    const bytes = readFileSync(file);
    assert.throws(() => new Store(file), /newer version .* nothing was changed/);
    assert.deepEqual(readFileSync(file), bytes);
    assert.deepEqual(
      readdirSync(folder).filter(name => name.startsWith('newer')),
      ['newer.db'],
    );
  });

  it('a data file of an earlier version gets the fields of its flows that have changed', () => {
    const file = join(folder, 'earlier.db');
    const former = { lifecycleStatus: 'draft', recordingPolicy: { mode: 'never', extra: 1 } };
    const flows = {
      bare: { enabled: true, recordingEnabled: true },
      former: { ...former, delivery: { destination: 'none', folder: '' }, big: '<big>' },
      empty: { recordingPolicy: null, delivery: null, enabled: null },
      current: {
        enabled: true,
        lifecycleStatus: 'unknown',
        recordingPolicy: { mode: 'other' },
        delivery: { destination: 'sandbox' },
      },
    };
    const db = new DatabaseSync(file);
    const applied = migrations.slice(0, 6);
    for (const migration of applied) db.exec(migration);
    db.exec(`PRAGMA user_version = ${applied.length}`);
    db.exec('BEGIN');
    for (const table of ['flows', 'archivedFlows'])
      for (const [id, flow] of Object.entries(flows)) {
        // A number that JavaScript cannot represent.
        const json = JSON.stringify({ id, name: id, ...flow }).replace('"<big>"', '12345678901234567890');
        db.prepare(`INSERT INTO ${table} (id, json) VALUES (?, ?)`).run(id, json);
      }
    db.exec(`INSERT INTO webhooks (id, json) VALUES ('hook', '{"id":"hook"}')`);
    const [first, second] = ['0a1b2c3d-0000-4000-8000-000000000001', '1a1b2c3d-0000-4000-8000-000000000001'];
    db.exec(`INSERT INTO flowActions (id, json) VALUES ('${first}', '{"id":"${first}"}')`);
    db.exec(`INSERT INTO flowActions (id, json) VALUES ('${second}', '{"id":"${second}","key":"own"}')`);
    db.exec(`INSERT INTO deliveries (id, json) VALUES ('sent', '{"id":"sent"}')`);
    db.exec(`INSERT INTO executions (id, json) VALUES ('run', '{"id":"run","invocationId":"Call"}')`);
    db.exec('COMMIT');
    db.close();
    const store = new Store(file);
    assert.deepEqual(
      [first, second].map(id => store.flowActions.get(id)?.key),
      ['step-0a1b2c3d', 'own'],
    );
    assert.equal(store.webhooks.get('hook')?.kind, 'http');
    assert.equal(store.webhooks.count({ where: { kind: 'http' } }), 1);
    assert.equal(store.deliveries.get('sent')?.endpointKind, 'http');
    assert.equal(store.deliveries.count({ where: { endpointKind: 'http' } }), 1);
    assert.equal(store.executions.count({ where: { invocation: 'Call' } }), 1);
    const shown = (flow: Flow | undefined) => [flow?.lifecycleStatus, flow?.recordingPolicy, flow?.delivery];
    for (const table of [store.flows, store.archivedFlows]) {
      assert.deepEqual(shown(table.get('bare')), ['enabled', { mode: 'flow' }, null]);
      assert.deepEqual(shown(table.get('former')), ['disabled', { mode: 'off', extra: 1 }, null]);
      assert.deepEqual(shown(table.get('empty')), ['disabled', { mode: 'off' }, null]);
      const { lifecycleStatus, recordingPolicy, delivery } = flows.current;
      assert.deepEqual(shown(table.get('current')), [lifecycleStatus, recordingPolicy, delivery]);
      assert.match(table.getText('former') ?? '', /"big":12345678901234567890/);
    }
    store.close();
  });

  it('a data file that another sandbox uses is refused', () => {
    const file = join(folder, 'shared.db');
    const first = new Store(file);
    assert.throws(() => new Store(file), /shared\.db is in use by another program/);
    first.close();
    new Store(file).close();
  });

  it('a data file that is not a database is refused with its name', () => {
    const file = join(folder, 'notes.txt');
    writeFileSync(file, 'Bread, milk and a map of the city. '.repeat(100));
    assert.throws(
      () => new Store(file),
      (error: unknown) => error instanceof DataFileError && error.message.includes(file),
    );
    assert.throws(() => new Store(join(folder, 'nowhere', 'state.db')), DataFileError);
  });

  it('a data file has everything that was stored, and no partial write, if its writer is killed', async () => {
    const file = join(folder, 'killed.db');
    const writer = spawn(process.execPath, ['test/support/storeWriter.ts', file], { stdio: 'pipe' });
    let said = '';
    writer.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.length > 400) writer.kill('SIGKILL');
    });
    await once(writer, 'close');
    const told = said.slice(0, said.lastIndexOf('\n')).split('\n');
    assert.ok(told.length > 50);
    const store = new Store(file);
    for (const pair of told)
      assert.ok(store.actions.get(`${pair}-a`) && store.actions.get(`${pair}-b`), pair);
    assert.equal(store.actions.count() % 2, 0);
    store.close();
  });
});
