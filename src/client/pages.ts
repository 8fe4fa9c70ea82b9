import type { Pagination } from '../contract/records/page.ts';
import type { CallOptions, Reply } from './reply.ts';

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
 * The items of a page-based list, page after page, until the service says there is no next one or answers
 * a page it gave before (spec 2.9). Null items mean none.
 */
export async function* pages<I extends PageInput, T>(
  call: (input: I, options?: CallOptions) => Promise<Reply<PageReply<T>>>,
  input: I,
  options?: CallOptions,
): AsyncGenerator<readonly T[]> {
  let last = 0;
  for (let page = Number(input.query?.page ?? 1); ; page++) {
    const { value } = await call({ ...input, query: { ...input.query, page } }, options);
    if (value.pagination.page <= last) return;
    last = value.pagination.page;
    const items = value.items ?? [];
    yield items;
    // A page without items lies past the end, whatever the service says.
    if (!value.pagination.hasNext || items.length === 0) return;
  }
}

/**
 * The items of a cursor list, page after page. It ends when the next cursor is null, absent, empty or one
 * that was used before (spec 4.3, wire facts 15). Null items mean none.
 */
export async function* cursorPages<I extends CursorInput, T>(
  call: (input: I, options?: CallOptions) => Promise<Reply<CursorReply<T>>>,
  input: I,
  options?: CallOptions,
): AsyncGenerator<readonly T[]> {
  const used = new Set<string>();
  for (let cursor = input.query?.cursor; ;) {
    const query = { ...input.query, ...(cursor === undefined ? {} : { cursor }) };
    const { value } = await call({ ...input, query }, options);
    yield value.items ?? [];
    if (cursor !== undefined) used.add(cursor);
    if (!value.nextCursor || used.has(value.nextCursor)) return;
    cursor = value.nextCursor;
  }
}

/** The first `limit` items of a list of pages; no further page is read than these need. */
export async function collect<T>(list: AsyncIterable<readonly T[]>, limit: number): Promise<T[]> {
  const items: T[] = [];
  for await (const page of list) {
    items.push(...page.slice(0, limit - items.length));
    if (items.length >= limit) break;
  }
  return items;
}
