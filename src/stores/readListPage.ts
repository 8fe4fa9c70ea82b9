import { ApiError } from '../client/failure.ts';
import type { Reply } from '../client/reply.ts';
import type { Pagination } from '../contract/records/page.ts';
import { isObject } from '../util/isObject.ts';
import type { Page } from './pagedList.ts';

interface ListReply<T> {
  readonly items: readonly T[] | null;
  readonly pagination: Pagination;
}

/** Returns the query parameters of a page; `next` is its number, undefined for the first. */
export function queryOfPage(next: string | undefined, pageSize: number): { page: number; pageSize: number } {
  return { page: Number(next ?? 1), pageSize };
}

/**
 * Waits for one page of a page-based list. If the response violates the contract, returns the readable items with the
 * error as `problem`.
 */
export async function readListPage<T>(reply: Promise<Reply<ListReply<T>>>): Promise<Page<T>> {
  try {
    return toPage((await reply).value, undefined);
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure.kind !== 'contract') throw error;
    const { readable } = error.failure;
    if (!isListReply<T>(readable)) throw error;
    return toPage(readable, error);
  }
}

function toPage<T>({ items, pagination }: ListReply<T>, problem: ApiError | undefined): Page<T> {
  return {
    items: items ?? [],
    total: pagination.total,
    next: pagination.hasNext ? String(pagination.page + 1) : undefined,
    problem,
  };
}

function isListReply<T>(value: unknown): value is ListReply<T> {
  return isObject(value) && Array.isArray(value['items']) && isObject(value['pagination']);
}
