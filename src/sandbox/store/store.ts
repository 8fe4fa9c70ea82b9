import type { Action, CatalogEntry } from '../../contract/records/action.ts';
import type { Flow } from '../../contract/records/flow.ts';
import type { FlowAction } from '../../contract/records/flowAction.ts';
import type { Mailbox } from '../../contract/records/mailbox.ts';
import { Database } from './database.ts';
import type { StoredApp, StoredDevice, StoredMessage } from './stored.ts';
import { searchText, Table } from './table.ts';

/** All that the sandbox remembers: one table for each resource, and single facts by name. */
export class Store {
  readonly #db: Database;
  readonly actions: Table<Action>;
  readonly catalogEntries: Table<CatalogEntry>;
  readonly flows: Table<Flow>;
  readonly flowActions: Table<FlowAction>;
  readonly devices: Table<StoredDevice>;
  readonly mailboxes: Table<Mailbox>;
  readonly messages: Table<StoredMessage>;
  readonly apps: Table<StoredApp>;

  /** Opens the data file, or keeps everything in memory without one. Throws DataFileError. */
  constructor(file: string | undefined) {
    const db = new Database(file);
    this.#db = db;
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
      search: action => searchText(action.name, action.description, action.method),
    });
    this.flows = new Table(db, 'flows', {
      name: flow => flow.name,
      createdAt: flow => flow.createdAt,
      updatedAt: flow => flow.updatedAt,
      triggerId: flow => flow.triggerId,
      enabled: flow => flow.enabled,
      status: flow => flow.status,
      createdBy: flow => flow.createdBy,
      search: flow => searchText(flow.name, flow.description),
    });
    this.flowActions = new Table(db, 'flowActions', {
      createdAt: step => step.createdAt,
      flowId: step => step.flowId,
    });
    this.devices = new Table(db, 'devices', {
      name: device => device.name,
      createdAt: device => device.createdAt,
      updatedAt: device => device.updatedAt,
      assignedAt: device => device.assignedAt,
      state: device => device.state,
      type: device => device.type,
      country: device => device.sandbox.country,
      createdBy: device => device.createdBy,
    });
    this.mailboxes = new Table(db, 'mailboxes', { createdAt: mailbox => mailbox.createdAt });
    this.messages = new Table(db, 'messages', {
      receivedAt: message => message.receivedAt,
      mailboxId: message => message.mailboxId,
      fromAddress: message => message.fromAddress?.toLowerCase(),
      hasOtp: message => message.hasOtp,
    });
    this.apps = new Table(db, 'apps', {
      name: app => app.displayName,
      createdAt: app => app.createdAt,
      platform: app => app.platform,
      status: app => app.sandbox.versions[0]?.status,
      search: app => searchText(app.displayName, app.bundleId, app.developerName),
    });
  }

  /** Runs work whole or not at all. */
  transaction<T>(work: () => T): T {
    return this.#db.transaction(work);
  }

  /** A single fact by its name. */
  fact(name: string): unknown {
    const row = this.#db.get('SELECT json FROM facts WHERE name = ?', name);
    return row === undefined ? undefined : JSON.parse(row['json'] as string);
  }

  /** Stores a single fact under a name. */
  setFact(name: string, value: unknown): void {
    const sql = 'INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET json = excluded.json';
    this.#db.run(sql, name, JSON.stringify(value));
  }

  close(): void {
    this.#db.close();
  }
}
