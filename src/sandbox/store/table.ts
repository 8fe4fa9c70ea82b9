import type { SQLInputValue } from 'node:sqlite';
import { Emitter } from '../../util/emitter.ts';
import { memberOf } from '../../util/isObject.ts';
import type { Database } from './database.ts';

/** The value of a column; lists are filtered, searched and ordered by columns. */
type ColumnValue = string | number | boolean | null | undefined;

/** Columns that are computed from the record. */
export type Columns<T> = Readonly<Record<string, (record: T) => ColumnValue>>;

/** The name of a field of a record that can be a column as it is. */
export type ColumnField<T> = keyof {
  [Field in keyof T as string extends Field ? never : T[Field] extends ColumnValue ? Field : never]: true;
} &
  string;

/** Required column values: undefined does not filter, an array matches any of its values. */
export type Where = Readonly<Record<string, ColumnValue | readonly string[]>>;

/** A filter of records. */
export interface RecordFilter {
  readonly where?: Where;
  /** A substring of the column `search`, in any letter case. */
  readonly search?: string | undefined;
  /** Substrings of columns with folded text, in any letter case. */
  readonly contains?: Readonly<Record<string, string | undefined>>;
  /** The inclusive bounds of columns; null does not filter. */
  readonly from?: Readonly<Record<string, string | null | undefined>>;
  readonly to?: Readonly<Record<string, string | null | undefined>>;
}

/** A query for a list: filter, order and range. */
export interface ListQuery extends RecordFilter {
  /** A column or `id`; `createdAt` by default. */
  readonly orderBy?: string | undefined;
  /** Descending by default. */
  readonly direction?: 'asc' | 'desc' | undefined;
  /** Unlimited by default. */
  readonly limit?: number;
  readonly offset?: number;
  /** The ID of a record; only those after it in the list's order are returned. */
  readonly after?: string | undefined;
}

/** The table of one resource, which stores each record as JSON. */
export class Table<T extends { readonly id: string }> {
  readonly #db: Database;
  readonly #name: string;
  readonly #columnNames: readonly string[];
  readonly #computed: Columns<T>;
  readonly #insert: string;
  #writes = 0;
  readonly #put = new Emitter<T>();
  /** Fires with each stored record, in the transaction of the caller. */
  readonly onPut = this.#put.event;

  /** The columns are the named fields of a record and the computed ones. */
  constructor(db: Database, name: string, fields: readonly ColumnField<T>[], computed: Columns<T>) {
    this.#db = db;
    this.#name = name;
    this.#computed = computed;
    const names: readonly string[] = [...fields, ...Object.keys(computed)];
    this.#columnNames = names;
    const updates = ['json', ...names].map(column => `${column} = excluded.${column}`);
    this.#insert =
      `INSERT INTO ${name} (${['id', 'json', ...names].join(', ')}) ` +
      `VALUES (${['?', '?', ...names.map(() => '?')].join(', ')}) ` +
      `ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}`;
  }

  /** The number of changes so far; as long as it stays the same, so do the records. */
  get writes(): number {
    return this.#writes;
  }

  /** Returns the record with an ID, in any letter case. */
  get(id: string): T | undefined {
    const text = this.getText(id);
    return text === undefined ? undefined : this.parse(text);
  }

  /** Returns the stored JSON text of the record with an ID, which is faster to compare than the record. */
  getText(id: string): string | undefined {
    const row = this.#db.get(`SELECT json FROM ${this.#name} WHERE id = ?`, id.toLowerCase());
    return row && String(row['json']);
  }

  /** Returns the record of a stored JSON text. */
  parse(text: string): T {
    return JSON.parse(text) as T;
  }

  /** Stores a record, replacing one with the same ID. */
  put(record: T): T {
    this.#writes++;
    const values = this.#columnNames.map(name => toSql(name, this.#valueOf(record, name)));
    this.#db.run(this.#insert, record.id.toLowerCase(), JSON.stringify(record), ...values);
    this.#put.fire(record);
    return record;
  }

  /** Replaces fields of a record and returns it; undefined if it does not exist. */
  patch(id: string, changes: Partial<T>): T | undefined {
    const record = this.get(id);
    return record && this.put({ ...record, ...changes, id: record.id });
  }

  /** Deletes a record and returns true if it existed. */
  delete(id: string): boolean {
    this.#writes++;
    return this.#db.run(`DELETE FROM ${this.#name} WHERE id = ?`, id.toLowerCase()) > 0;
  }

  /** Deletes the matching records and returns their number. */
  deleteWhere(where: Where): number {
    this.#writes++;
    const { clause, values } = this.#filter({ where });
    return this.#db.run(`DELETE FROM ${this.#name}${clause}`, ...values);
  }

  /** Returns the number of matching records, regardless of paging. */
  count(query: RecordFilter = {}): number {
    const { clause, values } = this.#filter(query);
    const row = this.#db.get(`SELECT COUNT(*) AS n FROM ${this.#name}${clause}`, ...values);
    return Number(row?.['n'] ?? 0);
  }

  /** Returns the number of matching records for each value of a column. */
  countEach(column: string, values: readonly string[], filter: RecordFilter = {}): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const value of values)
      counts[value] = this.count({ ...filter, where: { ...filter.where, [column]: value } });
    return counts;
  }

  /** Returns a range of the matching records; ties are ordered by insertion. */
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
    return rows.map(row => this.parse(String(row['json'])));
  }

  /** Returns all matching records in insertion order. */
  all(where: Where = {}): T[] {
    const { clause, values } = this.#filter({ where });
    const rows = this.#db.all(`SELECT json FROM ${this.#name}${clause} ORDER BY seq`, ...values);
    return rows.map(row => this.parse(String(row['json'])));
  }

  #valueOf(record: T, column: string): unknown {
    const compute = this.#computed[column];
    return compute ? compute(record) : memberOf(record, column);
  }

  #filter(query: RecordFilter, begin?: Term): { clause: string; values: SQLInputValue[] } {
    const terms: string[] = begin ? [begin.term] : [];
    const values: SQLInputValue[] = begin ? [begin.value] : [];
    for (const [column, value] of Object.entries(query.where ?? {})) {
      if (value === undefined) continue;
      if (value === null) {
        terms.push(`${this.#column(column)} IS NULL`);
        continue;
      }
      const accepted = typeof value === 'object' ? value : [value];
      terms.push(`${this.#column(column)} IN (${accepted.map(() => '?').join(', ')})`);
      values.push(...accepted.map(item => toSql(column, item)));
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
      values.push(foldText(part));
    }
    return { clause: terms.length > 0 ? ` WHERE ${terms.join(' AND ')}` : '', values };
  }

  // Column names become part of SQL, so only known ones are accepted.
  #column(name: string): string {
    if (name !== 'id' && !this.#columnNames.includes(name))
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

/** Returns the searchable text of several texts, normalized so that letter case does not matter. */
export function foldText(...texts: (string | null | undefined)[]): string {
  return texts.filter(Boolean).join('\n').normalize('NFC').toLowerCase();
}

// IDs are compared case-insensitively (spec 2).
function toSql(column: string, value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  return /(^id|Id|By)$/.test(column) ? String(value).toLowerCase() : String(value);
}
