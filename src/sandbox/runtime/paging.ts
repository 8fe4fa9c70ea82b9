import { Limits } from '../../contract/limits.ts';
import type { Pagination } from '../../contract/records/page.ts';
import { notFound } from './refusal.ts';
import type { ListQuery, Table } from '../store/table.ts';

/** The page and the order of a list: page from 1; a missing size means `Limits.defaultPage` (wire facts 2). */
interface PageQuery {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly orderBy?: string | undefined;
  readonly orderByDirection?: 'asc' | 'desc' | undefined;
}

/** Reads one page of a table (spec 2.9), in the order of the query unless `list` has another one. */
export function readPage<T extends { readonly id: string }>(
  table: Table<T>,
  { page = 1, pageSize = Limits.defaultPage, orderBy, orderByDirection: direction }: PageQuery,
  list: Omit<ListQuery, 'limit' | 'offset'> = {},
): { readonly items: T[]; readonly pagination: Pagination } {
  const items = table.list({ orderBy, direction, ...list, limit: pageSize, offset: (page - 1) * pageSize });
  const total = table.count(list);
  const pages = Math.ceil(total / pageSize);
  const hasPrev = page > 1 && pages > 0;
  return { items, pagination: { page, pageSize, pages, total, hasNext: page < pages, hasPrev } };
}

/** Returns the record with an ID. Throws a 404 Refusal that names what is missing. */
export function requireRecord<T extends { readonly id: string }>(
  table: Table<T>,
  id: string,
  what: string,
  code = 'not_found',
): T {
  const record = table.get(id);
  if (!record) throw notFound(what, code);
  return record;
}
