import { isDeepStrictEqual } from 'node:util';
import type { Pagination } from '../contract/records/page.ts';
import type { CallOptions, Reply } from './reply.ts';

/** The maximum number of pages read from one list. */
export const MOST_PAGES = 1_000;
/** The maximum number of consecutive empty pages in a cursor list; a service may scan many records per page. */
const MOST_EMPTY_PAGES = 10;

interface PageInput {
  readonly query?: { page?: number | string | undefined } | undefined;
}

interface PageReply<T> {
  readonly items: readonly T[] | null;
  readonly pagination: Pagination;
}

interface CursorInput {
  readonly query?: { cursor?: string | undefined } | undefined;
}

interface CursorReply<T> {
  readonly items: readonly T[] | null;
  readonly nextCursor?: string | null | undefined;
}

/**
 * Yields the items of a page-based list, page by page, until the service says that there is no next page or repeats one
 * (spec 2.9). Null items count as none. Throws if the list continues after MOST_PAGES pages.
 */
export async function* pages<I extends PageInput, T>(
  call: (input: I, options?: CallOptions) => Promise<Reply<PageReply<T>>>,
  input: I,
  options?: CallOptions,
): AsyncGenerator<readonly T[]> {
  let last = 0;
  let previous: readonly T[] = [];
  const first = Number(input.query?.page ?? 1);
  for (let count = 0; count < MOST_PAGES; count++) {
    const page = first + count;
    const { value } = await call({ ...input, query: { ...input.query, page } }, options);
    const items = value.items ?? [];
    if (value.pagination.page <= last || isRepeated(items, previous)) return;
    last = value.pagination.page;
    previous = items;
    yield items;
    // An empty page is past the end, even if `hasNext` is true.
    if (!value.pagination.hasNext || items.length === 0) return;
  }
  throw endlessListError();
}

/**
 * Yields the items of a cursor list, page by page. Ends if the next cursor is null, absent, empty or already used (spec
 * 4.3, wire facts 15), if a page repeats the previous one, or after MOST_EMPTY_PAGES empty pages. Null items count as
 * none. Throws if the list continues after MOST_PAGES pages.
 */
export async function* cursorPages<I extends CursorInput, T>(
  call: (input: I, options?: CallOptions) => Promise<Reply<CursorReply<T>>>,
  input: I,
  options?: CallOptions,
): AsyncGenerator<readonly T[]> {
  const used = new Set<string>();
  let cursor = input.query?.cursor;
  let previous: readonly T[] = [];
  let empty = 0;
  for (let count = 0; count < MOST_PAGES; count++) {
    const query = { ...input.query, ...(cursor === undefined ? {} : { cursor }) };
    const { value } = await call({ ...input, query }, options);
    const items = value.items ?? [];
    if (isRepeated(items, previous)) return;
    previous = items;
    yield items;
    if (cursor !== undefined) used.add(cursor);
    empty = items.length === 0 ? empty + 1 : 0;
    if (!value.nextCursor || used.has(value.nextCursor) || empty >= MOST_EMPTY_PAGES) return;
    cursor = value.nextCursor;
  }
  throw endlessListError();
}

/** Returns the first `limit` items of a paged list, and reads no more pages than needed. */
export async function collect<T>(list: AsyncIterable<readonly T[]>, limit: number): Promise<T[]> {
  const items: T[] = [];
  for await (const page of list) {
    items.push(...page.slice(0, limit - items.length));
    if (items.length >= limit) break;
  }
  return items;
}

function isRepeated(items: readonly unknown[], previous: readonly unknown[]): boolean {
  return items.length > 0 && isDeepStrictEqual(items, previous);
}

function endlessListError(): Error {
  return new Error(`The service goes on with this list after ${MOST_PAGES} pages; it was not read further.`);
}
