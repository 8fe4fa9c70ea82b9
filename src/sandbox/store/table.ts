import type { SQLInputValue } from 'node:sqlite';
import type { Database } from './database.ts';

/** A value of a column; lists are filtered, searched and ordered by columns. */
export type ColumnValue = string | number | boolean | null | undefined;

/** How the records of a table are filed: the value of each column, computed from the record. */
export type Columns<T> = Readonly<Record<string, (record: T) => ColumnValue>>;

/** What a list asks for. A filter value of undefined does not filter; a list means any of its values. */
export interface ListQuery {
  readonly where?: Readonly<Record<string, ColumnValue | readonly string[]>>;
  readonly search?: string | undefined;
  /** Part of a column's text, in any letter case. */
  readonly like?: Readonly<Record<string, string | undefined>>;
  readonly from?: Readonly<Record<string, string | null | undefined>>;
  readonly to?: Readonly<Record<string, string | null | undefined>>;
  readonly orderBy?: string | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The records of one resource in the database, each kept whole as JSON under its id. */
export class Table<T extends { readonly id: string }> {
  readonly #db: Database;
  readonly #name: string;
  readonly #columns: Columns<T>;
  readonly #insert: string;

  constructor(db: Database, name: string, columns: Columns<T>) {
    this.#db = db;
    this.#name = name;
    this.#columns = columns;
    const names = Object.keys(columns);
    const updates = ['json', ...names].map(column => `${column} = excluded.${column}`);
    this.#insert =
      `INSERT INTO ${name} (${['id', 'json', ...names].join(', ')}) ` +
      `VALUES (${['?', '?', ...names.map(() => '?')].join(', ')}) ` +
      `ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}`;
  }

  /** The record with this id; ids are compared without regard to letter case. */
  get(id: string): T | undefined {
    const row = this.#db.get(`SELECT json FROM ${this.#name} WHERE id = ?`, id.toLowerCase());
    return row && (parse(row) as T);
  }

  /** Stores a record, replacing one of the same id. */
  put(record: T): T {
    const values = Object.values(this.#columns).map(column => toSql(column(record)));
    this.#db.run(this.#insert, record.id.toLowerCase(), JSON.stringify(record), ...values);
    return record;
  }

  /** Deletes a record and tells whether it was there. */
  delete(id: string): boolean {
    return this.#db.run(`DELETE FROM ${this.#name} WHERE id = ?`, id.toLowerCase()) > 0;
  }

  /** Deletes the records that a filter names. */
  deleteWhere(where: NonNullable<ListQuery['where']>): number {
    const { clause, values } = this.#filter({ where });
    return this.#db.run(`DELETE FROM ${this.#name}${clause}`, ...values);
  }

  /** Number of records that a query means, whatever its page. */
  count(query: Omit<ListQuery, 'limit' | 'offset'> = {}): number {
    const { clause, values } = this.#filter(query);
    const row = this.#db.get(`SELECT COUNT(*) AS n FROM ${this.#name}${clause}`, ...values);
    return Number(row?.['n'] ?? 0);
  }

  /** A stretch of the records that a query means; ties are broken by the order in which they were stored. */
  list(query: ListQuery): T[] {
    const { clause, values } = this.#filter(query);
    const direction = query.direction === 'asc' ? 'ASC' : 'DESC';
    const order = this.#column(query.orderBy ?? 'createdAt');
    const rows = this.#db.all(
      `SELECT json FROM ${this.#name}${clause} ORDER BY ${order} ${direction}, seq ${direction} LIMIT ? OFFSET ?`,
      ...values,
      query.limit,
      query.offset,
    );
    return rows.map(row => parse(row) as T);
  }

  /** Every record that a filter names, in the order they were stored. */
  all(where: NonNullable<ListQuery['where']> = {}): T[] {
    const { clause, values } = this.#filter({ where });
    const rows = this.#db.all(`SELECT json FROM ${this.#name}${clause} ORDER BY seq`, ...values);
    return rows.map(row => parse(row) as T);
  }

  #filter(query: Omit<ListQuery, 'limit' | 'offset'>): { clause: string; values: SQLInputValue[] } {
    const terms: string[] = [];
    const values: SQLInputValue[] = [];
    for (const [column, value] of Object.entries(query.where ?? {})) {
      if (value === undefined) continue;
      const wanted = Array.isArray(value) ? (value as readonly string[]) : [value as ColumnValue];
      terms.push(`${this.#column(column)} IN (${wanted.map(() => '?').join(', ')})`);
      values.push(...wanted.map(toSql));
    }
    for (const [operator, bounds] of [['>=', query.from] as const, ['<=', query.to] as const]) {
      for (const [column, bound] of Object.entries(bounds ?? {})) {
        if (!bound) continue;
        terms.push(`${this.#column(column)} ${operator} ?`);
        values.push(bound);
      }
    }
    const parts: Record<string, string | undefined> = { ...query.like, search: query.search };
    for (const [column, part] of Object.entries(parts)) {
      if (part === undefined) continue;
      terms.push(`instr(lower(${this.#column(column)}), ?) > 0`);
      values.push(part.toLowerCase());
    }
    return { clause: terms.length > 0 ? ` WHERE ${terms.join(' AND ')}` : '', values };
  }

  // Column names end up in the text of a statement, so only those of this table are let through.
  #column(name: string): string {
    if (!Object.hasOwn(this.#columns, name)) throw new Error(`${this.#name} has no column ${name}`);
    return name;
  }
}

/** The text that a search looks through: all given texts in lower case. */
export function searchText(...texts: (string | null | undefined)[]): string {
  return texts.filter(Boolean).join('\n').toLowerCase();
}

function toSql(value: ColumnValue): string | null {
  return value == null ? null : String(value);
}

function parse(row: Record<string, unknown>): unknown {
  return JSON.parse(row['json'] as string);
}
