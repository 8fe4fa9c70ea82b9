import { ApiError } from '../client/failure.ts';
import type { Page } from './pagedList.ts';

/** Whether an error on a list says that the service does not offer it (404, 405 or 501). */
export function isNotOffered(error: unknown): error is ApiError {
  return error instanceof ApiError && [404, 405, 501].includes(error.status ?? 0);
}

/** Reads a page, or what is known from elsewhere where the service does not have the list. */
export async function readOrKnown<T>(
  read: () => Promise<Page<T>>,
  known: () => Promise<readonly T[]>,
): Promise<Page<T>> {
  try {
    return await read();
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    const items = await known();
    return { items, total: items.length, next: undefined, unlisted: true };
  }
}
