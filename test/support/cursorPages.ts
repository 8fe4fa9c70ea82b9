import type { Reply } from '../../src/client/reply.ts';

interface CursorReply<T> {
  readonly items: readonly T[] | null;
  readonly nextCursor?: string | null | undefined;
}

/** Yields the items of a cursor list of the sandbox, page by page. */
export async function* cursorPages<T, Q extends object>(
  read: (query: Q & { readonly cursor?: string }) => Promise<Reply<CursorReply<T>>>,
  query: Q,
): AsyncGenerator<readonly T[]> {
  let cursor: string | undefined;
  do {
    const { value } = await read({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    yield value.items ?? [];
    cursor = value.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
