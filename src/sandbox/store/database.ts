import type * as Sqlite from 'node:sqlite';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { migrations } from './migrations.ts';
import { toError } from '../../util/errors.ts';

/** Thrown if a data file cannot be used; the message says why and what to do. */
export class DataFileError extends Error {
  /** True if the file itself is damaged or from a newer version, so that moving it aside helps. */
  readonly isFaulty: boolean;

  constructor(message: string, { isFaulty = false, cause }: { isFaulty?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isFaulty = isFaulty;
  }
}

/**
 * SQLite result codes that point to the environment, not the file: permission, busy, locked, read-only, I/O, full,
 * cannot open.
 */
const SURROUNDINGS: readonly number[] = [3, 5, 6, 8, 10, 13, 14];

const FULL = 13;

const LOCK_WAIT_MS = 2000;

/** The sandbox's SQLite database: a file, or in memory if no file is given. */
export class Database {
  readonly #db: DatabaseSync;
  readonly #file: string | undefined;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string | undefined) {
    this.#db = open(file);
    this.#file = file;
    try {
      // Checks before anything could write to the file.
      this.#refuseNewer();
      // Allows only one process, since each would run all jobs; the timeout is for one that is just exiting.
      this.#db.exec(`PRAGMA busy_timeout = ${LOCK_WAIT_MS}; PRAGMA locking_mode = EXCLUSIVE`);
      // WAL with NORMAL keeps every committed write if the process is killed.
      this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
      this.#migrate();
    } catch (error) {
      this.#db.close();
      throw describeError(error, file);
    }
  }

  /** Returns all rows of a query. */
  all(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
    return this.#prepare(sql).all(...values);
  }

  /** Returns the first row of a query. */
  get(sql: string, ...values: SQLInputValue[]): Record<string, unknown> | undefined {
    return this.#prepare(sql).get(...values);
  }

  /** Runs a statement and returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  /** Runs synchronous work in a transaction; nested calls join the outer transaction. */
  transaction<T>(work: () => T): T {
    if (this.#isInTransaction()) return work();
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      // SQLite itself rolls back if the disk is full, for example.
      if (this.#isInTransaction()) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Checks every page and row of the file. Throws DataFileError if one is damaged. */
  refuseDamage(): void {
    try {
      const [found] = this.all('PRAGMA integrity_check(1)');
      if (found?.['integrity_check'] !== 'ok') throw new Error(String(found?.['integrity_check']));
      for (const table of this.#tables)
        if (this.get(`SELECT 1 FROM ${table} WHERE NOT json_valid(json)`))
          throw new Error(`${table} is malformed`);
    } catch (error) {
      throw describeError(error, this.#file);
    }
  }

  clear(): void {
    this.transaction(() => {
      for (const table of this.#tables) this.run(`DELETE FROM ${table}`);
    });
  }

  /** Replaces all rows with those of another database that has the same tables; copies only some tables if given. */
  copyFrom(source: Database, tables: readonly string[] = this.#tables): void {
    this.transaction(() => {
      this.clear();
      for (const table of tables) {
        for (const row of source.#db.prepare(`SELECT * FROM ${table}`).iterate()) {
          const values = Object.values(row);
          this.run(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`, ...values);
        }
      }
    });
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  #isInTransaction(): boolean {
    return this.#db.isTransaction;
  }

  get #tables(): string[] {
    const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    return this.all(sql).map(row => String(row['name']));
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  get #version(): number {
    return Number(this.#db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  }

  #refuseNewer(): void {
    const version = this.#version;
    if (version <= migrations.length) return;
    throw new DataFileError(
      `The data file ${this.#file ?? ''} was written by a newer version (${version}, this one knows ${migrations.length}). ` +
        'Update the program or choose another file; nothing was changed.',
      { isFaulty: true },
    );
  }

  #migrate(): void {
    const version = this.#version;
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      this.transaction(() => this.#db.exec(`${migration}; PRAGMA user_version = ${index + 1}`));
    }
  }
}

/** Returns what to do about a failed write if the disk has no space left; undefined for any other error. */
export function explainFull(error: unknown): string | undefined {
  if (resultCode(error) !== FULL) return undefined;
  return 'The disk of the sandbox’s data file is full, so nothing was changed. Free some space, then try again; reading still works.';
}

function resultCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}

function open(file: string | undefined): DatabaseSync {
  // A bundler that does not know this module would try to resolve it as a file.
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof Sqlite | undefined;
  if (!sqlite) throw new DataFileError('The sandbox needs Node 22.13 or newer, which has SQLite built in.');
  try {
    return new sqlite.DatabaseSync(file ?? ':memory:');
  } catch (error) {
    throw describeError(error, file);
  }
}

function describeError(error: unknown, file: string | undefined): DataFileError {
  if (error instanceof DataFileError) return error;
  const problem = toError(error).message;
  if (problem.includes('locked')) {
    const message = `The data file ${file ?? ''} is in use by another program. End that, or choose another file.`;
    return new DataFileError(message, { cause: error });
  }
  const code = resultCode(error);
  const isFaulty = code === undefined || !SURROUNDINGS.includes(code);
  const message = `The data file ${file ?? ''} ${isFaulty ? 'is damaged' : 'cannot be opened'}: ${problem}. Choose another file.`;
  return new DataFileError(message, { isFaulty, cause: error });
}
