import type { SQLInputValue } from 'node:sqlite';
import type { Database } from './database.ts';

/** A value of a column; lists are filtered, searched and ordered by columns. */
export type ColumnValue = string | number | boolean | null | undefined;

/** How the records of a table are filed: the value of each column, computed from the record. */
export type Columns<T> = Readonly<Record<string, (record: T) => ColumnValue>>;

/** Values that columns must have: undefined does not filter, a list means any of its values. */
export type Where = Readonly<Record<string, ColumnValue | readonly string[]>>;

/** Which records a list means. */
export interface Filter {
  readonly where?: Where;
  /** Part of the column `search`, in any letter case. */
  readonly search?: string | undefined;
  /** Part of a column that holds folded text, in any letter case. */
  readonly contains?: Readonly<Record<string, string | undefined>>;
  /** Least and greatest values of columns, both included; null does not filter. */
  readonly from?: Readonly<Record<string, string | null | undefined>>;
  readonly to?: Readonly<Record<string, string | null | undefined>>;
}

/** What a list asks for: which records, in which order, and which stretch of them. */
export interface ListQuery extends Filter {
  /** A column or `id`; `createdAt` unless given. */
  readonly orderBy?: string | undefined;
  /** Descending unless given. */
  readonly direction?: 'asc' | 'desc' | undefined;
  /** Every record unless given. */
  readonly limit?: number;
  readonly offset?: number;
  /** Only what comes after the record of this id in the order of the list. */
  readonly after?: string | undefined;
}

/** Pages of a table that are kept at most. */
const MOST_PAGES = 64;

/** The records of one resource in the database, each kept whole as JSON under its id. */
export class Table<T extends { readonly id: string }> {
  readonly #db: Database;
  readonly #name: string;
  readonly #columns: Columns<T>;
  readonly #insert: string;
  /** Pages that were read since the last write, so that a list that many ask for is read once. */
  readonly #pages = new Map<string, object>();

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
    const values = Object.entries(this.#columns).map(([name, column]) => toSql(name, column(record)));
    this.#pages.clear();
    this.#db.run(this.#insert, record.id.toLowerCase(), JSON.stringify(record), ...values);
    return record;
  }

  /** Replaces the given fields of a record and answers it; undefined when there is none of this id. */
  patch(id: string, changes: Partial<T>): T | undefined {
    const record = this.get(id);
    return record && this.put({ ...record, ...changes, id: record.id });
  }

  /** Deletes a record and tells whether it was there. */
  delete(id: string): boolean {
    this.#pages.clear();
    return this.#db.run(`DELETE FROM ${this.#name} WHERE id = ?`, id.toLowerCase()) > 0;
  }

  /** Deletes the records that a filter names and tells how many they were. */
  deleteWhere(where: Where): number {
    this.#pages.clear();
    const { clause, values } = this.#filter({ where });
    return this.#db.run(`DELETE FROM ${this.#name}${clause}`, ...values);
  }

  /** Reads pages anew, since the rows were replaced behind the table. */
  forgetPages(): void {
    this.#pages.clear();
  }

  /** Number of records that a query means, whatever its page. */
  count(query: Filter = {}): number {
    const { clause, values } = this.#filter(query);
    const row = this.#db.get(`SELECT COUNT(*) AS n FROM ${this.#name}${clause}`, ...values);
    return Number(row?.['n'] ?? 0);
  }

  /** A stretch of the records that a query means; ties are broken by the order in which they were stored. */
  list(query: ListQuery): T[] {
    const direction = query.direction === 'asc' ? 'ASC' : 'DESC';
    const order = this.#column(query.orderBy ?? 'createdAt');
    const { clause, values } = this.#filter(query, after(this.#name, order, direction, query.after));
    const rows = this.#db.all(
      `SELECT json FROM ${this.#name}${clause} ORDER BY ${order} ${direction}, seq ${direction} LIMIT ? OFFSET ?`,
      ...values,
      query.limit ?? -1,
      query.offset ?? 0,
    );
    return rows.map(row => parse(row) as T);
  }

  /**
   * A page made of a stretch of the records that a query means and of how many those are. The same frozen page is
   * given until something is written, so that its text can be kept as well.
   */
  page<Page extends object>(query: ListQuery, make: (items: T[], total: number) => Page): Readonly<Page> {
    const key = JSON.stringify(query);
    const known = this.#pages.get(key);
    if (known) return known as Page;
    const page = Object.freeze(make(this.list(query), this.count(query)));
    // What an open transaction wrote may be undone, and then nobody would tell.
    if (this.#db.inTransaction) return page;
    if (this.#pages.size >= MOST_PAGES) this.#pages.clear();
    this.#pages.set(key, page);
    return page;
  }

  /** Every record that a filter names, in the order they were stored. */
  all(where: Where = {}): T[] {
    const { clause, values } = this.#filter({ where });
    const rows = this.#db.all(`SELECT json FROM ${this.#name}${clause} ORDER BY seq`, ...values);
    return rows.map(row => parse(row) as T);
  }

  #filter(query: Filter, begin?: Term): { clause: string; values: SQLInputValue[] } {
    const terms: string[] = begin ? [begin.term] : [];
    const values: SQLInputValue[] = begin ? [begin.value] : [];
    for (const [column, value] of Object.entries(query.where ?? {})) {
      if (value === undefined) continue;
      if (value === null) {
        terms.push(`${this.#column(column)} IS NULL`);
        continue;
      }
      const wanted = Array.isArray(value) ? (value as readonly string[]) : [value as ColumnValue];
      terms.push(`${this.#column(column)} IN (${wanted.map(() => '?').join(', ')})`);
      values.push(...wanted.map(one => toSql(column, one)));
    }
    for (const [operator, bounds] of [['>=', query.from] as const, ['<=', query.to] as const]) {
      for (const [column, bound] of Object.entries(bounds ?? {})) {
        if (!bound) continue;
        terms.push(`${this.#column(column)} ${operator} ?`);
        values.push(bound);
      }
    }
    const parts: Record<string, string | undefined> = { ...query.contains, search: query.search };
    for (const [column, part] of Object.entries(parts)) {
      if (part === undefined) continue;
      terms.push(`instr(${this.#column(column)}, ?) > 0`);
      values.push(foldedText(part));
    }
    return { clause: terms.length > 0 ? ` WHERE ${terms.join(' AND ')}` : '', values };
  }

  // Column names end up in the text of a statement, so only those of this table are let through.
  #column(name: string): string {
    if (name !== 'id' && !Object.hasOwn(this.#columns, name))
      throw new Error(`${this.#name} has no column ${name}`);
    return name;
  }
}

interface Term {
  readonly term: string;
  readonly value: string;
}

function after(
  table: string,
  order: string,
  direction: 'ASC' | 'DESC',
  id: string | undefined,
): Term | undefined {
  if (id === undefined) return undefined;
  const side = direction === 'ASC' ? '>' : '<';
  const term = `(${order}, seq) ${side} (SELECT ${order}, seq FROM ${table} WHERE id = ?)`;
  return { term, value: id.toLowerCase() };
}

/** The text that a search looks through: all given texts, so written that letter case does not count. */
export function foldedText(...texts: (string | null | undefined)[]): string {
  return texts.filter(Boolean).join('\n').normalize('NFC').toLowerCase();
}

// Ids are compared without regard to letter case (spec 2).
function toSql(column: string, value: ColumnValue): string | null {
  if (value == null) return null;
  return /(^id|Id|By)$/.test(column) ? String(value).toLowerCase() : String(value);
}

function parse(row: Record<string, unknown>): unknown {
  return JSON.parse(row['json'] as string);
}
