import * as z from 'zod';
import { Limits } from '../limits.ts';
import { queryInteger, record } from '../scalars.ts';

/** The position of a page in its list; `page` starts at 1 (spec 2.9). */
export const Pagination = z.looseObject({
  page: z.int(),
  pageSize: z.int(),
  pages: z.int(),
  total: z.int(),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
});
export type Pagination = z.output<typeof Pagination>;

/**
 * Creates the schema of a page in a page-based list; `items` may be null, meaning empty (spec 4.2, 4.6, wire facts 1).
 */
export function page<S extends z.ZodType>(
  item: S,
): z.ZodObject<{ items: z.ZodNullable<z.ZodArray<S>>; pagination: typeof Pagination }, z.core.$loose> {
  return z.looseObject({ items: z.array(item).nullable(), pagination: Pagination });
}

/** The query of a page-based list: page, from 1, and page size (wire facts 2). */
export const pageQuery = {
  page: queryInteger(1).optional(),
  pageSize: queryInteger(1, Limits.page).optional(),
};

/** Creates the query of a list that can be ordered by one of `fields` (spec 4.6, wire facts 2). */
export function orderQuery<const F extends readonly [string, ...string[]]>(
  fields: F,
): {
  orderBy: z.ZodOptional<z.ZodEnum<{ [K in F[number]]: K }>>;
  orderByDirection: z.ZodOptional<z.ZodEnum<{ asc: 'asc'; desc: 'desc' }>>;
} {
  return { orderBy: z.enum(fields).optional(), orderByDirection: z.enum(['asc', 'desc']).optional() };
}

/** A free-text search of 1 to 256 characters (spec 4.6). */
export const searchQuery = z.string().min(Limits.search.min).max(Limits.search.max).optional();

/**
 * Creates the schema of a page in a cursor list; `items` may be null, meaning empty, and the list ends when
 * `nextCursor` is null, absent or empty (spec 4.3, wire facts 15).
 */
export function cursorPage<S extends z.ZodType>(
  item: S,
): z.ZodObject<
  { items: z.ZodNullable<z.ZodArray<S>>; nextCursor: z.ZodOptional<z.ZodNullable<z.ZodString>> },
  z.core.$loose
> {
  return record({ items: z.array(item).nullable() }, { nextCursor: z.string() });
}
