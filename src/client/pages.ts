import { isDeepStrictEqual } from 'node:util';
import type { Pagination } from '../contract/records/page.ts';
import type { CallOptions, Reply } from './reply.ts';

/** The maximum number of pages read from one list. */
export const MAX_PAGES = 1_000;

interface PageInput {
  readonly query?: { page?: number | string | undefined } | undefined;
}

interface PageReply<T> {
  readonly items: readonly T[] | null;
  readonly pagination: Pagination;
}

/**
 * Yields the items of a page-based list, page by page, until the service says that there is no next page or repeats one
 * (spec 2.9). Null items count as none. Throws if the list continues after MAX_PAGES pages.
 */
export async function* pages<I extends PageInput, T>(
  call: (input: I, options?: CallOptions) => Promise<Reply<PageReply<T>>>,
  input: I,
  options?: CallOptions,
): AsyncGenerator<readonly T[]> {
  let last = 0;
  let previous: readonly T[] = [];
  const first = Number(input.query?.page ?? 1);
  for (let count = 0; count < MAX_PAGES; count++) {
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
  throw new Error(`The list has more than ${MAX_PAGES} pages. Reading stopped.`);
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
