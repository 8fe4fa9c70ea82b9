import { ApiError } from '../client/failure.ts';

/** Whether an error on a list says that the service does not offer it (404, 405 or 501). */
export function isNotOffered(error: unknown): error is ApiError {
  return error instanceof ApiError && [404, 405, 501].includes(error.status ?? 0);
}
