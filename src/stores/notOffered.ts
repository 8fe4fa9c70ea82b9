import { ApiError } from '../client/failure.ts';
import type { Page } from './pagedList.ts';

/** Returns true if the error of a list means that the service does not offer the list (404, 405 or 501). */
export function isNotOffered(error: unknown): error is ApiError {
  return error instanceof ApiError && [404, 405, 501].includes(error.status ?? 0);
}

/** Returns the result of a read, or a replacement if the service does not offer what is read. */
export async function readIfOffered<T>(read: Promise<T>, replacement: T): Promise<T> {
  return read.catch((error: unknown) => {
    if (isNotOffered(error)) return replacement;
    throw error;
  });
}

/** Returns the result of a read; undefined if the service does not offer the operation, or the device does not support it. */
export async function readIfSupported<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: unknown) => {
    if (isNotOffered(error) || (error instanceof ApiError && error.status === 422)) return undefined;
    throw error;
  });
}

/** Reads a page, or falls back to records known from elsewhere if the service does not offer the list. */
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
